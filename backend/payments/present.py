"""Takes over the present state of one of Stripe's objects, whoever asks and in whatever order.

News of an object may arrive twice, late and out of order, and several processes may follow them at the same time.
So what an event says is not believed: the object is fetched, and the state fetched last is the one that stays. The
fetch comes before the lock, for no transaction may wait for somebody else's server; a counter for each object shows
whether another has taken over a state in the meantime.
"""

from collections.abc import Callable
from typing import TypeVar

from django.db import transaction

from payments.models import SyncedObject

T = TypeVar("T")


def take_over(object_id: str, fetch: Callable[[], T], apply: Callable[[T], None]) -> None:
    """Call ``apply(fetch())`` in a transaction, unless somebody else has applied a state fetched after this call.

    ``fetch`` runs outside of it, at most twice. Raises whatever the two raise; nothing is changed then.
    """
    first_seen = seen = _version(object_id)
    while True:
        state = fetch()
        with transaction.atomic():
            SyncedObject.objects.bulk_create([SyncedObject(stripe_id=object_id)], ignore_conflicts=True)
            row = SyncedObject.objects.select_for_update().get(pk=object_id)
            # Whoever made the second step since our first look began to fetch after it: theirs is newer than ours.
            if row.version >= first_seen + 2:
                return
            if row.version == seen:
                apply(state)
                row.version += 1
                row.save(update_fields=["version"])
                return
            seen = row.version  # applied by somebody who may have fetched before us or after us: look again


def _version(object_id: str) -> int:
    return SyncedObject.objects.filter(pk=object_id).values_list("version", flat=True).first() or 0

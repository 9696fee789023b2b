"""Applies the current state of an object at Stripe, in whatever order its events arrive.

Events may arrive twice, late and out of order, and several processes may handle them at the same time. So an event's
payload is not trusted: the object is fetched, and the state that was fetched last wins. The fetch comes before the
lock, because no transaction may wait for another company's server; a version counter for each object shows whether
another process has applied a state in the meantime.
"""

from collections.abc import Callable
from typing import TypeVar

from django.db import transaction

from payments.client import if_it_exists
from payments.models import StripeObjectVersion

T = TypeVar("T")


def apply_latest_state(object_id: str, fetch: Callable[[], T], apply: Callable[[T], None]) -> bool:
    """Call ``apply(fetch())`` in a transaction, unless another process has applied a state that it fetched later.

    Return whether Stripe has the object. ``fetch`` runs outside the transaction and may run more than once. Nothing
    changes if ``fetch`` or ``apply`` raises.
    """
    first_seen = seen = _version(object_id)
    while True:
        state = if_it_exists(fetch)
        if state is None:
            return False
        with transaction.atomic():
            StripeObjectVersion.objects.bulk_create([StripeObjectVersion(stripe_id=object_id)], ignore_conflicts=True)
            row = StripeObjectVersion.objects.select_for_update().get(pk=object_id)
            # The process that wrote the second version since ours started its fetch after us, so its state is newer.
            if row.version >= first_seen + 2:
                return True
            if row.version == seen:
                apply(state)
                row.version += 1
                row.save(update_fields=["version"])
                return True
            seen = row.version  # another process may have fetched before or after us: fetch again


def _version(object_id: str) -> int:
    return StripeObjectVersion.objects.filter(pk=object_id).values_list("version", flat=True).first() or 0

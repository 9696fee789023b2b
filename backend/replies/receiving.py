"""Store incoming texts, emails and calls once each, with the queue job that processes them."""

from typing import Any

from django.db import transaction

from replies import tasks
from replies.models import Inbound, InboundKind, InboundState


@transaction.atomic
def store(
    *, kind: InboundKind, provider_id: str, sender: str, contents: dict[str, Any], ignored: str = ""
) -> Inbound | None:
    """Store a report and queue its processing; return None if it was stored before.

    ``ignored`` is the reason for ignoring it, "" if the worker should process it.
    """
    row, is_new = Inbound.objects.get_or_create(
        kind=kind,
        provider_id=provider_id,
        defaults={
            "sender": sender[:320],
            "contents": contents,
            "state": InboundState.IGNORED if ignored else InboundState.RECEIVED,
            "note": ignored,
        },
    )
    if is_new and not ignored:
        tasks.process_inbound.defer(inbound_id=str(row.id))
    return row if is_new else None

"""The queue's kind for messages that could not be delivered."""

import datetime as dt
from collections.abc import Iterator
from uuid import UUID

from common.literals import written_out
from desk.models import QueueKind
from desk.queue.kind import Kind, Place, QueueItem
from desk.queue.subjects import subjects_of_messages
from notifications.models import FAILED_MESSAGES, Message


def _load(places: dict[UUID, Place]) -> Iterator[QueueItem]:
    messages = list(Message.objects.filter(id__in=places).defer("raw"))
    subjects = subjects_of_messages(messages)
    for message in messages:
        subject = {"customer_name": message.recipient, **subjects.get(message.about_id, {})}
        yield QueueItem(
            place=places[message.id],
            message_id=message.id,
            payment_id=message.payment_id,
            summary=f"{message.subject}: {message.error}",
            status=message.status,
            created_at=message.created_at,
            updated_at=message.updated_at,
            **{**subject, "email": message.recipient},  # where it went, which can differ from what the customer typed
        )


MESSAGE_KINDS = (
    Kind(
        QueueKind.MESSAGE,
        rows=lambda now: Message.objects.filter(written_out(FAILED_MESSAGES)),
        load=_load,
        since="failed_at",
        time=dt.timedelta(hours=2),
        city=None,
        retry=None,
    ),
)

"""Services for staff: send a failed message again, or record that its recipient was reached."""

from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.shortcuts import get_object_or_404

from common.errors import Conflict
from common.literals import written_out
from notifications.limits import recipient_key
from notifications.models import FAILED_MESSAGES, AboutKind, Message, MessageStatus
from notifications.queueing import queue_delivery


@transaction.atomic
def send_again(*, message_id: UUID) -> Message:
    """Queue a failed message again, with the full number of attempts and the same Message-ID.

    A planned message is composed again. Raises Http404, and Conflict if the message has not failed or its content has
    been deleted.
    """
    message: Message = get_object_or_404(Message.objects.select_for_update(), id=message_id)
    if message.status != MessageStatus.FAILED:
        raise Conflict(f"Only a failed message can be sent again. This one is {message.get_status_display().lower()}.")
    if not message.can_be_sent:
        raise Conflict("This message's content has been deleted, so it can't be sent again.")
    message.status, message.error = MessageStatus.QUEUED, ""
    message.attempts, message.attempted_at, message.claimed_until = 0, None, None
    message.failed_at, message.reached_at = None, None
    message.provider_id, message.delivery, message.reported_at = "", "", None
    message.save(
        update_fields=[
            "status", "error", "attempts", "attempted_at", "claimed_until", "failed_at", "reached_at",
            "provider_id", "delivery", "reported_at", "updated_at",
        ]
    )  # fmt: skip
    queue_delivery(message.id, message.channel)
    return message


def record_reached(*, about: AboutKind, about_id: UUID, email: str) -> None:
    """Record that a customer was reached another way, which settles failed messages about the row or to ``email``."""
    settled = Q(about_kind=about, about_id=about_id) | Q(recipient_key=recipient_key(email))
    Message.objects.filter(written_out(FAILED_MESSAGES)).filter(settled).update(reached_at=Now())

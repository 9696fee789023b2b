"""What staff can do with messages."""

from uuid import UUID

from django.db import transaction
from django.shortcuts import get_object_or_404

from common.errors import Conflict
from notifications.models import Message, MessageStatus
from notifications.tasks import deliver


@transaction.atomic
def send_again(*, message_id: UUID) -> Message:
    """Queue a failed message again, with all its attempts and the same Message-ID.

    Raises Http404, and Conflict if the message has not failed or its content has been deleted.
    """
    message: Message = get_object_or_404(Message.objects.select_for_update(), id=message_id)
    if message.status != MessageStatus.FAILED:
        raise Conflict(f"Only a failed message can be sent again. This one is {message.get_status_display().lower()}.")
    if message.content_until is None:
        raise Conflict("This message's content has been deleted, so it can't be sent again.")
    message.status, message.error = MessageStatus.QUEUED, ""
    message.attempts, message.attempted_at, message.claimed_until = 0, None, None
    message.save(update_fields=["status", "error", "attempts", "attempted_at", "claimed_until", "updated_at"])
    deliver.defer(message_id=str(message.id))
    return message

"""Twilio's delivery reports. They arrive several times and in any order, so none replaces a final status."""

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from notifications.models import Channel, Delivery, Message, MessageStatus
from notifications.text_delivery import handle_undeliverable_text
from texts.twilio import describe

# Twilio's statuses (Twilio documentation, "Message resource"), without those before the carrier accepted the text.
_DELIVERY_BY_STATUS: dict[str, str] = {
    "sent": Delivery.SENT,
    "delivered": Delivery.DELIVERED,
    "read": Delivery.DELIVERED,
    "undelivered": Delivery.FAILED,
    "failed": Delivery.FAILED,
    "canceled": Delivery.FAILED,
}
_FINAL = {Delivery.DELIVERED, Delivery.FAILED}


@transaction.atomic
def record_report(*, message_id: UUID, provider_id: str, status: str, code: int | None) -> None:
    """Record a report. One about an unknown text, or about an earlier attempt, changes nothing.

    A report may arrive before the response to our call, or after that was lost: the text then counts as sent.
    """
    texts = Message.objects.select_for_update().filter(id=message_id, channel=Channel.SMS)
    message = texts.filter(status__in=[MessageStatus.QUEUED, MessageStatus.SENT]).first()
    if message is None or message.provider_id not in ("", provider_id) or message.delivery in _FINAL:
        return
    message.provider_id = provider_id
    if message.status == MessageStatus.QUEUED:
        message.status, message.error, message.claimed_until = MessageStatus.SENT, "", None
        message.sent_at = timezone.now()
    if status in _DELIVERY_BY_STATUS:
        message.delivery, message.reported_at = _DELIVERY_BY_STATUS[status], timezone.now()
    if message.delivery == Delivery.FAILED:
        _fail(message, code)
    message.save(
        update_fields=[
            "status", "error", "claimed_until", "sent_at", "failed_at", "provider_id", "delivery", "reported_at",
            "updated_at",
        ]
    )  # fmt: skip


def _fail(message: Message, code: int | None) -> None:
    message.status, message.failed_at = MessageStatus.FAILED, timezone.now()
    message.error = f"Twilio couldn't deliver it: {describe(code)}."
    handle_undeliverable_text(message, message.error, code)

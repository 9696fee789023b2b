"""Django email backends: one queues every email, the other writes the demo's emails to a folder."""

from collections.abc import Sequence
from email.utils import getaddresses

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.utils import timezone

from common.email_kinds import kind_of
from notifications.composing import mime_bytes
from notifications.delivery import QueuedEmail
from notifications.limits import reason_to_skip, recipient_key
from notifications.models import Channel, Message, MessageStatus
from notifications.outbox_folder import write_to_outbox
from notifications.queueing import queue_delivery


class OutboxBackend(BaseEmailBackend):
    """Django's ``EMAIL_BACKEND``: store each email with its job in the caller's transaction.

    So an email is sent if and only if the transaction commits, and the response time doesn't show whether one was sent.
    """

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Queue the emails; return their number, including those over a recipient's limit."""
        with transaction.atomic():
            for mail in email_messages:
                raw = mime_bytes(mail)
                # One row per recipient, since a mail server may accept one and refuse another.
                for _, address in getaddresses(mail.recipients()):
                    _queue(mail, raw, address)
        return len(email_messages)


def _queue(mail: EmailMessage, raw: bytes, address: str) -> None:
    kind, key = kind_of(mail), recipient_key(address)
    reason = reason_to_skip(kind, key)
    message = Message.objects.create(
        channel=Channel.EMAIL,
        kind=kind.slug,
        cause=kind.cause,
        sender=mail.from_email,
        recipients=[address],
        recipient_key=key,
        subject=str(mail.subject)[:998],
        raw=b"" if reason else raw,  # skipped emails must not fill the disk
        content_until=None if reason else kind.keeps_content_until(timezone.now()),
        status=MessageStatus.SKIPPED if reason else MessageStatus.QUEUED,
        error=reason,
    )
    if not reason:
        queue_delivery(message.id, Channel.EMAIL)


class FolderBackend(BaseEmailBackend):
    """Write each email of the demo to an ``.eml`` file in ``DATA_DIR/outbox``; the names sort by time."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Write the emails; return their number. An email that is delivered twice replaces its first file."""
        for mail in email_messages:
            moment = mail.attempted_at if isinstance(mail, QueuedEmail) else timezone.now()
            write_to_outbox(mime_bytes(mail), mail.recipients()[0], "eml", moment)
        return len(email_messages)

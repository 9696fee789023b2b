"""One attempt to deliver a message: claim it and commit, compose it if it is planned, send it, store the result.

No transaction is open while the mail server is called. If a worker is killed in between, its claim expires and the
message is sent again with the same Message-ID.
"""

import datetime as dt
import smtplib
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.db.models import Case, F, Q, Value, When
from django.db.models.functions import Coalesce, Now
from django.utils import timezone

from links.delivery import insert_link
from notifications.composing import compose
from notifications.kinds import NotYet
from notifications.models import Channel, Message, MessageStatus
from notifications.text_delivery import TEXT_RETRY_DELAYS, handle_undeliverable_text, send_composed_text
from texts.twilio import NotAccepted

# Longer than one attempt can take (``notifications.smtp.DELIVERY_TIMEOUT`` and the DNS lookup), so that no other worker
# sends a message while the worker that claimed it is alive.
CLAIM_DURATION = dt.timedelta(seconds=90)

# The delays after failed attempts: three days in all, starting with short ones in case the mail server is restarting.
RETRY_DELAYS = [
    *(dt.timedelta(seconds=seconds) for seconds in (5, 30, 120, 600, 1800, 3600)),
    *[dt.timedelta(hours=2)] * 35,
]


class NotDelivered(Exception):
    """The message was not sent. ``retry_at`` is when to try again, None after the last attempt.

    Its text is logged and must not name the recipient; the full reason is stored with the message.
    """

    def __init__(self, what: str, retry_at: dt.datetime | None) -> None:
        super().__init__(what)
        self.retry_at = retry_at


class _Bytes:
    """A stand-in for a MIME message, since Django's email backends only need its bytes."""

    def __init__(self, raw: bytes) -> None:
        self._raw = raw

    def as_bytes(self, unixfrom: bool = False, linesep: str = "\r\n") -> bytes:
        """Return the email as it was composed, with CRLF line ends."""
        return self._raw


class QueuedEmail(EmailMessage):
    """A stored email with a new private link. ``attempted_at`` is the time of its first attempt."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.subject, "", message.sender, list(message.recipients))
        self._raw = insert_link(
            bytes(message.raw), about_kind=message.about_kind, about_id=message.about_id, message_id=message.id
        )
        self.attempted_at = message.attempted_at or timezone.now()

    def message(self, *args: object, **kwargs: object) -> Any:
        """Return the stored bytes in the form that email backends use."""
        return _Bytes(self._raw)


def deliver_message(message_id: UUID) -> None:
    """Send a message if it is still queued. Raises NotYet and NotDelivered."""
    message = _claim(message_id)
    if message is None:
        return
    try:
        if message.is_planned:
            compose(message)
        if message.status != MessageStatus.QUEUED:
            return
        provider_id = _send(message)
    except NotYet:
        raise
    except Exception as error:  # mail and text libraries raise errors of their own
        raise _record_failure(message, error) from None
    Message.objects.filter(id=message.id, status=MessageStatus.QUEUED).update(
        status=MessageStatus.SENT,
        error="",
        claimed_until=None,
        sent_at=Now(),
        updated_at=Now(),
        provider_id=provider_id,
        **_content_after_sending(),
    )


def _send(message: Message) -> str:
    """Send the message; return Twilio's ID for a text, "" otherwise."""
    if message.channel == Channel.SMS:
        return send_composed_text(message)
    get_connection(settings.DELIVERY_BACKEND, **settings.DELIVERY_OPTIONS).send_messages([QueuedEmail(message)])
    return ""


def _content_after_sending() -> dict[str, Any]:
    """Return the updates that delete the content of a message that was just sent, if it is kept no longer."""
    expired = Q(content_until__lte=Now())
    return {
        "raw": Case(When(expired, then=Value(b"")), default="raw"),
        "content_until": Case(When(expired, then=Value(None)), default="content_until"),
    }


def _claim(message_id: UUID) -> Message | None:
    """Claim a queued message for one attempt; return None if it is not queued.

    Raises NotYet if it is not due, and NotDelivered while another worker has claimed it.
    """
    queued = Message.objects.filter(id=message_id, status=MessageStatus.QUEUED)
    due = Q(not_before=None) | Q(not_before__lte=Now())
    # In one statement, so that a second worker waits for the row lock and then finds the message claimed.
    claimed = queued.filter(due, Q(claimed_until=None) | Q(claimed_until__lte=Now())).update(
        claimed_until=Now() + CLAIM_DURATION,
        attempted_at=Coalesce("attempted_at", Now()),
        attempts=F("attempts") + 1,
        updated_at=Now(),
    )
    message: Message | None = queued.first()
    if message and not claimed and message.not_before and message.not_before > timezone.now():
        raise NotYet(message.not_before)
    if message and not claimed:
        raise NotDelivered("Another worker is sending this message", message.claimed_until or timezone.now())
    return message


@transaction.atomic
def _record_failure(message: Message, error: Exception) -> NotDelivered:
    """Store the error and release the claim; mark the message failed after the last attempt or a permanent error."""
    reason, delays = reason_of(error), TEXT_RETRY_DELAYS if message.channel == Channel.SMS else RETRY_DELAYS
    last = is_permanent(error) or message.attempts > len(delays)
    # Only under our own claim: if it has expired, another worker may already be sending the message.
    own = Message.objects.filter(id=message.id, status=MessageStatus.QUEUED, claimed_until=message.claimed_until)
    kept = own.update(
        status=MessageStatus.FAILED if last else MessageStatus.QUEUED,
        error=reason,
        claimed_until=None,
        failed_at=Now() if last else None,
        updated_at=Now(),
    )
    if kept and last and message.channel == Channel.SMS:
        handle_undeliverable_text(message, reason, error.code if isinstance(error, NotAccepted) else None)
    return NotDelivered(type(error).__name__, None if last else timezone.now() + delays[message.attempts - 1])


def is_permanent(error: Exception) -> bool:
    """Return whether Twilio or the mail server refused the recipient or the message for good (5xx; RFC 5321, 4.2.1).

    A refused sender or sign-in is an error in our configuration, which can be fixed while the messages wait.
    """
    if isinstance(error, NotAccepted):
        return error.is_final
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(500 <= code < 600 for code, _ in error.recipients.values())
    return isinstance(error, smtplib.SMTPDataError) and 500 <= error.smtp_code < 600


def reason_of(error: Exception) -> str:
    """Return what went wrong in at most 1,000 characters, for the back office."""
    if isinstance(error, NotAccepted):
        return str(error)
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        replies = [_reply(code, text) for code, text in error.recipients.values()]
        return f"The mail server refused the recipient: {'; '.join(replies)}"[:1000]
    if isinstance(error, smtplib.SMTPResponseException):
        return f"The mail server refused the message: {_reply(error.smtp_code, error.smtp_error)}"[:1000]
    return f"{type(error).__name__}: {error}".replace("\x00", "")[:1000]


def _reply(code: int, text: bytes | str) -> str:
    readable = text.decode(errors="replace") if isinstance(text, bytes) else text
    return f"{code} {readable}".replace("\x00", "")

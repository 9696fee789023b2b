"""The worker's part of the outbox."""

import logging
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.utils import timezone
from procrastinate import JobContext, RetryStrategy
from procrastinate.contrib.django import app

from notifications.models import Message, MessageStatus

log = logging.getLogger(__name__)

ATTEMPTS = 6  # waits of 5 s, 25 s, 2, 10 and 52 minutes lie between them


class _Bytes:
    """Stands where Django's mail backends expect a MIME message of Django's own, which they only turn into bytes."""

    def __init__(self, raw: bytes) -> None:
        self._raw = raw

    def as_bytes(self, unixfrom: bool = False, linesep: str = "\r\n") -> bytes:
        """The mail as it was put together, with CRLF line ends."""
        return self._raw


class _Queued(EmailMessage):
    """A mail that was put together when it was queued."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.subject, "", message.sender, list(message.recipients))
        self._raw = bytes(message.raw)

    def message(self, *args: object, **kwargs: object) -> Any:
        return _Bytes(self._raw)


@app.task(retry=RetryStrategy(max_attempts=ATTEMPTS, exponential_wait=5), pass_context=True)
def deliver(context: JobContext, message_id: str) -> None:
    """Send one queued message. What fails is tried again by the queue; after the last try it is ``failed``."""
    with transaction.atomic():
        # The lock makes a second worker with the same job wait and then find it sent.
        message = Message.objects.select_for_update().filter(id=UUID(message_id), status=MessageStatus.QUEUED).first()
        if message is None:
            return
        try:
            get_connection(settings.DELIVERY_BACKEND, **settings.DELIVERY_OPTIONS).send_messages([_Queued(message)])
        except Exception as error:  # whatever a mail server or a provider's library raises
            log.warning("Message %s was not delivered: %s", message.id, error)
            _note_failure(message, context, error)
            failed: Exception | None = error
        else:
            failed = None
            message.status, message.error, message.sent_at = MessageStatus.SENT, "", timezone.now()
            message.save()
    if failed:
        raise failed


def _note_failure(message: Message, context: JobContext, error: Exception) -> None:
    message.error = str(error)[:1000]
    if context.job and context.job.attempts + 1 >= ATTEMPTS:
        message.status = MessageStatus.FAILED
    message.save()

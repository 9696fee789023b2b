"""Composing a planned message, anew at each attempt: what it says is true when it is sent."""

from dataclasses import replace
from email.utils import parseaddr
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.core.mail import EmailMessage
from django.db import transaction
from django.utils import timezone

from notifications.kinds import NotYet, Skip, kind_by_slug
from notifications.layout import rendered
from notifications.limits import reason_to_skip, recipient_key
from notifications.models import Message, MessageStatus
from notifications.unsubscribing import reason_against_offer, unsubscribe_url


def mime_bytes(mail: EmailMessage) -> bytes:
    """Return the whole email with CRLF line ends, as mail servers expect."""
    # Django's MIME classes take ``linesep``; the standard library's, by which they are typed, don't.
    message: Any = mail.message()
    return bytes(message.as_bytes(linesep="\r\n"))


def compose(message: Message) -> None:
    """Compose a planned message that this worker has claimed, and store it; or store why it is skipped.

    Raises what its kind's function raises, NotYet after storing that, and Unclaimed if another worker took the message
    over meanwhile.
    """
    put_off = None
    with transaction.atomic():
        own = Message.objects.select_for_update().filter(
            id=message.id, status=MessageStatus.QUEUED, claimed_until=message.claimed_until
        )
        if not own.exists():
            raise Unclaimed
        try:
            _fill(message)
        except Skip as reason:
            _skip(message, str(reason))
        except ObjectDoesNotExist:
            _skip(message, "What it was about has been deleted.")
        except NotYet as later:
            put_off = later
            message.not_before, message.claimed_until, message.attempted_at = later.moment, None, None
            message.attempts -= 1
        message.save()
    if put_off:
        raise put_off


class Unclaimed(Exception):
    """Another worker sends the message, because this one's claim expired."""


def _fill(message: Message) -> None:
    planned = kind_by_slug(message.kind)
    email = planned.compose(message)
    kind = planned.kind.caused_by(email.cause) if email.cause else planned.kind
    message.cause, message.recipients, message.recipient_key = kind.cause, [email.to], recipient_key(email.to)
    message.subject, message.tells = " ".join(email.subject.split())[:998], email.tells
    reason = reason_against_offer(message.recipient_key) if kind.is_offer else ""
    if reason := reason or reason_to_skip(kind, message.recipient_key, but=message.id):
        _skip(message, reason)
        return
    mail = rendered(replace(email, unsubscribe_url=unsubscribe_url(message.recipient_key)) if kind.is_offer else email)
    # The same at each attempt, so that mail programs show an email that was sent twice as one.
    mail.extra_headers["Message-ID"] = f"<{message.id.hex}@{parseaddr(mail.from_email)[1].rpartition('@')[2]}>"
    message.sender, message.raw = mail.from_email, mime_bytes(mail)
    message.content_until = timezone.now() + kind.content_kept


def _skip(message: Message, reason: str) -> None:
    message.status, message.error, message.claimed_until = MessageStatus.SKIPPED, reason, None

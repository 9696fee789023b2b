"""Composes a planned message at each attempt, so that it is up to date when it is sent."""

from dataclasses import replace
from email.utils import parseaddr
from typing import Any

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.core.mail import EmailMessage
from django.db import transaction
from django.utils import timezone

from common.email_kinds import Cause
from notifications.kinds import MessageKind, NotYet, Skip, kind_by_slug
from notifications.layout import render_email
from notifications.limits import reason_to_skip, recipient_key
from notifications.models import AboutKind, Channel, Message, MessageStatus
from notifications.planning import plan
from notifications.reply_addresses import reply_address
from notifications.texting import (
    TEXTED_INSTEAD,
    ShortText,
    email_beside,
    reason_not_to_text,
    render_text,
    replaces_email,
    send_as_email,
    wants_text_beside,
)
from notifications.unsubscribing import reason_not_to_send_offer, unsubscribe_url
from texts.numbers import e164
from texts.preferences import TextingMode
from texts.quiet_hours import next_allowed


def mime_bytes(mail: EmailMessage) -> bytes:
    """Return the whole email with CRLF line ends, as mail servers expect."""
    # Django's MIME classes take ``linesep``, but are typed as the standard library's, which don't.
    message: Any = mail.message()
    return bytes(message.as_bytes(linesep="\r\n"))


def compose(message: Message) -> None:
    """Compose and store a planned message that this worker has claimed, or store why it is skipped.

    Raises Unclaimed if another worker has taken over the message, NotYet after postponing it, and any other error of
    the function that composes its kind.
    """
    postponed = None
    with transaction.atomic():
        own = Message.objects.select_for_update().filter(
            id=message.id, status=MessageStatus.QUEUED, claimed_until=message.claimed_until
        )
        if not own.exists():
            raise Unclaimed
        try:
            _compose_email(message)
        except Skip as reason:
            _skip(message, str(reason))
        except ObjectDoesNotExist:
            _skip(message, "What it was about has been deleted.")
        except NotYet as error:
            postponed = error
            message.not_before, message.claimed_until, message.attempted_at = error.moment, None, None
            message.attempts -= 1
        message.save()
    if postponed:
        raise postponed


class Unclaimed(Exception):
    """This worker's claim has expired, and another worker is sending the message."""


def _compose_email(message: Message) -> None:
    planned = kind_by_slug(message.kind)
    if message.channel == Channel.SMS:
        _compose_text(message, planned)
        return
    email = planned.compose(message)
    if isinstance(email, ShortText):
        raise TypeError(f"{message.kind} has no email")
    kind = planned.kind.caused_by(Cause(message.cause))
    message.recipients, message.recipient_key = [email.to.address], recipient_key(email.to.address)
    message.subject, message.tells = " ".join(email.subject.split())[:998], email.tells
    reason = reason_not_to_send_offer(message.recipient_key) if kind.is_offer else ""
    if reason := reason or reason_to_skip(kind, message.recipient_key, but=message.id):
        _skip(message, reason)
        return
    if email.text and wants_text_beside(message, email.text):
        now = timezone.now()
        later = moment if (moment := next_allowed(now)) > now else None
        once = message.occasion
        plan(planned, message.about_id, occasion=once, channel=Channel.SMS, not_before=later, cause=kind.cause)
        if replaces_email(email.text):
            _skip(message, TEXTED_INSTEAD)
            return
    if kind.is_offer:
        email = replace(email, unsubscribe_url=unsubscribe_url(message.recipient_key))
    reply_to = reply_address(message.about_kind, message.about_id)
    mail = render_email(email, reply_to=reply_to, has_thread=message.about_kind == AboutKind.QUOTE)
    # The same at each attempt, so that mail programs show an email that is sent twice only once.
    mail.extra_headers["Message-ID"] = f"<{message.id.hex}@{parseaddr(mail.from_email)[1].rpartition('@')[2]}>"
    message.sender, message.raw = mail.from_email, mime_bytes(mail)
    message.content_until = kind.keeps_content_until(timezone.now())


def _compose_text(message: Message, planned: MessageKind) -> None:
    """Compose a text from the email beside it; if the text may not be sent, send its news by email.

    Raises NotYet during quiet hours.
    """
    now = timezone.now()
    if (moment := next_allowed(now)) > now:
        raise NotYet(moment)
    composed = planned.compose(email_beside(message) or message)
    email = None if isinstance(composed, ShortText) else composed
    text = email.text if email else composed
    if not isinstance(text, ShortText):
        _skip_text(message, "What the text would say is no longer so.")
        return
    if text.preference.mode is TextingMode.NO_TEXTS:
        _skip_text(message, "They no longer want texts.")
        return
    kind = planned.kind.caused_by(Cause(message.cause))
    message.subject = " ".join(email.subject.split())[:998] if email else ""
    message.recipient_key = e164(text.preference.phone) or ""
    message.recipients = [message.recipient_key or text.preference.phone]
    reason = reason_not_to_text(text.preference)
    if reason := reason or reason_to_skip(kind.for_texts(), message.recipient_key, but=message.id):
        _skip_text(message, reason)
        return
    message.sender, message.raw = settings.TWILIO_NUMBER, render_text(text, message.recipient_key).encode()
    message.content_until = kind.keeps_content_until(now)


def _skip_text(message: Message, reason: str) -> None:
    _skip(message, reason)
    send_as_email(message, reason)


def _skip(message: Message, reason: str) -> None:
    message.status, message.error, message.claimed_until = MessageStatus.SKIPPED, reason, None

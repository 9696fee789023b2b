"""Channels to notify the owner directly, by email and text, not through the queue, which may be what has failed."""

from django.conf import settings
from django.core.mail import get_connection
from django.utils import timezone

from common.business import business
from notifications.layout import Email, Recipient, render_email
from notifications.models import Channel
from notifications.outbox_folder import write_to_outbox
from texts.short_texts import LONGEST, cut
from texts.twilio import send_text

VALID_FOR = 3600  # seconds that Twilio may take to deliver a text


def channels() -> list[Channel]:
    """Return the channels that are set up."""
    return [Channel.EMAIL, Channel.SMS] if settings.ALERT_PHONE and _texts_are_set_up() else [Channel.EMAIL]


def notify_owner(channel: str, subject: str, paragraphs: list[str]) -> None:
    """Send the owner an email, or a text with the subject and the first paragraph. Raises the provider's errors.

    Unlike texts to customers, alerts are also texted at night: the owner set ALERT_PHONE for that.
    """
    if channel == Channel.SMS:
        _text(f"{business().name}: {subject}. {paragraphs[0]}")
        return
    email = Email(
        to=Recipient(settings.ALERT_EMAIL or business().email),
        subject=subject,
        paragraphs=paragraphs,
        action=("Open the desk", "/admin"),
        closing="You're getting this email because alerts are sent to this address (ALERT_EMAIL).",
    )
    get_connection(settings.DELIVERY_BACKEND, **settings.DELIVERY_OPTIONS).send_messages([render_email(email)])


def _text(text: str) -> None:
    short = cut(" ".join(text.split()), LONGEST)
    if settings.TEXTS_TO_FOLDER:
        write_to_outbox(short.encode(), settings.ALERT_PHONE, "txt", timezone.now())
    else:
        send_text(to=settings.ALERT_PHONE, body=short, within=VALID_FOR)


def _texts_are_set_up() -> bool:
    return bool(settings.TEXTS_TO_FOLDER or (settings.SMS_REGISTERED and settings.TWILIO_NUMBER))

"""Telling the owner directly, by email and by text: not through the queue, which may be what is wrong."""

from django.conf import settings
from django.core.mail import get_connection
from django.utils import timezone

from common.business import business
from notifications.layout import Email, render_email
from notifications.models import Channel
from notifications.outbox_folder import write_to_outbox
from texts.short_texts import LONGEST, cut
from texts.twilio import send_text

VALID_FOR = 3600  # seconds that Twilio may take to pass a text on


def channels() -> list[Channel]:
    """Return the channels that are set up."""
    return [Channel.EMAIL, Channel.SMS] if settings.ALERT_PHONE and _texts_are_set_up() else [Channel.EMAIL]


def tell(channel: str, subject: str, paragraphs: list[str]) -> None:
    """Send the owner an email, or the subject and the first paragraph as a text. Raises what the channel raises.

    Alerts are texted at night, too: the owner gave the number for that.
    """
    if channel == Channel.SMS:
        _text(f"{business().name}: {subject}. {paragraphs[0]}")
        return
    email = Email(
        to=settings.ALERT_EMAIL or business().email,
        name="",
        subject=subject,
        paragraphs=paragraphs,
        action=("Open the desk", "/admin"),
        closing="You get this email because your address is the one for alerts (ALERT_EMAIL).",
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

"""Handing a text over to Twilio, or to the demo's outbox, and what follows if it can't be delivered."""

import datetime as dt

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from links.delivery import insert_link_into_text
from notifications.models import Message
from notifications.outbox_folder import write_to_outbox
from notifications.texting import send_as_email
from texts.consent import withdraw_consent
from texts.models import ConsentMethod
from texts.numbers import e164
from texts.quiet_hours import seconds_left
from texts.twilio import NOT_MOBILE, STOPPED, send_text

# The waits after each failed attempt. News can't wait longer: after the last attempt it goes by email. The first wait
# is long enough for a delivery report, which shows that a text was accepted although its response was lost.
TEXT_RETRY_DELAYS = [dt.timedelta(minutes=minutes) for minutes in (1, 2, 10, 30)]

REPORT_PATH = "/api/webhooks/twilio/status"


def send_composed_text(message: Message) -> str:
    """Send a text that was just composed; return Twilio's ID for it, "" in the demo. Raises NotAccepted."""
    text = insert_link_into_text(
        bytes(message.raw).decode(), about_kind=message.about_kind, about_id=message.about_id, message_id=message.id
    )
    if settings.TEXTS_TO_FOLDER:
        write_to_outbox(text.encode(), message.recipient, "txt", message.attempted_at or timezone.now())
        return ""
    report_to = f"{settings.SITE_URL}{REPORT_PATH}?message={message.id}"
    return send_text(to=message.recipient, body=text, report_to=report_to, within=seconds_left(timezone.now()))


@transaction.atomic
def handle_undeliverable_text(message: Message, reason: str, code: int | None) -> None:
    """Tell by email what a text could not tell, for the ``reason``; ``code`` is Twilio's.

    If the number has stopped our texts, or can't receive any, consent for it ends.
    """
    number = e164(message.recipient)
    if number and code == STOPPED:
        withdraw_consent(number=number, method=ConsentMethod.REFUSED)
    elif number and code in NOT_MOBILE:
        withdraw_consent(number=number, method=ConsentMethod.NOT_MOBILE)
    send_as_email(message, reason)

"""Sends texts through Twilio or to the demo's outbox, and falls back to email for those that can't be delivered."""

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

# The delays after failed attempts. News can't wait longer: after the last attempt it goes by email. The first delay
# leaves time for a delivery report, which shows that a text was accepted although the response was lost.
TEXT_RETRY_DELAYS = [dt.timedelta(minutes=minutes) for minutes in (1, 2, 10, 30)]

REPORT_PATH = "/api/webhooks/twilio/status"


def send_composed_text(message: Message) -> str:
    """Send a text that was just composed; return Twilio's ID for it, or "" in the demo. Raises NotAccepted."""
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
    """Send the news of a text by email instead, for ``reason``; ``code`` is Twilio's error code.

    If the recipient has opted out at the carrier or the number can't receive texts, withdraw its consent.
    """
    number = e164(message.recipient)
    if number and code == STOPPED:
        withdraw_consent(number=number, method=ConsentMethod.REFUSED)
    elif number and code in NOT_MOBILE:
        withdraw_consent(number=number, method=ConsentMethod.NOT_MOBILE)
    send_as_email(message, reason)

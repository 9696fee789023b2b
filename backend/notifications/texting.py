"""News by text, beside an email or instead of one.

All news is planned as an email. Composing the email decides whether a text is planned beside it, for the same occasion,
and whether the email is then skipped. The text is composed again when it is sent, so it is up to date even after
waiting for the morning. If it can't be sent or delivered, the email that it replaced is sent after all.
"""

from dataclasses import dataclass

from django.conf import settings
from django.db.models import F
from django.db.models.functions import Collate

from common.business import business
from links.delivery import PLACEHOLDER_PATH, TOKEN_LENGTH
from notifications.models import Channel, Message, MessageStatus
from notifications.queueing import queue_delivery
from texts.consent import latest_event, reason_against_texting
from texts.numbers import e164
from texts.preferences import TextingMode, TextingPreference
from texts.short_texts import LONGEST, cut, length_of

TEXTED_INSTEAD = "Sent as a text instead."
_HOW_TO_STOP = " Msg & data rates may apply. Reply HELP for help, STOP to stop."


@dataclass(frozen=True)
class ShortText:
    """News in a text: ``body`` is a sentence or two, between the business's name and the link to ``path``.

    ``replaces_email``: those who chose texts instead of emails get no email. Prices, invoices, receipts and calendar
    files always go by email too.
    """

    preference: TextingPreference
    body: str
    path: str = PLACEHOLDER_PATH
    replaces_email: bool = False


def reason_not_to_text(preference: TextingPreference) -> str:
    """Return why a text that the recipient wants can't be sent, for the outbox, or ""."""
    if not settings.TEXTS_TO_FOLDER:
        for name in ("TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_NUMBER", "SMS_REGISTERED"):
            if not getattr(settings, name):
                return f"{name} is not set"
    number = e164(preference.phone)
    return reason_against_texting(number) if number else f"{preference.phone} is not a number that can be texted."


def wants_text_beside(message: Message, text: ShortText | None) -> bool:
    """Return whether to plan a text beside the email ``message``, which is being composed.

    If the recipient wants texts and can't get one, set ``message.not_texted`` to the reason. An email that is sent
    because its text failed gets no text again.
    """
    if text is None or text.preference.mode is TextingMode.NO_TEXTS or message.not_texted:
        return False
    message.not_texted = reason_not_to_text(text.preference)
    return not message.not_texted


def replaces_email(text: ShortText) -> bool:
    """Return whether the text is sent instead of the email."""
    return text.replaces_email and text.preference.mode is TextingMode.INSTEAD


def email_beside(message: Message) -> Message | None:
    """Return the email beside a text, locked; None if the text was planned without one."""
    same = Message.objects.select_for_update().filter(
        kind=message.kind, about_kind=message.about_kind, about_id=message.about_id, occasion=message.occasion
    )
    return same.filter(channel=Channel.EMAIL).first()


def send_as_email(message: Message, reason: str) -> None:
    """Send the email that the text ``message`` replaced, since the text failed for ``reason``.

    If the email was not replaced, only store the reason with it. Call it in a transaction.
    """
    email = email_beside(message)
    if email is None:
        return
    email.not_texted = email.not_texted or reason
    if email.status == MessageStatus.SKIPPED and email.error == TEXTED_INSTEAD:
        email.status, email.error, email.not_before = MessageStatus.QUEUED, "", None
        queue_delivery(email.id, Channel.EMAIL)
    email.save(update_fields=["status", "error", "not_before", "not_texted", "updated_at"])


def render_text(text: ShortText, number: str) -> str:
    """Return the whole text to ``number`` (E.164), at most 320 characters with the private link that replaces the
    placeholder later. The first one since consent was last given says how to stop.
    """
    start = f"{business().name}: "
    link = f" {settings.SITE_URL}{text.path}" if text.path else ""
    end = link + ("" if _was_texted(number) else _HOW_TO_STOP)
    token = TOKEN_LENGTH if text.path == PLACEHOLDER_PATH else 0
    return start + cut(" ".join(text.body.split()), LONGEST - length_of(start + end) - token) + end


def _was_texted(number: str) -> bool:
    """Return whether a text was sent to ``number`` (E.164) since consent for it was last given."""
    consent = latest_event(number)
    to_number = Message.objects.alias(address=Collate(F("recipient_key"), "C")).filter(address=number)
    texts = to_number.filter(channel=Channel.SMS, status=MessageStatus.SENT)
    return consent is not None and texts.filter(sent_at__gte=consent.created_at).exists()

"""News by text: beside an email, or instead of one.

What is told is always planned as an email. Composing the email decides whether a text is planned beside it, for the
same occasion, and whether the email is then left out. The text is composed again when it is sent, so it waits for the
morning and still says what is true. If it can't be sent or delivered, the email that it replaced goes out after all.
"""

from dataclasses import dataclass

from django.conf import settings

from common.business import business
from links.delivery import PLACEHOLDER_PATH, TOKEN_LENGTH
from notifications.models import Channel, Message, MessageStatus
from notifications.queueing import queue_delivery
from texts.consent import reason_against_texting
from texts.numbers import e164
from texts.preferences import TextingMode, TextingPreference
from texts.short_texts import LONGEST, cut, length_of

TEXTED_INSTEAD = "Sent as a text instead."
_HOW_TO_STOP = " Msg & data rates may apply. Reply HELP for help, STOP to stop."


@dataclass(frozen=True)
class ShortText:
    """News in a text: ``body`` in a sentence or two, after the business's name and before the link to ``path``.

    ``replaces_email``: those who chose texts get no email besides. Prices, invoices, receipts and calendar files
    always go by email too. ``says_how_to_stop`` is for the first text about something.
    """

    preference: TextingPreference
    body: str
    path: str = PLACEHOLDER_PATH
    replaces_email: bool = False
    says_how_to_stop: bool = False


def reason_not_to_text(preference: TextingPreference) -> str:
    """Return why a text that is wanted can't be sent, for the outbox, or ""."""
    if not settings.TEXTS_TO_FOLDER:
        for name in ("TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_NUMBER", "SMS_REGISTERED"):
            if not getattr(settings, name):
                return f"{name} is not set"
    number = e164(preference.phone)
    return reason_against_texting(number) if number else f"{preference.phone} is not a number that can be texted."


def wants_text_beside(message: Message, text: ShortText | None) -> bool:
    """Return whether a text goes out beside the email ``message``, which is being composed; store why not if it was
    wanted. An email that goes out because its text could not has no text again.
    """
    if text is None or text.preference.mode is TextingMode.NO_TEXTS or message.not_texted:
        return False
    message.not_texted = reason_not_to_text(text.preference)
    return not message.not_texted


def replaces_email(text: ShortText) -> bool:
    """Return whether the text goes out instead of the email."""
    return text.replaces_email and text.preference.mode is TextingMode.INSTEAD


def email_beside(message: Message) -> Message | None:
    """Return the email of the same occasion as a text, locked; None if the text was planned on its own."""
    same = Message.objects.select_for_update().filter(
        kind=message.kind, about_kind=message.about_kind, about_id=message.about_id, occasion=message.occasion
    )
    return same.filter(channel=Channel.EMAIL).first()


def send_as_email(message: Message, reason: str) -> None:
    """Tell by email what the text ``message`` could not tell, for the ``reason``; call it in a transaction.

    If the email went out anyway, only the reason is stored with it.
    """
    email = email_beside(message)
    if email is None:
        return
    email.not_texted = email.not_texted or reason
    if email.status == MessageStatus.SKIPPED and email.error == TEXTED_INSTEAD:
        email.status, email.error, email.not_before = MessageStatus.QUEUED, "", None
        queue_delivery(email.id, Channel.EMAIL)
    email.save(update_fields=["status", "error", "not_before", "not_texted", "updated_at"])


def render_text(text: ShortText) -> str:
    """Return the whole text, at most 320 characters with the private link that replaces the placeholder later."""
    start = f"{business().name}: "
    link = f" {settings.SITE_URL}{text.path}" if text.path else ""
    end = link + (_HOW_TO_STOP if text.says_how_to_stop else "")
    token = TOKEN_LENGTH if text.path == PLACEHOLDER_PATH else 0
    return start + cut(" ".join(text.body.split()), LONGEST - length_of(start + end) - token) + end

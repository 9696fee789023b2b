"""Texts to the business's number."""

from django.db import transaction

from replies.models import InboundKind
from replies.receiving import store
from replies.words import HELP_WORDS, MAY_BE_ABOUT_WORK, START_WORDS, STOP_WORDS, keyword
from texts.consent import give_consent, latest_event, withdraw_consent
from texts.models import ConsentMethod
from texts.numbers import e164

# A text has at most 1,600 characters (Twilio, "Messages").
_LONGEST = 5000


@transaction.atomic
def receive_text(form: dict[str, str]) -> None:
    """Store a text as Twilio reports it. Keywords such as STOP take effect immediately, because texts to the number may
    be waiting in the queue. Twilio replies to keywords itself.
    """
    body = form.get("Body", "").replace("\x00", "")[:_LONGEST]
    number = e164(form.get("From", ""))
    word = keyword(body)
    ignored = _reason_to_ignore(form, number, word)
    row = store(
        kind=InboundKind.TEXT,
        provider_id=form["MessageSid"][:100],
        sender=number or form.get("From", ""),
        contents={"body": body, "pictures": _picture_count(form.get("NumMedia", ""))},
        ignored="" if word in MAY_BE_ABOUT_WORK else ignored,
    )
    if row and number and ignored:
        _apply_keyword(word, number)


def _reason_to_ignore(form: dict[str, str], number: str | None, word: str) -> str:
    """Return why a text is neither a comment nor a question, or ""."""
    if number is None:
        return "It has no number to reply to"
    if word in STOP_WORDS or form.get("OptOutType") == "STOP":
        return f"{word}: texts to this number are off"
    if word in HELP_WORDS:
        return f"{word}: Twilio replies"
    if word in START_WORDS and latest_event(number):
        return f"{word}: texts to this number are on again"
    return ""


def _apply_keyword(word: str, number: str) -> None:
    if word in START_WORDS:  # only if they consented before, so they know what they will get
        give_consent(number=number, wording=word, method=ConsentMethod.TEXT)
    elif word not in HELP_WORDS:
        withdraw_consent(number=number, method=ConsentMethod.TEXT, wording=word)


def _picture_count(text: str) -> int:
    return min(int(text), 10) if text.isascii() and text.isdecimal() else 0

"""What a text asks for, by its words alone."""

import re
from collections.abc import Mapping
from uuid import UUID

from texts.consent import numbers_with_consent

# Twilio stops its texts at these words by itself and tells the sender so (Twilio, "Support for opt-out keywords");
# we record them. They count in any capitalization.
STOP_WORDS = {
    "STOP", "STOPALL", "QUIT", "END", "REVOKE", "OPTOUT", "OPT OUT", "CANCEL", "UNSUBSCRIBE",
}  # fmt: skip
START_WORDS = {"START", "UNSTOP"}
# Twilio replies to these with the business's name and how to stop.
HELP_WORDS = {"HELP", "INFO"}

_WISH_TO_STOP = re.compile(
    r"\b(stop|unsubscribe|opt(ing)?[ -]?(me )?out|quit|cease)\b"
    r"|\b(don'?t|do not|no more|never|not) (\w+ ){0,4}(text|texts|texting|message|messages|messaging|sms)\b"
    r"|\b(remove|delete|take) (\w+ ){0,4}(from|off)\b.*\b(list|texts?|number)\b"
    r"|\b(remove|delete) (me|my (phone )?number)\b"
    r"|\b(wrong (number|person)|leave me alone)\b"
    r"|\bturn (\w+ ){0,3}off\b.*\b(texts?|messages?)\b|\bturn off (\w+ ){0,3}(texts?|messages?)\b",
    re.IGNORECASE,
)


def keyword(text: str) -> str:
    """Return the text as the words above are written; punctuation at its end does not count."""
    return " ".join(text.split()).strip(" .!\"'").upper()


def reads_like_a_wish_to_stop(text: str) -> bool:
    """Return whether staff should ask themselves if the sender wants no more texts. STOP itself is not among these."""
    return bool(_WISH_TO_STOP.search(text.replace("\u2019", "'")))


def wishes_for_no_texts(texts: Mapping[UUID, tuple[str | None, str]]) -> set[UUID]:
    """Return the IDs of those texts, each a number (E.164) and its words, that read like a wish for no more texts,
    where texts to the number are on. It costs one query at most.
    """
    wishes = {key: number for key, (number, words) in texts.items() if number and reads_like_a_wish_to_stop(words)}
    texted = numbers_with_consent(set(wishes.values()))
    return {key for key, number in wishes.items() if number in texted}

"""Keywords in texts, and phrases that ask for no more texts, in whatever way they reach us."""

import re
from collections.abc import Collection, Mapping
from typing import NamedTuple
from uuid import UUID

from texts.consent import numbers_with_consent

# Twilio blocks further texts after one of these and confirms it to the sender ("Support for opt-out keywords"). We
# record it. Case does not matter.
STOP_WORDS = {
    "STOP", "STOPALL", "QUIT", "END", "REVOKE", "OPTOUT", "OPT OUT", "CANCEL", "UNSUBSCRIBE",
}  # fmt: skip
# Twilio takes it for "no more texts", but it may mean the visit or the tree that our last text was about.
MAY_BE_ABOUT_WORK = {"CANCEL"}
START_WORDS = {"START", "UNSTOP"}
# Twilio replies to these with the business's name and opt-out instructions.
HELP_WORDS = {"HELP", "INFO"}

_ASKS_TO_STOP = re.compile(
    r"\b(stop|unsubscribe|opt(ing)?[ -]?(me )?out|quit|cease)\b"
    r"|\b(don'?t|do not|no more|never|not) (\w+ ){0,4}(text|texts|texting|message|messages|messaging|sms)\b"
    r"|\b(remove|delete|take) (\w+ ){0,4}(from|off)\b.*\b(list|texts?|number)\b"
    r"|\b(remove|delete) (me|my (phone )?number)\b"
    r"|\b(wrong (number|person)|leave me alone)\b"
    r"|\bturn (\w+ ){0,3}off\b.*\b(texts?|messages?)\b|\bturn off (\w+ ){0,3}(texts?|messages?)\b",
    re.IGNORECASE,
)
_NAMES_TEXTS = re.compile(r"\b(texts?|texting|sms)\b", re.IGNORECASE)
_SENTENCE_ENDS = re.compile(r"[.!?\n]+")


def keyword(text: str) -> str:
    """Normalize a text for comparison with the keywords: uppercase, without surrounding quotes and punctuation."""
    return " ".join(text.split()).strip(" .!\"'").upper()


def seems_to_opt_out(words: str, *, is_text: bool) -> bool:
    """Return whether a message may ask for no more texts, so that staff should decide. It is a guess by phrases;
    keywords such as STOP are handled before it is called.

    In an email or a comment, the same sentence has to name texts: "stop" alone is about something else there.
    """
    straight = words.replace("\u2019", "'")
    if is_text:
        return bool(_ASKS_TO_STOP.search(straight))
    sentences = _SENTENCE_ENDS.split(straight)
    return any(_NAMES_TEXTS.search(each) and _ASKS_TO_STOP.search(each) for each in sentences)


class Written(NamedTuple):
    """What someone wrote, and the numbers (E.164) that belong to them."""

    words: str
    is_text: bool
    numbers: Collection[str]


def find_opt_outs(messages: Mapping[UUID, Written]) -> set[UUID]:
    """Return the IDs of ``messages`` that seem to opt out, and with a number that may be texted. Costs at most one
    query.
    """
    numbers = {
        key: set(message.numbers)
        for key, message in messages.items()
        if seems_to_opt_out(message.words, is_text=message.is_text)
    }
    with_consent = numbers_with_consent(set().union(*numbers.values()))
    return {key for key in numbers if numbers[key] & with_consent}

"""Keywords in texts, and phrases that ask for no more texts."""

import re
from collections.abc import Collection, Mapping
from uuid import UUID

from texts.consent import numbers_with_consent

# Twilio blocks further texts after one of these and confirms it to the sender ("Support for opt-out keywords"). We
# record it. Case does not matter.
STOP_WORDS = {
    "STOP", "STOPALL", "QUIT", "END", "REVOKE", "OPTOUT", "OPT OUT", "CANCEL", "UNSUBSCRIBE",
}  # fmt: skip
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


def keyword(text: str) -> str:
    """Normalize a text for comparison with the keywords: uppercase, without surrounding quotes and punctuation."""
    return " ".join(text.split()).strip(" .!\"'").upper()


def seems_to_opt_out(text: str) -> bool:
    """Return whether a text may ask for no more texts, so that staff should decide. It is a guess by phrases; keywords
    such as STOP are handled before it is called.
    """
    return bool(_ASKS_TO_STOP.search(text.replace("\u2019", "'")))


def find_opt_outs(texts: Mapping[UUID, tuple[Collection[str], str]]) -> set[UUID]:
    """Return the IDs of ``texts`` (each its sender's numbers in E.164 and its words) that seem to opt out, and with a
    number that may be texted. Costs at most one query.
    """
    numbers = {key: set(numbers) for key, (numbers, words) in texts.items() if seems_to_opt_out(words)}
    with_consent = numbers_with_consent(set().union(*numbers.values()))
    return {key for key in numbers if numbers[key] & with_consent}

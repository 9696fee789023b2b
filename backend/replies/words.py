"""What a text asks for, by its words alone."""

import re

from texts.consent import may_text

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


def wants_no_texts(number: str | None, text: str) -> bool:
    """Return whether texts to ``number`` (E.164) are on and its ``text`` reads like a wish for none."""
    return bool(number) and reads_like_a_wish_to_stop(text) and may_text(number or "")

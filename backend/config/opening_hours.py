"""Opening hours as schema.org writes them, such as ``Mo-Fr 08:00-17:00, Sa 09:00-12:00``, in words."""

import re
from datetime import time

from django.core.exceptions import ImproperlyConfigured

_DAYS = {"Mo": "Mon", "Tu": "Tue", "We": "Wed", "Th": "Thu", "Fr": "Fri", "Sa": "Sat", "Su": "Sun"}
_DAY = "|".join(_DAYS)
_SPAN = re.compile(rf"({_DAY})(?:-({_DAY}))? (\d\d:\d\d)-(\d\d:\d\d)")


def in_words(hours: str) -> str:
    """Return "Mon-Fri 8:00 AM-5:00 PM, Sat 9:00 AM-12:00 PM", or "" for none. Raises ImproperlyConfigured."""
    return ", ".join(_span_in_words(span.strip()) for span in hours.split(",") if span.strip())


def _span_in_words(span: str) -> str:
    match = _SPAN.fullmatch(span)
    if not match:
        raise _unreadable(span)
    first, last, opens, closes = match.groups()
    days = f"{_DAYS[first]}-{_DAYS[last]}" if last else _DAYS[first]
    try:
        return f"{days} {_time_in_words(opens)}-{_time_in_words(closes)}"
    except ValueError:
        raise _unreadable(span) from None


def _time_in_words(text: str) -> str:
    moment = time.fromisoformat(text)
    return f"{moment.hour % 12 or 12}:{moment.minute:02} {'AM' if moment.hour < 12 else 'PM'}"


def _unreadable(span: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(
        f"BUSINESS_OPENING_HOURS must be like Mo-Fr 08:00-17:00, Sa 09:00-12:00 and not {span!r}"
    )

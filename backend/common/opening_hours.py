"""Opening hours in schema.org's format (``Mo-Fr 08:00-17:00, Sa 09:00-12:00``), and their readable form."""

import re
from datetime import time

_DAYS = {"Mo": "Mon", "Tu": "Tue", "We": "Wed", "Th": "Thu", "Fr": "Fri", "Sa": "Sat", "Su": "Sun"}
_DAY = "|".join(_DAYS)
_SPAN = re.compile(rf"({_DAY})(?:-({_DAY}))? (\d\d:\d\d)-(\d\d:\d\d)")


def spans(hours: str) -> list[str]:
    """Return the parts of ``hours``, each with its days and times."""
    return [part for span in hours.split(",") if (part := span.strip())]


def in_words(hours: str) -> str:
    """Return "Mon-Fri 8:00 AM-5:00 PM, Sat 9:00 AM-12:00 PM", or "" for none. Raises ValueError."""
    return ", ".join(_span_in_words(span) for span in spans(hours))


def _span_in_words(span: str) -> str:
    match = _SPAN.fullmatch(span)
    if not match:
        raise _unreadable(span)
    first, last, opens, closes = match.groups()
    days = f"{_DAYS[first]}-{_DAYS[last]}" if last else _DAYS[first]
    try:
        times = time.fromisoformat(opens), time.fromisoformat(closes)
    except ValueError:
        raise _unreadable(span) from None
    if times[0] >= times[1]:
        raise ValueError(f"The closing time must be after the opening time, not {span!r}")
    return f"{days} {_time_in_words(times[0])}-{_time_in_words(times[1])}"


def _time_in_words(moment: time) -> str:
    return f"{moment.hour % 12 or 12}:{moment.minute:02} {'AM' if moment.hour < 12 else 'PM'}"


def _unreadable(span: str) -> ValueError:
    return ValueError(f"Opening hours must be like Mo-Fr 08:00-17:00, Sa 09:00-12:00 and not {span!r}")

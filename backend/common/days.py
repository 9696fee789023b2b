"""Calendar days and clock times in Eastern time."""

import datetime as dt

from django.utils import timezone


def in_words(day: dt.date) -> str:
    """Return a day as people read it: "Sat, Dec 5"."""
    return f"{day:%a, %b} {day.day}"


def eastern(day: dt.date, time: dt.time) -> dt.datetime:
    """Return the instant of a clock time on a day in Eastern time."""
    return timezone.make_aware(dt.datetime.combine(day, time))

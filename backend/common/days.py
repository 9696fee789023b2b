"""Calendar days and clock times in Eastern time."""

import datetime as dt

from django.utils import timezone


def in_words(day: dt.date) -> str:
    """Return a day as people read it: "Sat, Dec 5"."""
    return f"{day:%a, %b} {day.day}"


def day_and_time(instant: dt.datetime) -> str:
    """Return an instant (UTC) as "Tue, Dec 1 at 9:00 AM" in Eastern time."""
    return f"{in_words(timezone.localdate(instant))} at {time_of_day(instant)}"


def time_of_day(instant: dt.datetime) -> str:
    """Return an instant (UTC) as "9:00 AM" in Eastern time."""
    return f"{timezone.localtime(instant):%-I:%M %p}"


def eastern(day: dt.date, time: dt.time) -> dt.datetime:
    """Return the instant of a clock time on a day in Eastern time."""
    return timezone.make_aware(dt.datetime.combine(day, time))

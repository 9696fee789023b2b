"""Calendar days and clock times in Eastern time."""

import datetime as dt

from django.utils import timezone


def in_words(day: dt.date) -> str:
    """Return a date as "Sat, Dec 5"."""
    return f"{day:%a, %b} {day.day}"


def in_full(day: dt.date) -> str:
    """Return a date as "December 5, 2026", and an instant (UTC) as its date in Eastern time."""
    return f"{timezone.localdate(day) if isinstance(day, dt.datetime) else day:%B %-d, %Y}"


def day_and_time(instant: dt.datetime) -> str:
    """Return an instant (UTC) as "Tue, Dec 1 at 9:00 AM" in Eastern time."""
    return f"{in_words(timezone.localdate(instant))} at {time_of_day(instant)}"


def time_of_day(instant: dt.datetime) -> str:
    """Return an instant (UTC) as "9:00 AM" in Eastern time."""
    return f"{timezone.localtime(instant):%-I:%M %p}"


def first_days(day: dt.date, months: int) -> list[dt.date]:
    """Return the first day of each of the last ``months`` months, oldest first. ``day`` is in the last one."""
    last = day.year * 12 + day.month - 1
    return [dt.date(month // 12, month % 12 + 1, 1) for month in range(last - months + 1, last + 1)]


def eastern(day: dt.date, time: dt.time) -> dt.datetime:
    """Return the instant of a time of day in Eastern time."""
    return timezone.make_aware(dt.datetime.combine(day, time))


def midnight(day: dt.date) -> dt.datetime:
    """Return the instant at which a day begins in Eastern time."""
    return eastern(day, dt.time())

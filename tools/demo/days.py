"""The demo's dates, counted from today, so that it is always mid-season."""

import datetime as dt

from django.utils import timezone


def ago(days: float) -> dt.datetime:
    """Return the time ``days`` before now."""
    return timezone.now() - dt.timedelta(days=days)


def day(days: int) -> dt.date:
    """Return the date ``days`` from today, in the business's time zone."""
    return timezone.localdate() + dt.timedelta(days=days)


def morning(days: int) -> dt.datetime:
    """Return 9 AM, in the business's time zone, ``days`` from today."""
    return timezone.make_aware(dt.datetime.combine(day(days), dt.time(9)))

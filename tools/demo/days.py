"""Days of the demo, reckoned from today, so that it always stands in the middle of its season."""

import datetime as dt

from django.utils import timezone


def ago(days: float) -> dt.datetime:
    """The instant so many days before now."""
    return timezone.now() - dt.timedelta(days=days)


def day(days: int) -> dt.date:
    """The calendar day so many days from today, where the business lives."""
    return timezone.localdate() + dt.timedelta(days=days)


def morning(days: int) -> dt.datetime:
    """Nine in the morning, where the business lives, so many days from today."""
    return timezone.make_aware(dt.datetime.combine(day(days), dt.time(9)))

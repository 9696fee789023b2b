"""Seasons: the business year runs from July to June, so that a winter and its takedowns are in one season."""

import datetime as dt
from dataclasses import dataclass

from django.utils import timezone

_FIRST_MONTH = 7


@dataclass(frozen=True)
class Season:
    """A season, named for the year it starts in: 2026 is July 2026 to June 2027. Days are in Eastern time."""

    year: int

    @property
    def first(self) -> dt.date:
        return dt.date(self.year, _FIRST_MONTH, 1)

    @property
    def before(self) -> "Season":
        return Season(self.year - 1)


def season_of(day: dt.date | None = None) -> Season:
    """Return the season of ``day`` (default: today in Eastern time)."""
    day = day or timezone.localdate()
    return Season(day.year if day.month >= _FIRST_MONTH else day.year - 1)

"""The business year: a season runs from July to June, so that one winter with its takedowns lies in one season."""

import datetime as dt
from dataclasses import dataclass

from django.utils import timezone

_FIRST_MONTH = 7


@dataclass(frozen=True)
class Season:
    """A season, named for the year it starts in: 2026 is July 2026 to June 2027. Days are the business's own."""

    year: int

    @property
    def first(self) -> dt.date:
        """The first day."""
        return dt.date(self.year, _FIRST_MONTH, 1)

    @property
    def last(self) -> dt.date:
        """The last day."""
        return dt.date(self.year + 1, _FIRST_MONTH, 1) - dt.timedelta(days=1)

    @property
    def before(self) -> "Season":
        """The season before."""
        return Season(self.year - 1)


def season_of(day: dt.date | None = None) -> Season:
    """The season that ``day`` lies in; today's, where the business lives, if none is named."""
    day = day or timezone.localdate()
    return Season(day.year if day.month >= _FIRST_MONTH else day.year - 1)

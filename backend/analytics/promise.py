"""Count how often the promise of a response within 24 hours is kept."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from analytics.counters import Count, read_counters
from common.literals import written_out
from common.postgres.replica import is_report
from common.response_deadlines import RESPONSE_TIME
from common.seasons import Season, season_of
from quotes.models import OPEN_QUESTIONS, WAITING_QUOTES, Question, Quote
from replies.models import OPEN_INQUIRIES, Inquiry
from trees.models import WAITING_ORDERS, TreeOrder


@is_report
def season_promise() -> dict[str, Any]:
    """Return this season's numbers; see ``DeskPromiseOutput``."""
    season = season_of()
    # Few rows are waiting at any time, and partial indexes find them.
    waiting: tuple[QuerySet[Any], ...] = (
        Quote.objects.filter(written_out(WAITING_QUOTES)),
        Question.objects.filter(written_out(OPEN_QUESTIONS)),
        Inquiry.objects.filter(written_out(OPEN_INQUIRIES)),
        TreeOrder.objects.filter(written_out(WAITING_ORDERS)),
    )
    late = timezone.now() - RESPONSE_TIME
    return {
        "season": f"{season.year}-{(season.year + 1) % 100:02}",
        **count_responses(season, read_counters("promise", since=season.first)),
        "open": sum(rows.count() for rows in waiting),
        "overdue": sum(rows.filter(created_at__lt=late).count() for rows in waiting),
    }


def count_responses(season: Season, counts: Iterable[Count]) -> dict[str, Any]:
    """Return a season's numbers from the counters of the metric ``promise``."""
    numbers: dict[str, int] = defaultdict(int)
    for row in counts:
        if row.metric == "promise" and row.day == season.first:
            numbers[row.key] += row.number
    on_time, late = numbers["on_time"], numbers["late"]
    counted = on_time + late
    return {
        "answered": numbers["answered"],
        "onTime": on_time,
        "late": late,
        "triedInTime": numbers["tried_in_time"],
        "percent": percent(on_time, counted) if counted else None,
    }


def percent(part: int, whole: int) -> int:
    """Return ``part`` as a percentage of ``whole``, rounded half up; 0 if ``whole`` is 0."""
    return (200 * part + whole) // (2 * whole) if whole else 0

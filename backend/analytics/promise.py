"""How the promise of an answer within 24 hours is kept."""

from typing import Any

from django.utils import timezone

from analytics.counters import read_counts
from common.literals import written_out
from common.response_deadlines import RESPONSE_TIME
from common.seasons import season_of
from quotes.models import WAITING_QUOTES, Quote
from trees.models import WAITING_ORDERS, TreeOrder


def promise_of_season() -> dict[str, Any]:
    """This season's figures, as ``DeskPromiseOutput`` says what they are."""
    season = season_of()
    counts = {row.key: row.number for row in read_counts("promise", since=season.first) if row.day == season.first}
    answered, on_time = counts.get("answered", 0), counts.get("on_time", 0)
    # Whoever waits is few, and has an index of their own.
    waiting = [Quote.objects.filter(written_out(WAITING_QUOTES)), TreeOrder.objects.filter(written_out(WAITING_ORDERS))]
    late = timezone.now() - RESPONSE_TIME
    return {
        "season": f"{season.year}-{(season.year + 1) % 100:02}",
        "answered": answered,
        "onTime": on_time,
        "late": answered - on_time,
        "open": sum(rows.count() for rows in waiting),
        "overdue": sum(rows.filter(created_at__lt=late).count() for rows in waiting),
        "percent": (200 * on_time + answered) // (2 * answered) if answered else None,
    }

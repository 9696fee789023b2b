"""How often the promise of a reply within 24 hours is kept."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from analytics.counters import read_counters
from common.literals import written_out
from common.response_deadlines import RESPONSE_TIME
from common.seasons import season_of
from quotes.models import WAITING_QUOTES, Quote
from trees.models import WAITING_ORDERS, TreeOrder


def season_promise() -> dict[str, Any]:
    """Return this season's numbers; see ``DeskPromiseOutput``."""
    season = season_of()
    counts = {row.key: row.number for row in read_counters("promise", since=season.first) if row.day == season.first}
    answered, on_time = counts.get("answered", 0), counts.get("on_time", 0)
    # Few rows wait for a reply, and they have a partial index.
    waiting: tuple[QuerySet[Any], ...] = (
        Quote.objects.filter(written_out(WAITING_QUOTES)),
        TreeOrder.objects.filter(written_out(WAITING_ORDERS)),
    )
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

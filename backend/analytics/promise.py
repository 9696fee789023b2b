"""How the promise of an answer within 24 hours is kept."""

from typing import Any

from django.db import connection
from django.utils import timezone

from analytics.counters import read_counts
from common.response_deadlines import RESPONSE_TIME
from common.seasons import season_of

# Whoever waits is few, and has an index of their own.
_WAITING = """
    SELECT count(*), count(*) FILTER (WHERE created_at + %(within)s < %(now)s)
    FROM (
        SELECT created_at FROM quotes_quote WHERE waiting UNION ALL SELECT created_at FROM trees_treeorder WHERE waiting
    ) AS waiting
"""


def promise_of_season() -> dict[str, Any]:
    """This season's figures, as ``DeskPromiseOutput`` says what they are."""
    season = season_of()
    counts = {row.key: row.number for row in read_counts("promise", since=season.first) if row.day == season.first}
    answered, on_time = counts.get("answered", 0), counts.get("on_time", 0)
    values: dict[str, Any] = {"within": RESPONSE_TIME, "now": timezone.now()}
    with connection.cursor() as cursor:
        cursor.execute(_WAITING, values)
        waiting, overdue = cursor.fetchone()
    return {
        "season": f"{season.year}-{(season.year + 1) % 100:02}",
        "answered": answered,
        "onTime": on_time,
        "late": answered - on_time,
        "open": waiting,
        "overdue": overdue,
        "percent": (200 * on_time + answered) // (2 * answered) if answered else None,
    }

"""How the promise of an answer within 24 hours is kept."""

import datetime as dt
from typing import Any

from django.db import connection
from django.utils import timezone

from common.promises import ANSWER_WITHIN
from common.seasons import season_of

_COUNTS = """
    SELECT count(*), count(*) FILTER (WHERE answered_at <= created_at + %(within)s)
    FROM (
        SELECT created_at, answered_at FROM quotes_quote WHERE created_at >= %(since)s AND answered_at IS NOT NULL
        UNION ALL
        SELECT created_at, answered_at FROM trees_treeorder WHERE created_at >= %(since)s AND answered_at IS NOT NULL
    ) AS answered
"""
_WAITING = """
    SELECT count(*), count(*) FILTER (WHERE created_at + %(within)s < %(now)s)
    FROM (
        SELECT created_at FROM quotes_quote WHERE waiting UNION ALL SELECT created_at FROM trees_treeorder WHERE waiting
    ) AS waiting
"""


def promise_of_season() -> dict[str, Any]:
    """This season's figures, as ``DeskPromiseOutput`` says what they are."""
    season = season_of()
    since = timezone.make_aware(dt.datetime.combine(season.first, dt.time()))
    values: dict[str, Any] = {"within": ANSWER_WITHIN, "since": since, "now": timezone.now()}
    with connection.cursor() as cursor:
        cursor.execute(_COUNTS, values)
        answered, on_time = cursor.fetchone()
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

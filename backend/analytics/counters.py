"""Read, compact and repair the counters (see ``analytics.models``)."""

import datetime as dt
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from django.db import connection

from common.postgres.replica import report_connection

_READ = """
    SELECT metric, day, key, sum(number)::bigint, sum(amount)
    FROM (
        SELECT metric, day, key, number, amount FROM analytics_countertotal WHERE metric = ANY(%(metrics)s)
        UNION ALL
        SELECT metric, day, key, number, amount FROM analytics_counterdelta WHERE metric = ANY(%(metrics)s)
    ) AS parts
    WHERE day IS NULL OR day >= %(since)s
    GROUP BY metric, day, key
"""
_COMPACT = """
    WITH taken AS (DELETE FROM analytics_counterdelta RETURNING metric, day, key, number, amount)
    INSERT INTO analytics_countertotal AS total (metric, day, key, number, amount)
    SELECT metric, day, key, sum(number), sum(amount) FROM taken
    GROUP BY metric, day, key HAVING sum(number) <> 0 OR sum(amount) <> 0
    ON CONFLICT (metric, day, key)
        DO UPDATE SET number = total.number + excluded.number, amount = total.amount + excluded.amount
"""


class Count(NamedTuple):
    """A counter's value; see ``analytics.models`` for the fields."""

    metric: str
    day: dt.date | None
    key: str
    number: int
    amount: Decimal


def read_counters(*metrics: str, since: dt.date = dt.date.min) -> Iterator[Count]:
    """Yield the current counts of ``metrics``, without those of days before ``since``."""
    with report_connection().cursor() as cursor:
        cursor.execute(_READ, {"metrics": list(metrics), "since": since})
        yield from map(Count._make, cursor.fetchall())


def compact_deltas() -> None:
    """Add the deltas to the totals, so that reading stays fast. This does not change any count."""
    with connection.cursor() as cursor:
        cursor.execute(_COMPACT)


def repair_counters() -> list[Count]:
    """Recount all rows and correct the counters; return the corrections."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT metric, day, key, number, amount FROM analytics_repair_counters()")
        return list(map(Count._make, cursor.fetchall()))

"""Reading and keeping the counts (see ``analytics.models``)."""

import datetime as dt
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from django.db import connection

_READ = """
    SELECT figure, day, key, sum(number)::bigint, sum(amount)
    FROM (
        SELECT figure, day, key, number, amount FROM analytics_total WHERE figure = ANY(%(figures)s)
        UNION ALL
        SELECT figure, day, key, number, amount FROM analytics_change WHERE figure = ANY(%(figures)s)
    ) AS parts
    WHERE day IS NULL OR day >= %(since)s
    GROUP BY figure, day, key
"""
_FOLD = """
    WITH taken AS (DELETE FROM analytics_change RETURNING figure, day, key, number, amount)
    INSERT INTO analytics_total AS total (figure, day, key, number, amount)
    SELECT figure, day, key, sum(number), sum(amount) FROM taken
    GROUP BY figure, day, key HAVING sum(number) <> 0 OR sum(amount) <> 0
    ON CONFLICT (figure, day, key)
        DO UPDATE SET number = total.number + excluded.number, amount = total.amount + excluded.amount
"""


class Count(NamedTuple):
    """How many rows, and their money where the figure has any. ``day`` is a day, a month's or a season's first, or
    None where the figure has none."""

    figure: str
    day: dt.date | None
    key: str
    number: int
    amount: Decimal


def read_counts(*figures: str, since: dt.date = dt.date.min) -> Iterator[Count]:
    """The counts of ``figures``, from the day ``since`` on where they have one, all as of one moment."""
    with connection.cursor() as cursor:
        cursor.execute(_READ, {"figures": list(figures), "since": since})
        yield from map(Count._make, cursor.fetchall())


def fold_changes() -> None:
    """Add the changes so far to the totals, so that reading stays quick. What is read is the same before and after."""
    with connection.cursor() as cursor:
        cursor.execute(_FOLD)


def mend_counts() -> list[Count]:
    """Count everything anew and put right what differs; answers what had to be added to the counts."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT figure, day, key, number, amount FROM analytics_mend()")
        return list(map(Count._make, cursor.fetchall()))

"""Counts over all rows, by figure, day and key."""

import datetime as dt
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from django.db import connection

_SEASON = (
    "(date_trunc('year', created_at AT TIME ZONE 'America/New_York' - interval '6 months') + interval '6 months')::date"
)
_DAY = "(created_at AT TIME ZONE 'America/New_York')::date"
_ACCEPTED = "status IN ('approved', 'service_scheduled', 'complete', 'complete_storage')"
_RECOUNT = f"""
    SELECT 'quote_day' AS figure, {_DAY} AS day, '' AS key, count(*) AS count, 0.00 AS amount
        FROM quotes_quote GROUP BY 2
    UNION ALL SELECT 'quote_package', NULL, service_package, count(*), 0 FROM quotes_quote GROUP BY 3
    UNION ALL SELECT 'quote_city', NULL, city, count(*), 0 FROM quotes_quote GROUP BY 3
    UNION ALL SELECT 'quote_pending', NULL, '', count(*), 0 FROM quotes_quote WHERE status = 'pending'
    UNION ALL SELECT 'quote_stage', {_SEASON}, stage, count(*), 0 FROM quotes_quote
        CROSS JOIN LATERAL (VALUES
            ('quoted', quote_amount IS NOT NULL OR {_ACCEPTED}),
            ('accepted', {_ACCEPTED}),
            ('scheduled', status IN ('service_scheduled', 'complete', 'complete_storage')),
            ('completed', status IN ('complete', 'complete_storage')),
            ('paid', EXISTS (SELECT FROM invoices_invoice
                             WHERE quote_id = quotes_quote.id AND invoices_invoice.status = 'paid'))
        ) AS reached (stage, yes) WHERE yes GROUP BY 2, 3
    UNION ALL SELECT 'tree_day', {_DAY}, '', count(*), 0 FROM trees_treeorder GROUP BY 2
    UNION ALL SELECT 'job_scheduled', NULL, '', count(*), 0 FROM jobs_job WHERE status = 'scheduled'
    UNION ALL SELECT 'invoice_month', date_trunc('month', paid_date AT TIME ZONE 'America/New_York')::date, '',
        count(*), sum(amount) FROM invoices_invoice WHERE status = 'paid' GROUP BY 2
"""  # noqa: S608, no value of anybody's stands in it


class Count(NamedTuple):
    """How many rows, and their money where the figure has any. ``day`` is a day, a month's or a season's first, or
    None where the figure has none."""

    figure: str
    day: dt.date | None
    key: str
    rows: int
    amount: Decimal


def read_counts(*figures: str, since: dt.date | None = None) -> Iterator[Count]:
    """The counts of ``figures``, from the day ``since`` on where one is named, all as of one moment."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT * FROM ({_RECOUNT}) AS counted WHERE figure = ANY(%s) AND (%s::date IS NULL OR day >= %s)",  # noqa: S608
            [list(figures), since, since],
        )
        yield from (Count(*row) for row in cursor.fetchall())

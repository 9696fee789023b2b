"""Maintenance of the counters."""

import logging

from django.db import connection
from procrastinate.contrib.django import app

from analytics.counters import compact_deltas, repair_counters

log = logging.getLogger(__name__)


@app.periodic(cron="* * * * *")
@app.task(queueing_lock="compact_counters", lock="counts")
def compact_counters(timestamp: int) -> None:
    """Add the deltas to the totals. Every minute."""
    compact_deltas()


@app.periodic(cron="17 4 * * *")
@app.task(queueing_lock="check_counters", lock="counts")
def check_counters(timestamp: int) -> None:
    """Recount all rows, and log and correct counters that differ. Daily.

    A difference means that rows were written while triggers were off, for example by a restore.
    """
    for wrong in repair_counters():
        log.error(
            "Counter %s %s %r was off by %s (money: %s) and has been corrected",
            wrong.metric, wrong.day or "", wrong.key, -wrong.number, -wrong.amount,
        )  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM analytics_countertotal WHERE number = 0 AND amount = 0")

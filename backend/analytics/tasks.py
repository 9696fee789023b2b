"""The worker's part in the figures."""

import logging

from django.db import connection
from procrastinate.contrib.django import app

from analytics.counters import fold_changes, mend_counts

log = logging.getLogger(__name__)


@app.periodic(cron="* * * * *")
@app.task(queueing_lock="fold_counts", lock="counts")
def fold_counts(timestamp: int) -> None:
    """Fold what has changed into the totals. Every minute."""
    fold_changes()


@app.periodic(cron="17 4 * * *")
@app.task(queueing_lock="check_counts", lock="counts")
def check_counts(timestamp: int) -> None:
    """Compare the counts with a recount, log what differs and put it right. Daily.

    Nothing should differ: a difference means that somebody wrote past the triggers.
    """
    for wrong in mend_counts():
        log.error(
            "Count %s %s %r was off by %s (money: %s) and has been put right",
            wrong.figure, wrong.day or "", wrong.key, -wrong.number, -wrong.amount,
        )  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM analytics_total WHERE number = 0 AND amount = 0")

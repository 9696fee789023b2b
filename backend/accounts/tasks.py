"""Housekeeping tasks for accounts."""

import datetime as dt

from django.utils import timezone
from procrastinate.contrib.django import app

from accounts.verification import delete_unverified_accounts

UNVERIFIED_KEPT = dt.timedelta(days=1)


@app.periodic(cron="27 * * * *")
@app.task(queueing_lock="forget_unverified_accounts")
def forget_unverified_accounts(timestamp: int) -> None:
    """Delete accounts that were not verified within a day. Hourly."""
    delete_unverified_accounts(created_before=timezone.now() - UNVERIFIED_KEPT)

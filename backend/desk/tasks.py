"""What the worker does for the office by the clock."""

import datetime as dt

from django.utils import timezone
from procrastinate.contrib.django import app

from desk import emails
from notifications.planning import plan

SEVEN = dt.time(7)


@app.periodic(cron="*/5 * * * *")
@app.task(queueing_lock="plan_morning_email")
def plan_morning_email(timestamp: int) -> None:
    """Plan the email of the day from 7:00 AM Eastern on. Run every five minutes: there is one a day, also if the worker
    was down at seven.
    """
    now = timezone.localtime()
    if now.time() >= SEVEN and now.hour < 12:  # at noon it is no longer the morning's news
        plan(emails.office_today, occasion=now.date().isoformat())

"""The worker's scheduled task for the office."""

import datetime as dt

from django.utils import timezone
from procrastinate.contrib.django import app

from desk import emails
from notifications.planning import plan

SEVEN_AM = dt.time(7)


@app.periodic(cron="*/5 * * * *")
@app.task(queueing_lock="plan_morning_email")
def plan_morning_email(timestamp: int) -> None:
    """Plan the day's morning email from 7:00 AM Eastern on. Runs every five minutes, so that a worker that was down at
    seven still sends it; there is only one a day.
    """
    now = timezone.localtime()
    if now.time() >= SEVEN_AM and now.hour < 12:  # from noon on it would come too late
        plan(emails.office_today, occasion=f"{timezone.localdate(now)}")

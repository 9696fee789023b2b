"""The worker runs the checks, as ``manage.py watch`` does."""

from django.conf import settings
from procrastinate.contrib.django import app

from alerts.monitoring import run_checks
from alerts.sending import send_open_messages


@app.periodic(cron="* * * * *")
@app.task(queueing_lock="look_for_alerts", lock="look_for_alerts")
def look_for_alerts(timestamp: int) -> None:
    """Run the checks and notify the owner. Every minute, unless ALERTS is off."""
    if settings.ALERTS:
        run_checks("worker")
        send_open_messages()

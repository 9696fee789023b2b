"""The worker looks for what is wrong, as ``manage.py watch`` does."""

from django.conf import settings
from procrastinate.contrib.django import app

from alerts.looking import look
from alerts.sending import send_open_messages


@app.periodic(cron="* * * * *")
@app.task(queueing_lock="look_for_alerts", lock="look_for_alerts")
def look_for_alerts(timestamp: int) -> None:
    """Look, and tell the owner. Every minute, unless ALERTS is off."""
    if settings.ALERTS:
        look("worker")
        send_open_messages()

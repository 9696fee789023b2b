"""Retention tasks."""

from django.utils import timezone
from procrastinate.contrib.django import app

from common.days import eastern
from notifications.models import Message, MessageStatus
from privacy.retention import ERASED_KIND, RUNS_AT, delete_due


# 3:21 AM Eastern is 7:21 or 8:21 UTC; a second run in the same night finds nothing.
@app.periodic(cron="21 7,8 * * *")
@app.task(queueing_lock="delete_what_is_due", lock="delete_what_is_due")
def delete_what_is_due(timestamp: int) -> None:
    """Delete what is due by the retention rules. Every night at 3:21 AM Eastern."""
    now = timezone.now()
    if now >= eastern(timezone.localdate(now), RUNS_AT):
        delete_due(now)


@app.periodic(cron="*/10 * * * *")
@app.task(queueing_lock="forget_addresses_of_erased")
def forget_addresses_of_erased(timestamp: int) -> None:
    """Delete the notice to an erased person, with its address, once it is sent. Every ten minutes."""
    Message.objects.filter(kind=ERASED_KIND, status__in=MessageStatus.FINAL).delete()

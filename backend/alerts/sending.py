"""Sending of alert messages. A process claims a message before it sends it, so that none is sent twice."""

import datetime as dt
import logging

from django.db.models import Q
from django.utils import timezone

from alerts.channels import notify_owner
from alerts.models import Alert, AlertMessage, Moment
from common.days import day_and_time

log = logging.getLogger(__name__)

# Longer than sending can take, so that a claim lasts until the message is sent.
CLAIM = dt.timedelta(minutes=2)
RETRY = dt.timedelta(minutes=5)
GIVEN_UP_AFTER = dt.timedelta(days=3)


def send_open_messages() -> None:
    """Send all unsent messages, oldest first. A failed one is retried every five minutes for three days."""
    unsent = AlertMessage.objects.filter(sent_at=None, dropped_at=None)
    unsent.filter(created_at__lt=timezone.now() - GIVEN_UP_AFTER).update(dropped_at=timezone.now())
    for message in unsent.select_related("alert").order_by("created_at", "id"):
        if _claim(message):
            _send(message)


def _claim(message: AlertMessage) -> bool:
    free = Q(claimed_until=None) | Q(claimed_until__lte=timezone.now())
    mine = AlertMessage.objects.filter(free, id=message.id, sent_at=None, dropped_at=None)
    return mine.update(claimed_until=timezone.now() + CLAIM) == 1


def _send(message: AlertMessage) -> None:
    own = AlertMessage.objects.filter(id=message.id)
    subject, paragraphs = compose(message.alert, Moment(message.moment))
    try:
        notify_owner(message.channel, subject, paragraphs)
    except Exception as error:  # providers' libraries raise their own errors
        log.error("The alert %s could not be sent (%s, %s)", message.alert.name, message.channel, type(error).__name__)
        reason = f"{type(error).__name__}: {error}"[:1000]
        own.update(claimed_until=timezone.now() + RETRY, error=reason)
        return
    own.update(sent_at=timezone.now(), claimed_until=None, error="")


def compose(alert: Alert, moment: Moment) -> tuple[str, list[str]]:
    """Return the subject and the paragraphs of a message."""
    if moment == Moment.END:
        lasted = f"It began {day_and_time(alert.opened_at)} and ended {day_and_time(alert.over_at or timezone.now())}."
        return f"{alert.title}: resolved", [f"This has been resolved: {alert.sentence}", lasted]
    paragraphs = [alert.sentence, f"What to do: {alert.what_to_do}", f"Noticed {day_and_time(alert.opened_at)}."]
    end = ["You'll get one more message when it is resolved."] if alert.has_end else []
    return f"{alert.title}: needs attention", paragraphs + end

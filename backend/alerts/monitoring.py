"""Open and end alerts, and plan the messages about them.

An alert is a failing installation check (``common.doctor``). Only checks that call no other server are run, so this
takes milliseconds. Both the worker and ``manage.py watch`` run them, so each notices when the other has stopped.
"""

import datetime as dt

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from alerts.channels import channels
from alerts.machines import record_heartbeat
from alerts.models import Alert, AlertMessage, BrowserError, Moment, ServerError
from common.doctor import Result, State, inspect
from common.locks import take_turns

# An alert ends when its check has passed for this long, so a check that fails on and off is a single alert.
PASSING_FOR = dt.timedelta(minutes=5)
# A failing alert would be sent through the channel that has just failed. A permanently rejected email is listed in
# Due now instead.
NEVER_ALERTS = {"alerts", "email-delivery"}
# Failures that are a consequence of another one are not alerts while that one lasts.
CAUSED_BY = {"queue": "worker", "messages": "worker", "stripe-events": "worker"}
BROWSER_ERRORS = "browser-errors"
BROWSER_ERRORS_EVERY = dt.timedelta(days=1)
SERVER_ERRORS_KEPT, BROWSER_ERRORS_KEPT = dt.timedelta(days=1), dt.timedelta(days=90)


def run_checks(watcher: str) -> None:
    """Run the checks, and open and end alerts. Records a heartbeat of ``watcher``. Sends nothing."""
    record_heartbeat(watcher)
    results = [result for result in inspect(remote=False) if result.name not in NEVER_ALERTS]
    with transaction.atomic():
        take_turns("alerts")  # the worker and every watch run them
        failing = {result.name for result in results if result.state == State.FAILING}
        for result in results:
            if CAUSED_BY.get(result.name) not in failing:
                _update_alert(result)
        _end_unknown({result.name for result in results})
        _alert_to_browser_errors()
        _delete_old_errors()


def open_alerts() -> list[str]:
    """Return the names of checks with an open alert, for ``/readyz``."""
    return list(Alert.objects.filter(over_at=None).order_by("name").values_list("name", flat=True))


def _update_alert(result: Result) -> None:
    now = timezone.now()
    current = Alert.objects.filter(name=result.name, over_at=None).first()
    if result.state == State.FAILING:
        if current is None:
            _open(result.name, result.title, result.sentence, result.what_to_do)
        else:
            current.sentence, current.what_to_do, current.fine_since = result.sentence, result.what_to_do, None
            current.save(update_fields=["sentence", "what_to_do", "fine_since"])
    elif current and current.fine_since is None:
        current.fine_since = now
        current.save(update_fields=["fine_since"])
    elif current and current.fine_since and current.fine_since <= now - PASSING_FOR:
        _end(current)


def _open(name: str, title: str, sentence: str, what_to_do: str, *, has_end: bool = True) -> None:
    alert = Alert.objects.create(
        name=name,
        title=title,
        sentence=sentence,
        what_to_do=what_to_do,
        has_end=has_end,
        over_at=None if has_end else timezone.now(),
    )
    _plan(alert, Moment.START)


def _end(alert: Alert) -> None:
    alert.over_at = timezone.now()
    alert.save(update_fields=["over_at"])
    # If the first message never went out, drop it: the second one says what was wrong, too.
    alert.messages.filter(sent_at=None).update(dropped_at=timezone.now())
    _plan(alert, Moment.END)


def _plan(alert: Alert, moment: Moment) -> None:
    AlertMessage.objects.bulk_create(
        AlertMessage(alert=alert, moment=moment, channel=channel) for channel in channels()
    )


def _end_unknown(known: set[str]) -> None:
    """End alerts of checks that an update has removed."""
    for alert in Alert.objects.filter(over_at=None).exclude(name__in=known):
        _end(alert)


def _alert_to_browser_errors() -> None:
    """Alert to new kinds of browser errors, in one message and at most once a day. With Sentry, it alerts instead."""
    now = timezone.now()
    unreported = BrowserError.objects.filter(told_at=None)
    if settings.SENTRY_DSN:
        unreported.update(told_at=now)
        return
    recent = Alert.objects.filter(name=BROWSER_ERRORS, opened_at__gt=now - BROWSER_ERRORS_EVERY)
    found = list(unreported.order_by("first_at")[:5])
    if not found or recent.exists():
        return
    count = unreported.count()
    what = f"{count} new errors" if count > 1 else "A new error"
    examples = "; ".join(f"“{error.message}” on {error.path}" for error in found)
    _open(
        BROWSER_ERRORS,
        "Errors in browsers",
        f"{what} happened in visitors' browsers: {examples}.",
        "Have someone who knows the code look at it: docker compose logs web has the details (logger: client).",
        has_end=False,
    )
    unreported.update(told_at=now)


def _delete_old_errors() -> None:
    now = timezone.now()
    ServerError.objects.filter(at__lt=now - SERVER_ERRORS_KEPT).delete()
    BrowserError.objects.filter(last_at__lt=now - BROWSER_ERRORS_KEPT).delete()

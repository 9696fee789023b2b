"""Looking for what is wrong, and noting what the owner has to be told of.

An alert is a check of the installation (``common.doctor``) that is failing. Only checks that ask no other server are
made, so that a look takes milliseconds. The worker and ``manage.py watch`` both look: each notices when the other has
stopped.
"""

import datetime as dt

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from alerts.channels import channels
from alerts.machines import note_look
from alerts.models import Alert, AlertMessage, BrowserError, Moment, ServerError
from common.doctor import Result, State, inspect

# A check that is failing on and off is one alert: it ends after so long without a failure.
FINE_FOR = dt.timedelta(minutes=5)
# An alert that could not be sent would be told in the same way. An email that an address refuses for good is a row in
# Due now.
NEVER_ALERTS = {"alerts", "email-delivery"}
# What follows from something else is no news while that lasts.
FOLLOWS_FROM = {"queue": "worker", "messages": "worker", "stripe-events": "worker"}
BROWSER_ERRORS = "browser-errors"
BROWSER_ERRORS_TOLD_EVERY = dt.timedelta(days=1)
SERVER_ERRORS_KEPT, BROWSER_ERRORS_KEPT = dt.timedelta(days=1), dt.timedelta(days=90)


def look(watcher: str) -> None:
    """Note that ``watcher`` looked, and what is wrong and what no longer is. Sends nothing."""
    note_look(watcher)
    results = [result for result in inspect(remote=False) if result.name not in NEVER_ALERTS]
    with transaction.atomic():
        with connection.cursor() as cursor:  # one process at a time
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended('alerts', 0))")
        wrong = {result.name for result in results if result.state == State.FAILING}
        for result in results:
            if FOLLOWS_FROM.get(result.name) not in wrong:
                _note(result)
        _end_unknown({result.name for result in results})
        _note_browser_errors()
        _forget()


def open_alerts() -> list[str]:
    """Return the names of the checks with an alert that is not over, for ``/readyz``."""
    return list(Alert.objects.filter(over_at=None).order_by("name").values_list("name", flat=True))


def _note(result: Result) -> None:
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
    elif current and current.fine_since and current.fine_since <= now - FINE_FOR:
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
    # Drop a first alert that never went out: the second one also says what was wrong.
    alert.messages.filter(moment=Moment.START, sent_at=None).update(dropped_at=timezone.now())
    _plan(alert, Moment.END)


def _plan(alert: Alert, moment: Moment) -> None:
    AlertMessage.objects.bulk_create(
        AlertMessage(alert=alert, moment=moment, channel=channel) for channel in channels()
    )


def _end_unknown(known: set[str]) -> None:
    """End alerts of checks that no longer exist, after an update."""
    for alert in Alert.objects.filter(over_at=None).exclude(name__in=known):
        _end(alert)


def _note_browser_errors() -> None:
    """Tell of kinds of errors in browsers that are new, together and once a day. Sentry tells of them where it is set
    up."""
    now = timezone.now()
    untold = BrowserError.objects.filter(told_at=None)
    if settings.SENTRY_DSN:
        untold.update(told_at=now)
        return
    recent = Alert.objects.filter(name=BROWSER_ERRORS, opened_at__gt=now - BROWSER_ERRORS_TOLD_EVERY)
    found = list(untold.order_by("first_at")[:5])
    if not found or recent.exists():
        return
    count = untold.count()
    what = f"{count} new errors" if count > 1 else "A new error"
    examples = "; ".join(f"“{error.message}” on {error.path}" for error in found)
    _open(
        BROWSER_ERRORS,
        "Errors in browsers",
        f"{what} happened in visitors' browsers: {examples}.",
        "Have someone who knows the code look at it: docker compose logs web has the details (logger: client).",
        has_end=False,
    )
    untold.update(told_at=now)


def _forget() -> None:
    now = timezone.now()
    ServerError.objects.filter(at__lt=now - SERVER_ERRORS_KEPT).delete()
    BrowserError.objects.filter(last_at__lt=now - BROWSER_ERRORS_KEPT).delete()

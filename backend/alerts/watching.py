"""The watch: a process that also runs the checks when the worker or the database is down."""

import datetime as dt
import logging
import time
from collections.abc import Callable

from django.db import Error, close_old_connections
from django.utils import timezone

from alerts.channels import channels, notify_owner
from alerts.machines import WATCH, watches_before
from alerts.monitoring import run_checks
from alerts.sending import send_open_messages
from common.days import day_and_time
from common.outages import in_one_line, is_outage

log = logging.getLogger(__name__)

EVERY = 30  # seconds
# Shorter outages, such as a restart of the database, are not worth an alert.
DOWN_FOR = dt.timedelta(minutes=2)
# With several machines, the first watch notifies the owner of an outage. The others can't know whether its machine is
# down along with the database, so the next watch sends the same alert this much later.
NEXT_AFTER = dt.timedelta(minutes=15)


class Watch:
    """Runs the checks again and again. Outages are kept in memory, since the database is what is down."""

    def __init__(self) -> None:
        self._down_since: dt.datetime | None = None
        self._notified: set[str] = set()  # channels
        self._watches_before = 0

    def run(self, *, stopped: Callable[[float], bool]) -> None:
        """Run until ``stopped``, which waits for the given number of seconds, returns True."""
        while True:
            began = time.monotonic()
            self.run_once()
            if stopped(max(1, EVERY - (time.monotonic() - began))):
                return

    def run_once(self) -> None:
        """Run the checks once and notify the owner, even if the database is down."""
        try:
            close_old_connections()
            run_checks(WATCH)
            send_open_messages()
            self._watches_before = watches_before()
        except Error as error:
            if not is_outage(error):
                log.exception("The checks for alerts failed")
                return
            self._handle_outage(in_one_line(error))
        except Exception:  # any error: the watch must go on
            log.exception("The checks for alerts failed")
        else:
            self._handle_recovery()

    def _handle_outage(self, reason: str) -> None:
        now = timezone.now()
        self._down_since = self._down_since or now
        log.error("The database can't be reached: %s", reason)
        if now - self._down_since >= DOWN_FOR + self._watches_before * NEXT_AFTER:
            since = day_and_time(self._down_since)
            self._notify(
                "Database: needs attention",
                [
                    f"The database has been unreachable since {since}, so the site can't show or save anything.",
                    "What to do: docker compose up --detach database, then look at docker compose logs database.",
                    "You'll get one more message when it is resolved.",
                ],
            )

    def _handle_recovery(self) -> None:
        """Send the second message through every channel that sent the first."""
        if self._notified and self._down_since:
            text = f"The database can be reached again. It was down since {day_and_time(self._down_since)}."
            for channel in sorted(self._notified):
                self._notify_by(channel, "Database: resolved", [text])
        self._notified.clear()
        self._down_since = None

    def _notify(self, subject: str, paragraphs: list[str]) -> None:
        for channel in channels():
            if channel not in self._notified:
                self._notify_by(channel, subject, paragraphs)

    def _notify_by(self, channel: str, subject: str, paragraphs: list[str]) -> None:
        try:
            notify_owner(channel, subject, paragraphs)
        except Exception as error:
            log.error("The alert about the database could not be sent (%s, %s)", channel, type(error).__name__)
        else:
            self._notified.add(channel)

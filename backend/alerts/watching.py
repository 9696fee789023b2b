"""The process that looks when the worker can't, and when the database can't be reached."""

import datetime as dt
import logging
import time
from collections.abc import Callable

from django.db import Error, close_old_connections
from django.utils import timezone

from alerts.channels import channels, tell
from alerts.looking import look
from alerts.machines import WATCH, watches_before
from alerts.sending import send_open_messages
from common.days import day_and_time
from common.outages import in_one_line, is_outage

log = logging.getLogger(__name__)

EVERY = 30  # seconds
# Shorter outages, such as a restart of the database, are nobody's concern.
AWAY_FOR = dt.timedelta(minutes=2)
# With several machines, the first of their watches tells the owner that the database is away. It may have gone with the
# database, and then nobody knows what it told: so long after it, the next one tells the same.
NEXT_AFTER = dt.timedelta(minutes=15)


class Watch:
    """Looks again and again. Whether the database is away, it remembers by itself: there is nowhere else."""

    def __init__(self) -> None:
        self._away_since: dt.datetime | None = None
        self._told: set[str] = set()
        self._watches_before = 0

    def run(self, *, stopped: Callable[[float], bool]) -> None:
        """Look until ``stopped``, which waits for so many seconds, returns True."""
        while True:
            began = time.monotonic()
            self.look_once()
            if stopped(max(1, EVERY - (time.monotonic() - began))):
                return

    def look_once(self) -> None:
        """Look and tell the owner, also where the database is away."""
        try:
            close_old_connections()
            look(WATCH)
            send_open_messages()
            self._watches_before = watches_before()
        except Error as error:
            if not is_outage(error):
                log.exception("The look for alerts failed")
                return
            self._note_outage(in_one_line(error))
        except Exception:  # whatever it is, the watch must go on
            log.exception("The look for alerts failed")
        else:
            self._note_end()

    def _note_outage(self, reason: str) -> None:
        now = timezone.now()
        self._away_since = self._away_since or now
        log.error("The database can't be reached: %s", reason)
        if now - self._away_since >= AWAY_FOR + self._watches_before * NEXT_AFTER:
            since = day_and_time(self._away_since)
            self._tell(
                "Database: please look",
                [
                    f"The database can't be reached since {since}, so the site can neither show nor save anything.",
                    "What to do: docker compose up --detach database, then look at docker compose logs database.",
                    "You'll get one more message when it is over.",
                ],
            )

    def _note_end(self) -> None:
        """Tell those who heard of the outage that it is over."""
        if self._told and self._away_since:
            text = f"The database can be reached again. It was away since {day_and_time(self._away_since)}."
            for channel in sorted(self._told):
                self._tell_in(channel, "Database: fine again", [text])
        self._told.clear()
        self._away_since = None

    def _tell(self, subject: str, paragraphs: list[str]) -> None:
        for channel in channels():
            if channel not in self._told:
                self._tell_in(channel, subject, paragraphs)

    def _tell_in(self, channel: str, subject: str, paragraphs: list[str]) -> None:
        try:
            tell(channel, subject, paragraphs)
        except Exception as error:
            log.error("The alert of the database could not be sent (%s, %s)", channel, type(error).__name__)
        else:
            self._told.add(channel)

"""The owner's current content, cached in each process so that pages need no query for it.

After a few seconds, a process checks for newer versions with one statement. So a change reaches all pages and messages
within half a minute, in every web process and in the worker. While the database is down, the last known content is
used.
"""

import logging
import time
from dataclasses import dataclass
from threading import Lock

from django.db import DEFAULT_DB_ALIAS, Error, connection, transaction

from common.business import FIELDS, Overrides
from content.models import FIRST, BusinessVersion, TextPage, TextVersion

log = logging.getLogger(__name__)

FRESH_FOR = 10.0  # seconds

_NEWEST = " UNION ALL ".join(
    ["SELECT '' AS page, max(number) FROM content_businessversion"]
    + [f"SELECT '{page}', max(number) FROM content_textversion WHERE page = '{page}'" for page in TextPage.values]  # noqa: S608
)


@dataclass(frozen=True)
class Content:
    """The newest versions. ``texts`` has only the pages that an owner has changed."""

    numbers: tuple[tuple[str, int], ...] = ()
    overrides: Overrides = ()
    texts: tuple[TextVersion, ...] = ()

    def text(self, page: str) -> TextVersion | None:
        """Return the newest version of a page's text, or None for the built-in one."""
        return next((text for text in self.texts if text.page == page), None)


NOTHING = Content()


class _Cache:
    """This process's copy of the content, and until when it counts as fresh."""

    def __init__(self) -> None:
        self.content: Content | None = None
        self.until = 0.0
        self._lock = Lock()

    def read(self) -> Content:
        """Return the content. Only one thread checks for newer versions; meanwhile, the others use the copy."""
        if self.content is not None and time.monotonic() < self.until:
            return self.content
        if not self._lock.acquire(blocking=self.content is None):
            return self.content or NOTHING
        try:
            if self.content is None or time.monotonic() >= self.until:
                # Set before the check, so that ``_expire`` during the check is not lost.
                self.until = time.monotonic() + FRESH_FOR
                self.content = _refresh(self.content)
        finally:
            self._lock.release()
        return self.content

    def set(self, content: Content | None) -> None:
        """Replace the copy; None makes the next ``read`` load it."""
        self.content = content
        self.until = time.monotonic() + FRESH_FOR if content is not None else 0.0


_cache = _Cache()


def current_content() -> Content:
    """Return the owner's current content."""
    return _cache.read()


def overrides() -> Overrides:
    """Return the details of the business that the owner has set."""
    return current_content().overrides


def refresh_after_commit() -> None:
    """Make this process check for newer versions once the transaction is committed."""
    transaction.on_commit(_expire)


def _expire() -> None:
    _cache.until = 0.0


def set_content(content: Content | None) -> None:
    """Replace this process's copy, for tests."""
    _cache.set(content)


def _refresh(before: Content | None) -> Content:
    """Return the current content, which is ``before`` if nothing has changed or the database is down."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(_NEWEST)
            numbers = tuple((page, number or FIRST) for page, number in cursor.fetchall())
        return before if before is not None and before.numbers == numbers else _load(numbers)
    except Error as error:
        log.warning("The owner's content could not be read (%s)", type(error).__name__)
        return before or NOTHING


def _load(numbers: tuple[tuple[str, int], ...]) -> Content:
    # Never from a replica, even for a report: it may not have the version whose number was just read.
    businesses, written = BusinessVersion.objects.using(DEFAULT_DB_ALIAS), TextVersion.objects.using(DEFAULT_DB_ALIAS)
    newest = dict(numbers)
    details = businesses.filter(number=newest.pop("")).first()
    texts = (written.filter(page=page, number=number).first() for page, number in newest.items())
    return Content(numbers, overrides_of(details), tuple(text for text in texts if text))


def overrides_of(version: BusinessVersion | None) -> Overrides:
    """Return the details that a version sets, by their names in ``Business``."""
    if version is None:
        return ()
    given = ((name, value) for name in FIELDS if (value := getattr(version, name)) is not None)
    return tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in given)

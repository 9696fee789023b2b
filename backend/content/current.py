"""What the owner has written, as it is now, without a statement for each page.

Each process remembers it for a few seconds, and looks with one statement whether there are newer versions: so a change
is on all pages and in all messages within half a minute, in every web process and in the worker, and while the database
is away the last known content stays.
"""

import logging
import time
from dataclasses import dataclass
from threading import Lock

from django.db import DEFAULT_DB_ALIAS, Error, connection, transaction

from common.business import FIELDS, OwnValues
from content.models import FIRST, BusinessVersion, TextPage, TextVersion

log = logging.getLogger(__name__)

FRESH_FOR = 10.0  # seconds

_NEWEST = " UNION ALL ".join(
    ["SELECT '' AS page, max(number) FROM content_businessversion"]
    + [f"SELECT '{page}', max(number) FROM content_textversion WHERE page = '{page}'" for page in TextPage.values]  # noqa: S608
)


@dataclass(frozen=True)
class Content:
    """The newest versions. ``texts`` has only the pages that an owner has written."""

    numbers: tuple[tuple[str, int], ...] = ()
    own_values: OwnValues = ()
    texts: tuple[TextVersion, ...] = ()

    def text(self, page: str) -> TextVersion | None:
        """Return the newest version of a page's text, or None for the product's own."""
        return next((text for text in self.texts if text.page == page), None)


NOTHING = Content()


class _Remembered:
    """The content that this process has read, and until when nobody needs to look again."""

    def __init__(self) -> None:
        self.content: Content | None = None
        self.until = 0.0
        self._lock = Lock()

    def read(self) -> Content:
        """Return the content. Only one thread looks for newer versions; the others go on with what there is."""
        if self.content is not None and time.monotonic() < self.until:
            return self.content
        if not self._lock.acquire(blocking=self.content is None):
            return self.content or NOTHING
        try:
            if self.content is None or time.monotonic() >= self.until:
                # Set before looking: what is saved in the meantime is looked for again.
                self.until = time.monotonic() + FRESH_FOR
                self.content = _look(self.content)
        finally:
            self._lock.release()
        return self.content

    def set(self, content: Content | None) -> None:
        """Take ``content`` for what there is; None: look the next time."""
        self.content = content
        self.until = time.monotonic() + FRESH_FOR if content is not None else 0.0


_remembered = _Remembered()


def current_content() -> Content:
    """Return what the owner has written."""
    return _remembered.read()


def own_values() -> OwnValues:
    """Return what the owner has set of the business's details."""
    return current_content().own_values


def look_again() -> None:
    """Have this process read what is being written, once it is committed."""
    transaction.on_commit(_expire)


def _expire() -> None:
    _remembered.until = 0.0


def remember(content: Content | None) -> None:
    """Take ``content`` for what there is, for tests."""
    _remembered.set(content)


def _look(before: Content | None) -> Content:
    """Return what there is now: ``before``, if it has no newer version or the database doesn't say."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(_NEWEST)
            numbers = tuple((page, number or FIRST) for page, number in cursor.fetchall())
        return before if before is not None and before.numbers == numbers else _load(numbers)
    except Error as error:
        log.warning("The business's own content can't be read now (%s)", type(error).__name__)
        return before or NOTHING


def _load(numbers: tuple[tuple[str, int], ...]) -> Content:
    # Never from a replica, also for a report: it may lack the version whose number was just read.
    businesses, written = BusinessVersion.objects.using(DEFAULT_DB_ALIAS), TextVersion.objects.using(DEFAULT_DB_ALIAS)
    newest = dict(numbers)
    details = businesses.filter(number=newest.pop("")).first()
    texts = (written.filter(page=page, number=number).first() for page, number in newest.items())
    return Content(numbers, values_of(details), tuple(text for text in texts if text))


def values_of(version: BusinessVersion | None) -> OwnValues:
    """Return what a version sets, by the names of ``Business``."""
    if version is None:
        return ()
    given = ((name, value) for name in FIELDS if (value := getattr(version, name)) is not None)
    return tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in given)

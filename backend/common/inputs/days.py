"""Fields with days and instants."""

import datetime as dt
import re
from typing import Annotated
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime
from pydantic import AfterValidator, Field, PlainValidator, WithJsonSchema

from common.inputs.errors import REQUIRED, wrong_type

# Clients that only have instants send a date without a time like this.
_DAY_AS_INSTANT = re.compile(r"(\d{4}-\d{2}-\d{2})T00:00:00(\.000)?Z", re.ASCII)
# Dates outside this range are typos, and arithmetic on the calendar's last days overflows.
FIRST_DAY, LAST_DAY = dt.date(2000, 1, 1), dt.date(2100, 12, 31)
_NOT_A_LIKELY_DATE = f"Please pick a date between {FIRST_DAY.year} and {LAST_DAY.year}"
PASSED = "Please pick today or a later date"


def parse_day(text: str, *, first: dt.date = FIRST_DAY, last: dt.date = LAST_DAY) -> dt.date | None:
    """Return the calendar day of ``YYYY-MM-DD``, or of an ISO 8601 instant: the day it falls on in the business's time
    zone, but midnight UTC (exactly ``T00:00:00Z`` or ``T00:00:00.000Z``) is a date sent without a time and keeps its
    own day. A blank text is no day. Raise ValueError for anything else, and for a day before ``first`` or after
    ``last``.
    """
    text = text.strip()
    if not text:
        return None
    day = _day_of(text)
    if not first <= day <= last:
        raise ValueError(_NOT_A_LIKELY_DATE)
    return day


def _day_of(text: str) -> dt.date:
    if midnight := _DAY_AS_INSTANT.fullmatch(text):
        text = midnight[1]
    try:
        _check_characters(text)
        if day := parse_date(text):
            return day
        if instant := parse_datetime(text):
            if timezone.is_naive(instant):
                return instant.date()
            return instant.astimezone(ZoneInfo(settings.TIME_ZONE)).date()
    except (ValueError, OverflowError):
        pass
    raise ValueError("Invalid date")


def _check_characters(text: str) -> None:
    """Raise ValueError for characters that no ISO 8601 date has. Python's parser skips NUL characters, and Django's
    accepts the digits of other scripts.
    """
    if not (text.isascii() and text.isprintable()):
        raise ValueError(text)


def _check_day(value: object) -> dt.date | None:
    if value is None or isinstance(value, str):
        return parse_day(value or "")
    raise ValueError(wrong_type("string", value))


def _refuse_past(day: dt.date | None) -> dt.date | None:
    if day and day < timezone.localdate():
        raise ValueError(PASSED)
    return day


def _check_instant(value: object) -> dt.datetime | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise ValueError(wrong_type("string", value))
    try:
        _check_characters(value.strip())
        instant = parse_datetime(value.strip())
        if instant is None or timezone.is_naive(instant):
            raise ValueError(value)
        instant = instant.astimezone(dt.UTC)
    except (ValueError, OverflowError):
        raise ValueError("Invalid date: an instant such as 2026-12-01T14:00:00Z is needed") from None
    if not FIRST_DAY <= instant.date() <= LAST_DAY:
        raise ValueError(_NOT_A_LIKELY_DATE)
    return instant


def _check_version(value: object) -> dt.datetime:
    if (instant := _check_instant(value)) is None:
        raise ValueError(REQUIRED)
    return instant


_DAY = {
    "type": ["string", "null"],
    "description": "YYYY-MM-DD; or an instant of that day in America/New_York, except that midnight UTC (T00:00:00Z) "
    "means its own calendar day",
}
Day = Annotated[dt.date | None, PlainValidator(_check_day), WithJsonSchema(_DAY)]
DayToCome = Annotated[Day, AfterValidator(_refuse_past)]
# An ISO 8601 instant with its offset from UTC, on a day (UTC) from FIRST_DAY to LAST_DAY; or null.
Instant = Annotated[
    dt.datetime | None,
    PlainValidator(_check_instant),
    WithJsonSchema({"type": ["string", "null"], "format": "date-time"}),
]
# The ``updatedAt`` of a row as its editor saw it; None where the client doesn't say.
Seen = Annotated[Instant, Field(alias="updatedAt")]
# The same where two editors must not overwrite each other: a client has to say it.
SeenVersion = Annotated[
    dt.datetime,
    PlainValidator(_check_version),
    WithJsonSchema({"type": "string", "format": "date-time"}),
    Field(alias="updatedAt"),
]

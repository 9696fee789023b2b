"""Calendar files (iCalendar, RFC 5545) with one event, for customers' calendars."""

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings

from common.business import business

if TYPE_CHECKING:  # imports eighty modules, so it is loaded with the first calendar file
    from icalendar import Event

_YEAR = dt.timedelta(days=366)


@dataclass(frozen=True)
class CalendarEvent:
    """An event that starts at ``starts`` and takes ``lasts``, or the whole day if ``starts`` is a date.

    ``uid`` never changes, so that a later file moves or cancels the event that an earlier one added. ``changed_at``
    says which file is newer.
    """

    uid: UUID
    starts: dt.datetime | dt.date
    summary: str
    location: str
    changed_at: dt.datetime
    lasts: dt.timedelta | None = None
    canceled: bool = False


def calendar_file(event: CalendarEvent) -> bytes:
    """Return the file with one event, in Eastern time."""
    from icalendar import Calendar

    calendar = Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", f"-//{business().name}//Visits//EN")
    calendar.add("method", "PUBLISH")
    calendar.add_component(_component(event))
    # The file has to define Eastern time itself; a year before and after the event is enough.
    first = _day(event.starts)
    calendar.add_missing_timezones(first_date=first - _YEAR, last_date=first + _YEAR)
    return bytes(calendar.to_ical())


def _component(event: CalendarEvent) -> "Event":
    from icalendar import Event

    component = Event()
    component.add("uid", str(event.uid))
    component.add("dtstamp", event.changed_at)
    component.add("sequence", int(event.changed_at.timestamp()) // 60)
    starts = _eastern(event.starts)
    component.add("dtstart", starts)
    if event.lasts:
        component.add("dtend", starts + event.lasts)
    else:  # all day, but without showing the customer as busy
        component.add("transp", "TRANSPARENT")
    component.add("summary", event.summary)
    if event.location:
        component.add("location", event.location)
    component.add("status", "CANCELLED" if event.canceled else "CONFIRMED")
    return component


def _eastern(moment: dt.datetime | dt.date) -> dt.datetime | dt.date:
    return moment.astimezone(ZoneInfo(settings.TIME_ZONE)) if isinstance(moment, dt.datetime) else moment


def _day(moment: dt.datetime | dt.date) -> dt.date:
    local = _eastern(moment)
    return local.date() if isinstance(local, dt.datetime) else local

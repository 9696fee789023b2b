"""A job as an iCalendar file (RFC 5545) for the customer's calendar."""

import datetime as dt
from zoneinfo import ZoneInfo

from django.conf import settings
from icalendar import Calendar, Event

from jobs.models import Job, JobStatus

VISIT = dt.timedelta(hours=2)
YEAR = dt.timedelta(days=366)


def as_calendar(job: Job, *, business: str) -> bytes:
    """Return one event of two hours from ``job.scheduled_date``, in Eastern time.

    Raises ValueError for a job without a date.
    """
    if job.scheduled_date is None:
        raise ValueError("A visit without a date is no event")
    starts = job.scheduled_date.astimezone(ZoneInfo(settings.TIME_ZONE))
    quote = job.quote
    event = Event()
    event.add("uid", str(job.id))
    event.add("dtstamp", job.updated_at)
    event.add("dtstart", starts)
    event.add("dtend", starts + VISIT)
    event.add("summary", f"Holiday lights: {job.get_kind_display().lower()}")
    event.add("location", ", ".join(part for part in (quote.street_address, quote.city, "NH") if part))
    event.add("status", "CANCELLED" if job.status in JobStatus.CALLED_OFF else "CONFIRMED")
    calendar = Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", f"-//{business}//Visits//EN")
    calendar.add("method", "PUBLISH")
    calendar.add_component(event)
    # Calendars want to be told the rules of Eastern time with the event; the library lists a year to each side of it.
    calendar.add_missing_timezones(first_date=starts.date() - YEAR, last_date=starts.date() + YEAR)
    return bytes(calendar.to_ical())

"""A job as a calendar file for the customer."""

import datetime as dt

from common.calendars import CalendarEvent, calendar_file
from jobs.models import Job, JobStatus
from quotes.places import city_and_state

VISIT_LENGTH = dt.timedelta(hours=2)


def as_calendar(job: Job) -> bytes:
    """Return a calendar with one event of two hours, in Eastern time.

    Raises ValueError for a job without a date.
    """
    if job.scheduled_date is None:
        raise ValueError("A visit without a date has no event")
    quote = job.quote
    return calendar_file(
        CalendarEvent(
            uid=job.id,
            starts=job.scheduled_date,
            lasts=VISIT_LENGTH,
            summary=f"Holiday lights: {job.get_kind_display().lower()}",
            location=", ".join(filter(None, [quote.street_address, city_and_state(quote)])),
            changed_at=job.updated_at,
            canceled=job.status in JobStatus.CALLED_OFF,
        )
    )

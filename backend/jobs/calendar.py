"""A visit as an iCalendar file (RFC 5545), so that it lands in the customer's own calendar."""

import datetime as dt
from zoneinfo import ZoneInfo

from django.conf import settings

from jobs.models import Job, JobKind

VISIT = dt.timedelta(hours=2)
_TITLES = {
    JobKind.INSTALLATION: "Holiday lights: installation",
    JobKind.SERVICE: "Holiday lights: service visit",
    JobKind.TAKEDOWN: "Holiday lights: takedown",
}
# The rules of Eastern time since 2007, as calendars want to be told them with the event.
_EASTERN = """BEGIN:VTIMEZONE
TZID:America/New_York
BEGIN:DAYLIGHT
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
TZNAME:EDT
DTSTART:20070311T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
TZNAME:EST
DTSTART:20071104T020000
RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
END:STANDARD
END:VTIMEZONE"""


def as_calendar(job: Job, *, business: str) -> str:
    """One event of two hours from ``job.scheduled_date``, on the wall clock of the business. The job needs a date."""
    if job.scheduled_date is None:
        raise ValueError("A visit without a date is no event")
    starts = job.scheduled_date.astimezone(ZoneInfo(settings.TIME_ZONE))
    quote = job.quote
    place = ", ".join(part for part in (quote.street_address, quote.city, "NH") if part)
    status = "CANCELLED" if job.status == "cancelled" else "CONFIRMED"
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:-//{_escape(business)}//Visits//EN",
        "METHOD:PUBLISH",
        *_EASTERN.split("\n"),
        "BEGIN:VEVENT",
        f"UID:{job.id}",
        f"DTSTAMP:{job.updated_at.astimezone(dt.UTC):%Y%m%dT%H%M%SZ}",
        f"DTSTART;TZID=America/New_York:{starts:%Y%m%dT%H%M%S}",
        f"DTEND;TZID=America/New_York:{starts + VISIT:%Y%m%dT%H%M%S}",
        f"SUMMARY:{_escape(_TITLES[JobKind(job.kind)])}",
        f"LOCATION:{_escape(place)}",
        f"STATUS:{status}",
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return "".join(f"{_fold(line)}\r\n" for line in lines)


def _escape(text: str) -> str:
    """Text as a property value (RFC 5545, section 3.3.11)."""
    for plain in ("\\", ";", ","):
        text = text.replace(plain, f"\\{plain}")
    return text.replace("\n", "\\n")


def _fold(line: str) -> str:
    """Lines of at most 75 bytes, continued after a blank (RFC 5545, section 3.1)."""
    folded, length = [], 0
    for character in line:
        size = len(character.encode())
        if length + size > 74:
            folded.append("\r\n ")
            length = 1
        folded.append(character)
        length += size
    return "".join(folded)

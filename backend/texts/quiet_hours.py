"""When people may be texted: from 8:00 AM to 9:00 PM Eastern (47 CFR 64.1200(c)(1))."""

import datetime as dt

from django.utils import timezone

from common.days import eastern

_FROM, _TO = dt.time(8), dt.time(21)
# Sending a text takes up to ``twilio.TIMEOUT`` seconds, and it must not arrive after 9:00 PM.
_LAST = dt.time(20, 59, 45)


def next_allowed(moment: dt.datetime) -> dt.datetime:
    """Return ``moment`` (UTC) if a text may be sent then, otherwise the next 8:00 AM Eastern."""
    local = timezone.localtime(moment)
    if _FROM <= local.time() < _LAST:
        return moment
    return eastern(timezone.localdate(moment) + dt.timedelta(days=local.time() >= _LAST), _FROM)


def seconds_left(moment: dt.datetime) -> int:
    """Return the seconds from ``moment`` (UTC, within the allowed hours) until 9:00 PM Eastern."""
    return int((eastern(timezone.localdate(moment), _TO) - moment).total_seconds())

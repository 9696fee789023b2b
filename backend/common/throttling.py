"""A brake on writes without an account: per client address, and for all of them together.

Counts live in PostgreSQL, so they hold across worker processes. They are exact: a row holds the times of the last
writes, and its lock, kept until the transaction ends, lets one writer of a bucket through at a time. Only what was
really written counts, because a refused request rolls its count back.
"""

import datetime as dt
import ipaddress

from django.conf import settings
from django.db import connection
from django.utils import timezone
from rest_framework.exceptions import Throttled
from rest_framework.request import Request

_MINUTE = dt.timedelta(minutes=1)
_HOUR = dt.timedelta(hours=1)
_MESSAGE = "That is a lot of requests in a short time. Please wait a little and try again, or call us."

_HIT = """
    INSERT INTO common_throttlehits AS kept (bucket, hits) VALUES (%(bucket)s, ARRAY[%(now)s::timestamptz])
    ON CONFLICT (bucket) DO UPDATE
        SET hits = ARRAY(SELECT hit FROM unnest(kept.hits) AS hit WHERE hit > %(now)s - interval '1 hour') || %(now)s
    RETURNING hits
"""


def count(request: Request, scope: str) -> None:
    """Count one write of ``scope``; nothing for signed-in users. Call it inside the transaction that writes.

    Raises Throttled (429, with ``Retry-After``) past 10 a minute or 60 an hour for one address, or past the
    ceiling for all addresses (settings ``THROTTLE_*``).
    """
    if not settings.THROTTLES or request.user.is_authenticated:
        return
    now = timezone.now()
    per_address = [(settings.THROTTLE_PER_MINUTE, _MINUTE), (settings.THROTTLE_PER_HOUR, _HOUR)]
    _hit(f"{scope} {client_address(request)}", now, per_address)
    _hit(f"{scope} everybody", now, [(settings.THROTTLE_ALL_PER_HOUR, _HOUR)])


def client_address(request: Request) -> str:
    """The caller's address: an IPv4 address, or the /64 of an IPv6 one, since one household holds a whole /64.

    ``X-Forwarded-For`` is believed only as far as ``TRUSTED_PROXIES`` of our own proxies wrote it.
    """
    address: str = request.META["REMOTE_ADDR"]
    if settings.TRUSTED_PROXIES:
        hops = [hop.strip() for hop in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")]
        address = hops[-min(settings.TRUSTED_PROXIES, len(hops))] or address
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address[:64] or "local"  # a Unix socket has no address
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)


def _hit(bucket: str, now: dt.datetime, limits: list[tuple[int, dt.timedelta]]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_HIT, {"bucket": bucket, "now": now})
        hits: list[dt.datetime] = cursor.fetchone()[0]
    for allowed, window in limits:
        recent = [hit for hit in hits if hit > now - window]
        if len(recent) > allowed:
            # Free again when the write that filled the window has left it.
            raise Throttled(wait=(recent[-allowed - 1] + window - now).total_seconds(), detail=_MESSAGE)

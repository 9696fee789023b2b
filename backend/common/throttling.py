"""Limits on writes: per signed-in user, per client address, per network and for all callers together.

Counts are stored in PostgreSQL, so they hold across processes. They are exact: a row has the times of the last writes,
and its lock, held until the transaction ends, lets one writer of a bucket through at a time. A refused request rolls
its count back, so only successful writes count.

A person or household over their limit is refused. The limits that many people share (a provider's network, the whole
site) refuse no one, or a single flood would close the site to everyone: beyond those, a write needs a proof of work.
"""

import datetime as dt
import ipaddress
import math
from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings
from django.db import connection
from django.utils import timezone
from rest_framework.request import Request

from common.clients import client_ip
from common.errors import TooManyRequests
from common.permissions import is_admin
from common.proof_of_work import ProofOfWorkRequired, spend_solution

_MINUTE = dt.timedelta(minutes=1)
_HOUR = dt.timedelta(hours=1)

# Writes per signed-in user and scope: far more than anyone needs, far less than a flood.
PER_USER = {"comments": [(30, _HOUR)]}
PER_USER_OTHERWISE = [(60, _MINUTE), (240, _HOUR)]
# An IPv6 /64 is a household's; a /48 is a site's or part of a provider's, a /32 a provider's. The
# values multiply the hourly limit of one address; past that, writes need a proof of work.
NETWORKS = {48: 4, 32: 16}

_HIT = """
    INSERT INTO common_throttlehits AS kept (bucket, hits) VALUES (%(bucket)s, ARRAY[%(now)s::timestamptz])
    ON CONFLICT (bucket) DO UPDATE
        SET hits = ARRAY(
            SELECT hit FROM unnest(kept.hits[greatest(1, cardinality(kept.hits) + 1 - %(kept)s::int):]) AS hit
            WHERE hit > %(now)s - interval '1 hour'
        ) || %(now)s
    RETURNING hits
"""

Limits = list[tuple[int, dt.timedelta]]


@dataclass(frozen=True)
class _Bucket:
    """Writes that are counted together. ``limits`` are numbers of writes within a time, at most an hour."""

    name: str
    limits: Limits


def count_request(request: Request, scope: str) -> None:
    """Count one write of ``scope``. Call it inside the transaction that writes.

    Administrators are not limited. Raises TooManyRequests (429, ``Retry-After``) beyond the limits of a signed-in user
    (``PER_USER``) or of one address (settings ``THROTTLE_PER_MINUTE``, ``THROTTLE_PER_HOUR``), and ProofOfWorkRequired
    (429) beyond those of a network (``NETWORKS``) or of everyone (``THROTTLE_ALL_PER_HOUR``), unless the request has a
    solution.
    """
    if not settings.THROTTLES or is_admin(request):
        return
    now = timezone.now()
    if request.user.is_authenticated:
        _refuse_beyond(_Bucket(f"{scope} user {request.user.pk}", PER_USER.get(scope, PER_USER_OTHERWISE)), now)
        return
    per_address = [(settings.THROTTLE_PER_MINUTE, _MINUTE), (settings.THROTTLE_PER_HOUR, _HOUR)]
    _refuse_beyond(_Bucket(f"{scope} {client_address(request)}", per_address), now)
    # Always from the narrowest to the widest: in any other order, two writers could wait for each other (deadlock).
    wait = max(_hit(bucket, now) for bucket in _shared(request, scope))
    if wait and not spend_solution(request):
        raise ProofOfWorkRequired(_text("We're getting an unusual number of requests right now.", wait), wait)


def client_address(request: Request) -> str:
    """Return the caller's IPv4 address, or the /64 of an IPv6 address, since a household has a whole /64."""
    address = client_ip(request)
    if isinstance(address, ipaddress.IPv6Address):
        return _network(address, 64)
    return str(address or "local")  # a Unix socket has no address


def _shared(request: Request, scope: str) -> Iterator[_Bucket]:
    """Yield the buckets that many callers share, the narrowest first."""
    address = client_ip(request)
    if isinstance(address, ipaddress.IPv6Address):
        for length, times in NETWORKS.items():
            limits = [(times * settings.THROTTLE_PER_HOUR, _HOUR)]
            yield _Bucket(f"{scope} {_network(address, length)}", limits)
    yield _Bucket(f"{scope} everyone", [(settings.THROTTLE_ALL_PER_HOUR, _HOUR)])


def _network(address: ipaddress.IPv6Address, length: int) -> str:
    return str(ipaddress.IPv6Network((address, length), strict=False))


def _refuse_beyond(bucket: _Bucket, now: dt.datetime) -> None:
    if wait := _hit(bucket, now):
        raise TooManyRequests(_text("That's a lot of requests in a short time.", wait), wait)


def _text(reason: str, wait: float) -> str:
    minutes = math.ceil(wait / 60)
    when = "in a minute" if minutes == 1 else f"in {minutes} minutes"
    return f"{reason} Your entries are kept: please send them again {when}, or call us at {settings.BUSINESS_PHONE}."


def _hit(bucket: _Bucket, now: dt.datetime) -> float:
    """Count one write; return the seconds until there is room again, 0 if there is now."""
    with connection.cursor() as cursor:
        # One hit more than the highest limit is enough to know that it is exceeded, and since when.
        kept = max(allowed for allowed, _ in bucket.limits)
        cursor.execute(_HIT, {"bucket": bucket.name, "now": now, "kept": kept})
        hits: list[dt.datetime] = cursor.fetchone()[0]
    waits = [0.0]
    for allowed, window in bucket.limits:
        recent = [hit for hit in hits if hit > now - window]
        if len(recent) > allowed:
            # Free again when the write that filled the window has left it.
            waits.append((recent[-allowed - 1] + window - now).total_seconds())
    return max(waits)

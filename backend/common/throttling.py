"""Limits on writes: per signed-in user, per client address, per network and for all callers together.

Counts are stored in PostgreSQL, so they hold across processes. They are exact: a row has the times of the last writes,
and its lock, held until the transaction ends, lets through one writer per bucket at a time. A refused request rolls
its count back, so only successful writes count.

A person or household over the limit is refused. Limits that many people share (a provider's network, the whole site)
refuse no one, since a single flood could then close the site to everyone: beyond them, a write needs a proof of work.
"""

import datetime as dt
import ipaddress
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.conf import settings
from django.db import connection
from django.utils import timezone
from rest_framework.request import Request

from common.business import business
from common.clients import client_ip
from common.errors import TooManyRequests
from common.permissions import is_admin
from common.proof_of_work import ProofOfWorkRequired, spend_solution

_MINUTE = dt.timedelta(minutes=1)
_HOUR = dt.timedelta(hours=1)

# Writes per signed-in user and scope: far more than anyone needs, far less than a flood.
PER_USER = {"comments": [(30, _HOUR)]}
PER_USER_OTHERWISE = [(60, _MINUTE), (240, _HOUR)]
# An IPv6 /64 belongs to a household, a /48 to a site or part of a provider, and a /32 to a provider. The values
# multiply the hourly limit of one address; past that, writes need a proof of work.
NETWORKS = {48: 4, 32: 16}

# Counts a write in several buckets, in the order given: always from the narrowest to the widest. In any other order,
# two writers could wait for each other (deadlock). ``{only_if}`` may name a relation; if it has
# no row, nothing is counted.
COUNT = """
    INSERT INTO common_throttlehits AS kept (bucket, hits)
    SELECT name, ARRAY[%s::timestamptz]
    FROM {only_if} unnest(%s::text[]) WITH ORDINALITY AS bucket (name, position) ORDER BY position
    ON CONFLICT (bucket) DO UPDATE
        SET hits = ARRAY(
            SELECT hit
            FROM unnest(
                kept.hits[greatest(1, cardinality(kept.hits) + 1 - (%s::int[])[array_position(%s, kept.bucket)]):]
            ) AS hit
            WHERE hit > excluded.hits[1] - interval '1 hour'
        ) || excluded.hits
    RETURNING bucket, hits
"""
_COUNT = COUNT.format(only_if="")

Limits = list[tuple[int, dt.timedelta]]


@dataclass(frozen=True)
class _Bucket:
    """Writes that are counted together. ``limits`` are numbers of writes per period of at most an hour."""

    name: str
    limits: Limits


class Throttle:
    """The limits that one write of ``scope`` counts against; none for administrators.

    They are those of the signed-in user (``PER_USER``) or of one address (settings ``THROTTLE_PER_MINUTE``,
    ``THROTTLE_PER_HOUR``), of a visitor's network (``NETWORKS``) and of everyone (``THROTTLE_ALL_PER_HOUR``).
    """

    def __init__(self, request: Request, scope: str) -> None:
        self._request = request
        self._now = timezone.now()
        self._own: list[_Bucket] = []
        self._shared: list[_Bucket] = []
        if not settings.THROTTLES or is_admin(request):
            return
        if request.user.is_authenticated:
            self._own = [_Bucket(f"{scope} user {request.user.pk}", PER_USER.get(scope, PER_USER_OTHERWISE))]
            return
        per_address = [(settings.THROTTLE_PER_MINUTE, _MINUTE), (settings.THROTTLE_PER_HOUR, _HOUR)]
        self._own = [_Bucket(f"{scope} {client_address(request)}", per_address)]
        self._shared = list(_shared(request, scope))

    @property
    def parameters(self) -> tuple[dt.datetime, list[str], list[int], list[str]]:
        """Return the parameters of ``COUNT``."""
        buckets = self._own + self._shared
        names = [bucket.name for bucket in buckets]
        # One more hit than the highest limit is enough to tell whether it is exceeded, and since when.
        kept = [max(allowed for allowed, _ in bucket.limits) for bucket in buckets]
        return self._now, names, kept, names

    def check(self, hits: Mapping[str, list[dt.datetime]]) -> None:
        """Raise TooManyRequests (429, ``Retry-After``) if the write exceeds its own limits, and ProofOfWorkRequired
        (429) if it exceeds shared ones and the request has no solution. ``hits`` is what ``COUNT`` returned.
        """
        if wait := self._wait(self._own, hits):
            raise TooManyRequests(_text("That's a lot of requests in a short time.", wait), wait)
        wait = self._wait(self._shared, hits)
        if wait and not spend_solution(self._request):
            raise ProofOfWorkRequired(_text("We're getting an unusual number of requests right now.", wait), wait)

    def _wait(self, buckets: list[_Bucket], hits: Mapping[str, list[dt.datetime]]) -> float:
        return max((_seconds_until_room(bucket, hits[bucket.name], self._now) for bucket in buckets), default=0.0)


def count_request(request: Request, scope: str) -> None:
    """Count one write of ``scope``. Call it in the transaction that writes. Raises the errors of ``Throttle.check``."""
    throttle = Throttle(request, scope)
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, throttle.parameters)
        throttle.check(dict(cursor.fetchall()))


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


def _text(reason: str, wait: float) -> str:
    minutes = math.ceil(wait / 60)
    when = "in a minute" if minutes == 1 else f"in {minutes} minutes"
    return f"{reason} Your entries are kept: please send them again {when}, or call us at {business().phone}."


def _seconds_until_room(bucket: _Bucket, hits: list[dt.datetime], now: dt.datetime) -> float:
    """Return the seconds until the bucket accepts another write; 0 if it accepted this one."""
    waits = [0.0]
    for allowed, window in bucket.limits:
        if len(hits) > allowed:
            # There is room again once the write that filled the window has left it.
            waits.append((hits[-allowed - 1] + window - now).total_seconds())
    return max(waits)

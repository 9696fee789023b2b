"""Reading reports, which may be a few seconds old, from a replica of the database if there is one.

A report is read from the primary if its reader has just written something, or if the replica is too far behind or does
not respond. Everything else is always read from the primary.
"""

import logging
from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.http import HttpRequest, HttpResponse

from common.outages import in_one_line, is_outage

P = ParamSpec("P")
R = TypeVar("R")

log = logging.getLogger(__name__)

REPLICA = "replica"
# Marks a browser that has written something recently, so the replica may not have it yet.
WROTE = "wrote"
_CLOCKS_DIFFER_BY = 5  # seconds
_READS = {"GET", "HEAD", "OPTIONS"}
# The time of the last commit that the replica has. The worker's heartbeat commits every ten seconds.
_BEHIND = "SELECT extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8"

_may_be_old: ContextVar[bool] = ContextVar("may_be_old", default=False)
_alias: ContextVar[str] = ContextVar("alias", default=DEFAULT_DB_ALIAS)


def is_report(read: Callable[P, R]) -> Callable[P, R]:
    """Decorate a function that only reads, and returns all that it has read, to read from the replica if possible.

    Its queries are Django's, or go through ``report_connection``.
    """

    @wraps(read)
    def reading(*args: P.args, **kwargs: P.kwargs) -> R:
        if not (_may_be_old.get() and REPLICA in connections.settings):
            return read(*args, **kwargs)
        token = _alias.set(REPLICA)
        try:
            if _is_fresh():
                return read(*args, **kwargs)
        except (OperationalError, InterfaceError) as error:
            if not (is_outage(error) or _conflicts_with_replay(error)):
                raise
            log.warning("A report is read from the primary, not from the replica (%s)", in_one_line(error))
        finally:
            _alias.reset(token)
        return read(*args, **kwargs)

    return reading


def report_connection() -> BaseDatabaseWrapper:
    """Return the connection that a report reads from, for SQL of our own."""
    return connections[_alias.get()]


def seconds_behind() -> float | None:
    """Return the age in seconds of the replica's last change; None if it is not a replica. Raises django.db.Error."""
    with connections[REPLICA].cursor() as cursor:
        cursor.execute(_BEHIND)
        behind: float | None = cursor.fetchone()[0]
    return behind


class Router:
    """Django's router: everything is read from and written to the primary, except what a report reads."""

    def db_for_read(self, model: Any, **hints: Any) -> str:
        return _alias.get()

    def db_for_write(self, model: Any, **hints: Any) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, one: Any, other: Any, **hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        return db == DEFAULT_DB_ALIAS


def remember_writes(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: show people their latest changes in reports, too. Raises MiddlewareNotUsed without a replica."""
    if REPLICA not in connections.settings:
        raise MiddlewareNotUsed

    def middleware(request: HttpRequest) -> HttpResponse:
        # Not reset at the end, because a streamed response is read later. The next request sets it again.
        _may_be_old.set(request.method in _READS and WROTE not in request.COOKIES)
        response = get_response(request)
        if request.method not in _READS and settings.SESSION_COOKIE_NAME in request.COOKIES:
            seconds = settings.DATABASE_REPLICA_SECONDS + _CLOCKS_DIFFER_BY
            response.set_cookie(
                WROTE, "1", max_age=seconds, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE
            )
        return response

    return middleware


def _is_fresh() -> bool:
    behind = seconds_behind()
    return behind is not None and behind <= settings.DATABASE_REPLICA_SECONDS


def _conflicts_with_replay(error: BaseException) -> bool:
    """Return whether the replica canceled a query because the primary has since removed its rows (class 40)."""
    return str(getattr(error.__cause__, "sqlstate", "")).startswith("40")

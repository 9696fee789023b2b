"""Health checks for load balancers and monitoring: ``/healthz`` and ``/readyz``.

They only name the part that is down and the jobs that are late; the log has the details.
"""

import logging
import tempfile
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from common.outages import in_one_line
from common.worker.state import messages_state, queue_state

log = logging.getLogger(__name__)

# While this file exists, this copy of web asks the proxy to stop sending requests, but still serves those that arrive.
# Each machine or container has its own; `bin/update` creates it before it replaces the copy.
DRAINING = Path(tempfile.gettempdir()) / "lights-draining"

_migrations_seen_applied = False


_reports: dict[str, Callable[[], object]] = {}


def report_with(name: str, report: Callable[[], object]) -> None:
    """Add the result of ``report`` to the response of ``/readyz``, as ``name``."""
    _reports[name] = report


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Respond with 200, or with 503 once this process is about to be replaced."""
    draining = DRAINING.exists()
    return JsonResponse(
        {"status": "draining" if draining else "ok"},
        status=503 if draining else 200,
        headers={"Cache-Control": "no-store"},
    )


@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Respond with 200 if the product can serve requests, otherwise with 503 and the parts that are down.

    The response also has the states of the queue and of messages, but they don't affect the status: the site should not
    go down because a mail server is.
    """
    parts = {"database": _holds(_database_responds)}
    if parts["database"]:
        parts["migrations"] = _holds(_migrations_applied)
    up = all(parts.values())
    body: dict[str, object] = {
        "version": settings.VERSION,
        "status": "ok" if up else "down",
        "parts": {part: "ok" if holds else "down" for part, holds in parts.items()},
    }
    if up:
        try:
            body |= {"queue": queue_state(), "messages": messages_state()}
            body |= {name: report() for name, report in _reports.items()}
        except Error as error:
            log.error("readyz: the state of the queue could not be read (%s)", in_one_line(error))
    return JsonResponse(body, status=200 if up else 503, headers={"Cache-Control": "no-store"})


def _holds(check: Callable[[], bool]) -> bool:
    try:
        return check()
    except Error as error:
        log.error("readyz: %s failed (%s)", check.__name__.strip("_"), in_one_line(error))
        return False


def _database_responds() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return True


def _migrations_applied() -> bool:
    """Return whether all are applied. A positive result is cached, since migrations are never reversed."""
    global _migrations_seen_applied
    if not _migrations_seen_applied:
        executor = MigrationExecutor(connection)
        _migrations_seen_applied = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return _migrations_seen_applied

"""Health for load balancers and for the one who looks after the site: ``/healthz`` and ``/readyz``.

Neither tells more than which part is down; the log has the rest.
"""

import datetime as dt
import logging
from collections.abc import Callable

from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Q
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe
from procrastinate.contrib.django.models import ProcrastinateJob

log = logging.getLogger(__name__)

# A worker that runs takes a due job within seconds; this long without one, and mail is not going out.
QUEUE_PATIENCE = dt.timedelta(minutes=5)

_migrations_seen_applied = False


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 as long as the process answers."""
    return JsonResponse({"status": "ok"}, headers={"Cache-Control": "no-store"})


@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when the product can do its work, 503 naming the parts that cannot."""
    parts = {"database": _holds(_database_answers)}
    if parts["database"]:
        parts |= {"migrations": _holds(_migrations_applied), "queue": _holds(_queue_drains)}
    up = all(parts.values())
    body = {
        "status": "ok" if up else "down",
        "parts": {part: "ok" if holds else "down" for part, holds in parts.items()},
    }
    return JsonResponse(body, status=200 if up else 503, headers={"Cache-Control": "no-store"})


def _holds(check: Callable[[], bool]) -> bool:
    try:
        return check()
    except Error:
        log.exception("readyz: %s failed", check.__name__.strip("_"))
        return False


def _database_answers() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return True


def _migrations_applied() -> bool:
    """Asked until it is so: migrations are never taken back while this process runs."""
    global _migrations_seen_applied
    if not _migrations_seen_applied:
        executor = MigrationExecutor(connection)
        _migrations_seen_applied = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return _migrations_seen_applied


def _queue_drains() -> bool:
    """Whether no job that is due has waited for longer than ``QUEUE_PATIENCE``."""
    limit = timezone.now() - QUEUE_PATIENCE
    deferred_long_ago = Q(scheduled_at=None, procrastinateevent__type="deferred", procrastinateevent__at__lt=limit)
    waiting = ProcrastinateJob.objects.filter(Q(scheduled_at__lt=limit) | deferred_long_ago, status="todo")
    return not waiting.exists()

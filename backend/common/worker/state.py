"""The state of the queue and of messages, for ``/readyz`` and the worker's log.

Each statement reads at most ``MAX_ROWS`` rows through an index, however many jobs there are.
"""

import logging
from collections.abc import Callable
from typing import Any

from django.db import connection

from common.worker.queues import EMAIL
from common.worker.rescue import STALLED_AFTER

log = logging.getLogger(__name__)

WAITS_TOO_LONG = 5 * 60  # seconds; a running worker takes a due job within seconds
RUNS_TOO_LONG = 15 * 60
MAX_ROWS = 1000

# These use procrastinate's partial indexes on waiting and running jobs, and ours on failed ones.
_WAITING = f"""
    SELECT DISTINCT job.task_name FROM (
        SELECT id, task_name, scheduled_at FROM procrastinate_jobs
        WHERE status = 'todo' AND (scheduled_at IS NULL OR scheduled_at < now() - %(limit)s * interval '1 second')
        ORDER BY priority DESC, id LIMIT {MAX_ROWS}
    ) AS job
    WHERE job.scheduled_at IS NOT NULL OR EXISTS (
        SELECT FROM procrastinate_events WHERE job_id = job.id AND type = 'deferred'
        AND at < now() - %(limit)s * interval '1 second'
    ) ORDER BY 1
"""  # noqa: S608 - only our own constant
_RUNNING = """
    SELECT DISTINCT job.task_name FROM procrastinate_jobs AS job WHERE status = 'doing' AND (
        SELECT max(at) FROM procrastinate_events WHERE job_id = job.id AND type = 'started'
    ) < now() - %(limit)s * interval '1 second' ORDER BY 1
"""
_STALLED = """
    SELECT DISTINCT job.task_name
    FROM procrastinate_jobs AS job LEFT JOIN procrastinate_workers AS worker ON worker.id = job.worker_id
    WHERE job.status = 'doing'
        AND (worker.id IS NULL OR worker.last_heartbeat < now() - %(limit)s * interval '1 second')
    ORDER BY 1
"""
_FAILED = f"""
    SELECT job.queue_name FROM (
        SELECT id, queue_name FROM procrastinate_jobs WHERE status = 'failed' ORDER BY id DESC LIMIT {MAX_ROWS}
    ) AS job
    WHERE EXISTS (
        SELECT FROM procrastinate_events WHERE job_id = job.id AND type = 'failed' AND at > now() - interval '1 day'
    )
"""  # noqa: S608


def _none(seconds: int, most: int) -> int:
    return 0


_count_late_messages: Callable[[int, int], int] = _none


def count_late_messages_with(count: Callable[[int, int], int]) -> None:
    """Register the function that counts messages that are overdue by a number of seconds, up to a maximum."""
    global _count_late_messages
    _count_late_messages = count


def queue_state() -> dict[str, Any]:
    """Return the tasks with jobs that wait or run too long or are stalled, and how many jobs failed within a day."""
    state: dict[str, Any] = {
        "waiting": _column(_WAITING, limit=WAITS_TOO_LONG),
        "running": _column(_RUNNING, limit=RUNS_TOO_LONG),
        "stalled": _column(_STALLED, limit=STALLED_AFTER),
    }
    status = "trouble" if any(state.values()) else "ok"
    return {"status": status, **state, "failed": len(_column(_FAILED))}


def messages_state() -> dict[str, Any]:
    """Return how many messages are late, and how many emails failed within a day (both up to MAX_ROWS).

    A message is late if it was due ``WAITS_TOO_LONG`` ago, even if it is waiting for a retry.
    """
    queued = _count_late_messages(WAITS_TOO_LONG, MAX_ROWS)
    failed = _column(_FAILED).count(EMAIL)
    return {"status": "trouble" if queued or failed else "ok", "queued": queued, "failed": failed}


class Alarm:
    """Log once when something goes wrong, when that changes, and when everything is fine again."""

    def __init__(self) -> None:
        self._before: list[str] = []

    def check(self) -> None:
        """Log what has changed since the previous call."""
        queue, messages = queue_state(), messages_state()
        wrong = [f"{kind}: {', '.join(queue[kind])}" for kind in ("waiting", "running", "stalled") if queue[kind]]
        wrong += ["messages are not delivered"] if messages["status"] != "ok" else []
        if wrong and wrong != self._before:
            log.error("The queue is in trouble. %s", "; ".join(wrong))
        elif self._before and not wrong:
            log.info("The queue is healthy again")
        self._before = wrong


def _column(sql: str, **parameters: Any) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return [value for (value,) in cursor.fetchall()]

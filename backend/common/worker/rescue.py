"""Queues stalled jobs again: those whose worker is gone.

Procrastinate marks a job ``doing`` when a worker takes it. If the worker is killed, the job stays ``doing`` forever,
and so does its lock, which keeps out later jobs of the same kind.
"""

import logging
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, connection, transaction

log = logging.getLogger(__name__)

STALLED_AFTER = 30  # seconds without a heartbeat; a worker that lives sends one every ten
# A job that was in progress more often than this when its worker died is assumed to be the cause.
MAX_LOST_RUNS = 5

# Each run of a job has an event "started". One that came to an end counts in ``attempts``, and so does a manual retry
# of a failed job: the rest are runs that were never finished.
_STALLED = """
    SELECT job.id, job.task_name, job.abort_requested, (
        SELECT count(*) FROM procrastinate_events WHERE job_id = job.id AND type IN ('started', 'retried')
    ) - job.attempts AS lost_runs
    FROM procrastinate_jobs AS job LEFT JOIN procrastinate_workers AS worker ON worker.id = job.worker_id
    WHERE job.status = 'doing' AND coalesce(job.worker_id, 0) <> ALL (%s)
        AND (worker.id IS NULL OR worker.last_heartbeat < now() - %s * interval '1 second')
    ORDER BY job.id FOR UPDATE OF job SKIP LOCKED
"""
_QUEUE_AGAIN = """
    UPDATE procrastinate_jobs
    SET status = 'todo', scheduled_at = now(), worker_id = NULL, attempts = attempts + %s
    WHERE id = %s AND status = 'doing' AND NOT abort_requested
"""
_END = """
    UPDATE procrastinate_jobs
    SET status = %s::procrastinate_job_status, attempts = attempts + 1, abort_requested = false
    WHERE id = %s AND status = 'doing'
"""


@dataclass(frozen=True)
class StalledJob:
    """A job in progress whose worker is gone. ``lost_runs`` counts this run."""

    id: int
    task: str
    abort_requested: bool
    lost_runs: int


@transaction.atomic
def rescue_stalled_jobs(live_workers: Collection[int] = ()) -> list[StalledJob]:
    """Queue jobs again whose worker is gone, in every queue; return them.

    ``live_workers`` are the IDs of the caller's own workers, which are alive even if their heartbeat is old. A job that
    was lost too often ends as failed, and one whose queueing lock a waiting job has already taken ends as aborted.
    """
    jobs = stalled_jobs(live_workers)
    for job in jobs:
        if job.lost_runs > MAX_LOST_RUNS:
            _execute(_END, "failed", job.id)
            log.error("Job %s (%s) failed: its worker died %s times while it ran", job.id, job.task, job.lost_runs)
        elif job.abort_requested or not queue_again(job.id):
            _execute(_END, "aborted", job.id)
        else:
            log.warning("Job %s (%s) runs again: its worker is gone", job.id, job.task)
    return jobs


def stalled_jobs(live_workers: Collection[int] = ()) -> list[StalledJob]:
    """Lock and return the jobs whose worker is gone, except those that another process is rescuing."""
    with connection.cursor() as cursor:
        cursor.execute(_STALLED, [list(live_workers), STALLED_AFTER])
        return [StalledJob(id_, task, abort, lost) for id_, task, abort, lost in cursor.fetchall()]


def queue_again(job: int, *, attempts: int = 0) -> bool:
    """Put a job in progress back into the queue; return False if another waiting job has its queueing lock.

    ``attempts`` is what this run counts as.
    """
    try:
        with transaction.atomic():
            _execute(_QUEUE_AGAIN, attempts, job)
    except IntegrityError:
        return False
    return True


def give_back(jobs: Collection[int], workers: Collection[int]) -> None:
    """Queue again what a stopping worker could not finish, and remove the worker from the list."""
    for job in jobs:
        if not queue_again(job, attempts=1):
            _execute(_END, "aborted", job)
    _execute("DELETE FROM procrastinate_workers WHERE id = ANY (%s)", list(workers))


def _execute(sql: str, *parameters: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)

"""Rescue of stalled jobs, whose worker is gone: they are queued again.

Procrastinate marks a job as ``doing`` when a worker takes it. If the worker is killed, the job stays ``doing`` forever
and keeps its lock, which blocks later jobs of the same kind.
"""

import logging
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, connection, transaction

log = logging.getLogger(__name__)

STALLED_AFTER = 30  # seconds without a heartbeat; a live worker sends one every ten
# A job that was in progress more than this many times when its worker died is assumed to be the cause.
MAX_LOST_RUNS = 5

# Each run of a job has a "started" event. Finished runs are counted in ``attempts``, and so are manual retries of
# failed jobs. The difference is the number of runs that never finished.
_STALLED = """
    SELECT job.id, job.task_name, (
        SELECT count(*) FROM procrastinate_events WHERE job_id = job.id AND type IN ('started', 'retried')
    ) - job.attempts AS lost_runs
    FROM procrastinate_jobs AS job LEFT JOIN procrastinate_workers AS worker ON worker.id = job.worker_id
    WHERE job.status = 'doing' AND job.id <> ALL (%s) AND coalesce(job.worker_id, 0) <> ALL (%s)
        AND (worker.id IS NULL OR worker.last_heartbeat < now() - %s * interval '1 second')
    ORDER BY job.id FOR UPDATE OF job SKIP LOCKED
"""
_QUEUE_AGAIN = """
    UPDATE procrastinate_jobs
    SET status = 'todo', scheduled_at = now(), worker_id = NULL, attempts = attempts + %s
    WHERE id = %s AND status = 'doing'
"""
_END = """
    UPDATE procrastinate_jobs
    SET status = %s::procrastinate_job_status, attempts = attempts + 1
    WHERE id = %s AND status = 'doing'
"""


@dataclass(frozen=True)
class StalledJob:
    """A job in progress whose worker is gone. ``lost_runs`` includes this run."""

    id: int
    task: str
    lost_runs: int


@transaction.atomic
def rescue_stalled_jobs(own_jobs: Collection[int] = (), own_workers: Collection[int] = ()) -> list[StalledJob]:
    """Queue stalled jobs of all queues again, except the caller's own jobs and those of its workers. Return them.

    After an outage, the heartbeats of live workers are old, and new lanes delete such workers, even while their jobs
    run. A job that was lost too often ends as failed, and one whose queueing lock is held by a waiting job ends as
    aborted.
    """
    jobs = stalled_jobs(own_jobs, own_workers)
    for job in jobs:
        if job.lost_runs > MAX_LOST_RUNS:
            _execute(_END, "failed", job.id)
            log.error("Job %s (%s) failed: its worker died %s times while it ran", job.id, job.task, job.lost_runs)
        elif not queue_again(job.id):
            _execute(_END, "aborted", job.id)
        else:
            log.warning("Job %s (%s) runs again: its worker is gone", job.id, job.task)
    return jobs


def stalled_jobs(own_jobs: Collection[int], own_workers: Collection[int]) -> list[StalledJob]:
    """Lock and return the stalled jobs, except the caller's own and those that another process is rescuing."""
    with connection.cursor() as cursor:
        cursor.execute(_STALLED, [list(own_jobs), list(own_workers), STALLED_AFTER])
        return [StalledJob(id_, task, lost) for id_, task, lost in cursor.fetchall()]


def queue_again(job: int, *, attempts: int = 0) -> bool:
    """Queue a job in progress again. Return False if a waiting job has its queueing lock.

    ``attempts`` is how many attempts this run counts as.
    """
    try:
        with transaction.atomic():
            _execute(_QUEUE_AGAIN, attempts, job)
    except IntegrityError:
        return False
    return True


def release(jobs: Collection[int], workers: Collection[int]) -> None:
    """Queue the unfinished jobs of stopping ``workers`` again, and remove the workers' heartbeats."""
    for job in jobs:
        if not queue_again(job, attempts=1):
            _execute(_END, "aborted", job)
    _execute("DELETE FROM procrastinate_workers WHERE id = ANY (%s)", list(workers))


def _execute(sql: str, *parameters: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)

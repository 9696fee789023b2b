"""The worker of one queue: procrastinate's own, made to survive outages of the database."""

import asyncio
import logging
import sys
from collections.abc import Callable
from typing import Any

from procrastinate import App, exceptions
from procrastinate.job_context import JobContext, JobResult
from procrastinate.jobs import Job, Status
from procrastinate.retry import RetryDecision
from procrastinate.worker import Worker

from common.outages import is_outage

log = logging.getLogger(__name__)

STATUS_WAITS = (0.5, 1, 2, 5, 10)  # seconds between attempts to store how a job ended; the last one repeats
BEAT_EVERY, POLL_EVERY = 10, 5


class Lane(Worker):
    """A worker for ``queues`` that calls ``on_end`` as soon as it stops taking jobs, for any reason.

    ``error`` is the reason, or None after a normal stop. ``defers`` says whether it queues the periodic jobs. It
    overrides private methods of procrastinate's worker, since there is no public way to do this.
    """

    def __init__(
        self, app: App, queues: list[str], concurrency: int, *, defers: bool, on_end: Callable[[], None]
    ) -> None:
        super().__init__(
            app, queues, name=queues[0], concurrency=concurrency, install_signal_handlers=False,
            update_heartbeat_interval=BEAT_EVERY, fetch_job_polling_interval=POLL_EVERY,
            task_middleware=app.worker_defaults.get("task_middleware"),
            worker_middleware=app.worker_defaults.get("worker_middleware"),
        )  # fmt: skip
        self.names = queues
        self.error: BaseException | None = None
        self._defers = defers
        self._on_end = on_end

    @property
    def running(self) -> list[Job]:
        """The jobs in progress."""
        return [context.job for context in self._running_jobs.values()]

    async def _periodic_deferrer(self) -> None:
        if self._defers:
            await super()._periodic_deferrer()  # type: ignore[no-untyped-call]
        await asyncio.Event().wait()

    async def _monitor_side_tasks(self, side_tasks: list[asyncio.Task[Any]]) -> None:
        """Stop when one of them fails. Procrastinate would log a traceback for each lane and discard the error."""
        done, _ = await asyncio.wait(side_tasks, return_when=asyncio.FIRST_COMPLETED)
        self.error = next((error for task in done if (error := task.exception())), None)
        self.stop()  # type: ignore[no-untyped-call]

    async def _shutdown(self, side_tasks: list[asyncio.Task[Any]]) -> None:
        self.error = self.error or sys.exception()  # raised by the query for jobs, whose "finally" calls this
        self._on_end()
        await super()._shutdown(side_tasks)

    async def _persist_job_status(
        self,
        job: Job,
        status: Status,
        retry_decision: RetryDecision | None,
        context: JobContext,
        job_result: JobResult | None,
    ) -> None:
        """Store how a job ended, however long the database is down, so that a finished job doesn't run again."""
        attempt = 0
        while True:
            try:
                await super()._persist_job_status(job, status, retry_decision, context, job_result)
                return
            except exceptions.UniqueViolation:
                # The job should be retried, but another one with the same queueing lock is already waiting, which is
                # enough.
                retry_decision, status = None, Status.ABORTED
            except (exceptions.ConnectorException, exceptions.AppNotOpen) as error:
                if not (is_outage(error) or isinstance(error, exceptions.AppNotOpen)):
                    # An earlier attempt stored it but its response was lost, or another worker has taken the job since.
                    log.warning("The end of job %s (%s) was not stored: %s", job.id, job.task_name, error.__cause__)
                    return
                await asyncio.sleep(STATUS_WAITS[min(attempt, len(STATUS_WAITS) - 1)])
                attempt += 1

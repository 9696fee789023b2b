"""Runs the lanes of the worker, and restarts them after an outage of the database."""

import asyncio
import logging
import os
import signal
import threading
import time
from collections.abc import Callable, Collection, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NoReturn

import django.db
import psycopg
from django.db import DEFAULT_DB_ALIAS, close_old_connections, connection
from procrastinate import exceptions
from procrastinate.contrib.django.utils import connector_params

from common.outages import in_one_line, is_outage
from common.postgres.pooling import direct_alias
from common.worker import queues, rescue
from common.worker.app import make_worker_app
from common.worker.lane import Lane

log = logging.getLogger(__name__)

CHECK_EVERY = 15  # seconds between checks for stalled jobs, unknown queues and problems to log
OUTAGE_WAITS = (1, 2, 4, 8, 15)  # seconds between attempts to reach the database; the last one repeats
PROBE_WITHIN = 10  # seconds
# Seconds that jobs in progress have to end before the lanes restart without them.
LEAVE_BEHIND_AFTER = 60


class Runner:
    """The worker's process: one lane for each queue, and a loop that monitors them.

    ``grace`` is how many seconds jobs in progress have to end after SIGTERM or SIGINT before they are queued again. A
    second signal ends the wait. Each round of the loop calls ``on_check``.
    """

    def __init__(self, *, grace: float, on_check: Callable[[], None]) -> None:
        self.app = make_worker_app()
        self._grace = grace
        self._on_check = on_check
        self._stop, self._stop_now, self._ended = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._lanes: list[Lane] = []
        self._left_behind: dict[asyncio.Task[None], Lane] = {}
        self._down_since: float | None = None

    def run(self) -> None:
        """Work until a signal arrives. Raises errors other than an outage, such as a missing table."""
        for name in ("procrastinate.utils", "procrastinate.worker"):
            logging.getLogger(name).addFilter(_is_no_outage)
        asyncio.run(self._run())

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        # One thread per job, as many again for jobs left behind by an outage, and some for our own statements.
        threads = 2 * sum(queues.CONCURRENCY.values()) + 4
        loop.set_default_executor(ThreadPoolExecutor(threads, thread_name_prefix="job"))
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGTERM, signal.SIGINT):
                loop.add_signal_handler(number, self._on_signal)
        first = True
        while not self._stop.is_set():
            try:
                await self._reach_database()
                await self._work(rescue_first=first)
            except (exceptions.ConnectorException, psycopg.Error, django.db.Error, OSError) as error:
                self._note_outage(error)
            first = False
        await self._end({})
        threads_end = asyncio.create_task(loop.shutdown_default_executor())
        await asyncio.wait({threads_end}, timeout=PROBE_WITHIN)
        if not threads_end.done():  # a thread is waiting for a database that does not respond
            _exit()

    def _on_signal(self) -> None:
        if self._stop.is_set():
            self._stop_now.set()
        self._stop.set()

    def _note_outage(self, error: BaseException) -> None:
        """Log the start of an outage. Raises ``error`` if it isn't one."""
        if not (is_outage(error) or isinstance(error.__cause__, psycopg.errors.ForeignKeyViolation)):
            raise error
        if self._down_since is None:
            self._down_since = time.monotonic()
            log.error("The worker has lost the database and keeps trying: %s", in_one_line(error))

    async def _reach_database(self) -> None:
        """Wait until the database responds, directly and through a pool if there is one, or a signal arrives."""
        attempt = 0
        while not self._stop.is_set():
            try:
                async with asyncio.timeout(PROBE_WITHIN):
                    for alias in {DEFAULT_DB_ALIAS, direct_alias()}:
                        async with await psycopg.AsyncConnection.connect(**connector_params(alias)) as probe:
                            await probe.execute("SELECT 1")
            except (psycopg.Error, OSError) as error:
                timed_out = isinstance(error, TimeoutError)
                self._note_outage(psycopg.OperationalError("it does not respond") if timed_out else error)
                await _until(self._stop, OUTAGE_WAITS[min(attempt, len(OUTAGE_WAITS) - 1)])
                attempt += 1
            else:
                if self._down_since is not None:
                    log.warning("The worker has the database again after %.0f s", time.monotonic() - self._down_since)
                    self._down_since = None
                return

    async def _work(self, *, rescue_first: bool) -> None:
        """Run the lanes until a signal arrives. Raises the error if anything else ends them."""
        if self._stop.is_set():
            return
        self._ended.clear()
        if rescue_first:  # before the lanes delete the dead workers, which locks their jobs
            await _in_thread(rescue.rescue_stalled_jobs)
        async with self.app.open_async():
            self._lanes = self._make_lanes()
            running = {asyncio.create_task(_run(lane), name=f"lane {lane.names[0]}"): lane for lane in self._lanes}
            watch = asyncio.create_task(self._watch_lanes(), name="watch")
            stop = asyncio.create_task(self._stop.wait())
            ended = asyncio.create_task(self._ended.wait())
            waits: set[asyncio.Task[Any]] = {watch, stop, ended}
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for task in (stop, ended):
                task.cancel()
            for lane in self._lanes:
                lane.stop()  # type: ignore[no-untyped-call]
            if not self._stop.is_set():
                await self._restart(running, watch)
            watch.cancel()
            await self._end(running)

    def _make_lanes(self) -> list[Lane]:
        names = queues.lanes(task.queue for task in self.app.tasks.values())
        return [
            Lane(
                self.app, names[queue], concurrency, defers=queue == queues.DEFAULT, on_end=self._ended.set,
            )
            for queue, concurrency in queues.CONCURRENCY.items()
        ]  # fmt: skip

    async def _restart(self, running: dict[asyncio.Task[None], Lane], watch: asyncio.Task[None]) -> None:
        """Wait for the lanes to end and raise the error that ended them. Returns if a signal arrives first.

        Jobs that take too long are left to continue without a lane.
        """
        if error := next((lane.error for lane in running.values() if lane.error), None):
            self._note_outage(error)
        await _until_done(running, unless=self._stop, within=LEAVE_BEHIND_AFTER)
        if self._stop.is_set():
            return
        self._left_behind = {task: lane for task, lane in (self._left_behind | running).items() if not task.done()}
        watch.cancel()
        await asyncio.wait({watch})
        errors = [lane.error for lane in running.values()]
        errors += [task.exception() for task in [*running, watch] if task.done() and not task.cancelled()]
        found = [error for error in errors if error is not None]
        raise (
            next((error for error in found if not is_outage(error)), found[0])
            if found
            else psycopg.OperationalError("its connections ended")
        )

    async def _end(self, running: dict[asyncio.Task[None], Lane]) -> None:
        """Wait for the jobs in progress. If some don't end in time, queue them again and exit."""
        everything = running | self._left_behind
        if await _until_done(everything, unless=self._stop_now, within=self._grace):
            return
        jobs, workers = _jobs_and_workers(everything.values())
        log.warning("%s jobs did not end within %s s and are queued again", len(jobs), self._grace)
        try:
            async with asyncio.timeout(PROBE_WITHIN):
                await _in_thread(lambda: rescue.release(jobs, workers))
        except Exception as error:
            log.error("They could not be queued again (%s): another worker will rescue them", in_one_line(error))
        _exit()

    async def _watch_lanes(self) -> None:
        """Rescue stalled jobs and assign queues that no lane reads, every ``CHECK_EVERY`` seconds.

        Right after an outage, all heartbeats are old, so the first round waits until there are new ones.
        """
        while True:
            await asyncio.sleep(CHECK_EVERY)
            own = _jobs_and_workers([*self._lanes, *self._left_behind.values()])
            await _in_thread(lambda: rescue.rescue_stalled_jobs(*own))  # noqa: B023 - awaited in the loop
            for name in await _in_thread(_queues_in_use):
                if not any(name in lane.names for lane in self._lanes):
                    log.warning("The default lane takes over queue %r, which no task names", name)
                    self._lanes[0].names.append(name)
            await _in_thread(self._on_check)


def _jobs_and_workers(lanes: Collection[Lane]) -> tuple[list[int], list[int]]:
    """Return the IDs of the jobs in progress and of the workers."""
    jobs = [job.id for lane in lanes for job in lane.running if job.id]
    return jobs, [lane.worker_id for lane in lanes if lane.worker_id]


def _queues_in_use() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT DISTINCT queue_name FROM procrastinate_jobs WHERE status = 'todo'")
        return [name for (name,) in cursor.fetchall()]


async def _in_thread(work: Callable[[], Any]) -> Any:
    """Run ``work`` in a thread with a working database connection. Raises the errors of ``work``."""

    def run() -> Any:
        close_old_connections()
        try:
            return work()
        finally:
            close_old_connections()

    return await asyncio.to_thread(run)


def _is_no_outage(record: logging.LogRecord) -> bool:
    """Filter out procrastinate's tracebacks of an outage, which the runner logs once."""
    return not (record.exc_info and is_outage(record.exc_info[1]))


def _exit() -> NoReturn:
    """Exit although threads are still running, since there is no other way to end them."""
    logging.shutdown()
    os._exit(0)


async def _until_done(tasks: Iterable[asyncio.Task[None]], *, unless: asyncio.Event, within: float) -> bool:
    """Wait until all ``tasks`` are done, ``unless`` is set or ``within`` seconds pass. Return whether they are done."""
    everything = asyncio.gather(*tasks, return_exceptions=True)
    event = asyncio.create_task(unless.wait())
    ends: set[asyncio.Future[Any]] = {everything, event}
    await asyncio.wait(ends, timeout=within, return_when=asyncio.FIRST_COMPLETED)
    event.cancel()
    return everything.done()


async def _until(event: asyncio.Event, seconds: float) -> None:
    waiting: Coroutine[Any, Any, Any] = event.wait()
    try:
        await asyncio.wait_for(waiting, seconds)
    except TimeoutError:
        return


async def _run(lane: Lane) -> None:
    await lane.run()  # type: ignore[no-untyped-call]

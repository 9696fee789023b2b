"""Jobs of a dead worker run again and don't block others forever."""

import datetime as dt
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from procrastinate.contrib.django import app
from procrastinate.periodic import PeriodicDeferrer

from common.tests.own_postgres import OwnServer, own_server
from common.tests.real_processes import TESTS_TASKS, real_worker
from common.worker import queues
from common.worker.app import make_worker_app
from devtools.waiting import wait_until

pytestmark = pytest.mark.django_db  # the server gets a copy of its tables


@pytest.fixture(scope="module")
def _server(django_db_setup: None) -> Iterator[OwnServer]:
    with own_server() as server:
        yield server


@pytest.fixture
def server(_server: OwnServer) -> OwnServer:
    """A server with an empty queue."""
    _server.execute("TRUNCATE procrastinate_jobs, procrastinate_workers, procrastinate_periodic_defers CASCADE")
    return _server


def _has_succeeded(server: OwnServer, task: str) -> bool:
    return bool(server.execute("SELECT 1 FROM procrastinate_jobs WHERE task_name = %s AND status = 'succeeded'", task))


def _let_heartbeats_pass(server: OwnServer) -> None:
    """Make the dead workers' heartbeats a minute old."""
    server.execute("UPDATE procrastinate_workers SET last_heartbeat = now() - interval '1 minute'")


def test_periodic_job_runs_again_after_its_worker_was_killed(server: OwnServer) -> None:
    import psycopg

    with psycopg.connect(server.url) as blocker, real_worker(server.environment()) as worker:
        blocker.execute("LOCK TABLE analytics_counterdelta")
        job = server.defer("analytics.tasks.compact_counters", lock="compact_counters", timestamp=0)
        wait_until(lambda: server.job_status(job) == "doing")
        worker.stop(signal.SIGKILL)
    assert server.job_status(job) == "doing"
    _let_heartbeats_pass(server)

    with real_worker(server.environment()) as worker:
        # The schedule may have queued another one in the meantime, which then runs instead.
        wait_until(lambda: server.job_status(job) in {"succeeded", "aborted"})
        wait_until(lambda: _has_succeeded(server, "analytics.tasks.compact_counters"))
        later = server.defer("analytics.tasks.compact_counters", lock="counts", timestamp=60)
        wait_until(lambda: server.job_status(later) == "succeeded")
        assert worker.stop() == 0


def test_job_of_killed_worker_runs_again_in_every_queue(server: OwnServer, tmp_path: Path) -> None:
    folders = {queue: tmp_path / queue for queue in ("default", "email", "payments")}
    jobs = []
    for queue, folder in folders.items():
        folder.mkdir()
        jobs.append(server.defer("common.tests.queue_tasks.sleep", queue, folder=str(folder), seconds=3600))
    with real_worker(server.environment(**TESTS_TASKS)) as worker:
        wait_until(lambda: all((folder / "began").exists() for folder in folders.values()))
        worker.stop(signal.SIGKILL)
    _let_heartbeats_pass(server)
    with real_worker(server.environment(**TESTS_TASKS)):
        wait_until(lambda: all((folder / "began").read_text() == "xx" for folder in folders.values()))
    assert {server.job_status(job) for job in jobs} == {"doing"}


def test_running_worker_takes_over_jobs_of_a_killed_one(server: OwnServer, tmp_path: Path) -> None:
    server.defer("common.tests.queue_tasks.sleep", folder=str(tmp_path), seconds=3600)
    with (
        real_worker(server.environment(**TESTS_TASKS)) as first,
        real_worker(server.environment(**TESTS_TASKS)) as second,
    ):
        pids = tmp_path / "pids"
        taker = wait_until(lambda: pids.read_text().split() if pids.exists() else [])[0]
        (first if taker == str(first.process.pid) else second).stop(signal.SIGKILL)
        wait_until(lambda: len(pids.read_text().split()) == 2, within=240)
        assert set(pids.read_text().split()) == {str(first.process.pid), str(second.process.pid)}


def test_stalled_job_is_aborted_if_a_waiting_job_has_its_queueing_lock(server: OwnServer) -> None:
    stalled = server.defer("common.tasks.forget_requests", lock="forget_requests", timestamp=0)
    server.execute("UPDATE procrastinate_jobs SET status = 'doing' WHERE id = %s", stalled)
    waiting = server.defer("common.tasks.forget_requests", lock="forget_requests", timestamp=60)
    with real_worker(server.environment()) as worker:
        wait_until(lambda: server.job_status(waiting) == "succeeded")
        assert server.job_status(stalled) == "aborted"
        assert worker.stop() == 0


def test_job_that_keeps_killing_its_worker_ends_as_failed(server: OwnServer, tmp_path: Path) -> None:
    job = server.defer("common.tests.queue_tasks.kill_worker", folder=str(tmp_path))
    lost_before = "INSERT INTO procrastinate_events (job_id, type) SELECT %s, 'started' FROM generate_series(1, 4)"
    server.execute(lost_before, job)
    for _ in range(2):
        with real_worker(server.environment(**TESTS_TASKS)) as worker:
            worker.process.wait(90)
        _let_heartbeats_pass(server)
    with real_worker(server.environment(**TESTS_TASKS)) as worker:
        wait_until(lambda: server.job_status(job) == "failed")
        assert f"Job {job} (common.tests.queue_tasks.kill_worker) failed" in worker.log
    assert (tmp_path / "killed").read_text() == "xx"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_unfinished_job_is_queued_again_when_the_worker_stops(server: OwnServer, tmp_path: Path, number: int) -> None:
    slow = server.defer("common.tests.queue_tasks.sleep", folder=str(tmp_path), seconds=3600)
    with real_worker(server.environment(**TESTS_TASKS), "--grace", "1") as worker:
        wait_until(lambda: (tmp_path / "began").exists())
        assert worker.stop(number) == 0
    assert server.job_status(slow) == "todo"
    attempts = server.execute("SELECT attempts FROM procrastinate_jobs WHERE id = %s", slow)
    assert attempts == [(1,)], "it doesn't count as lost with its worker"
    assert server.execute("SELECT * FROM procrastinate_workers") == []


def test_job_that_ends_in_time_is_finished_when_the_worker_stops(server: OwnServer, tmp_path: Path) -> None:
    job = server.defer("common.tests.queue_tasks.sleep", folder=str(tmp_path), seconds=2)
    with real_worker(server.environment(**TESTS_TASKS), "--grace", "60") as worker:
        wait_until(lambda: (tmp_path / "began").exists())
        assert worker.stop() == 0
    assert server.job_status(job) == "succeeded"
    assert (tmp_path / "ended").read_text() == "x"


def test_hanging_jobs_of_one_queue_do_not_hold_up_others(server: OwnServer, tmp_path: Path) -> None:
    for _ in range(4):
        for queue in ("email", "payments"):
            server.defer("common.tests.queue_tasks.sleep", queue, folder=str(tmp_path), seconds=3600)
    with real_worker(server.environment(**TESTS_TASKS)):
        wait_until(lambda: (tmp_path / "began").exists() and (tmp_path / "began").read_text() == "xxxx")
        job = server.defer("common.tasks.forget_requests", timestamp=0)
        wait_until(lambda: server.job_status(job) == "succeeded")


def test_job_in_a_queue_that_no_task_names_runs(server: OwnServer, tmp_path: Path) -> None:
    named = server.defer("common.tests.queue_tasks.note", "a queue of its own", folder=str(tmp_path))
    unnamed = server.defer("common.tests.queue_tasks.note", "left by another version", folder=str(tmp_path))
    with real_worker(server.environment(**TESTS_TASKS)):
        wait_until(lambda: {server.job_status(named), server.job_status(unnamed)} == {"succeeded"})
    # A job may take long, but must not keep its locks while it hangs.
    assert (tmp_path / "limits").read_text().splitlines() == ["10min 5min"] * 2


def test_queue_of_every_task_is_read() -> None:
    read = [queue for lane in queues.lanes(task.queue for task in app.tasks.values()).values() for queue in lane]
    assert {task.queue for task in app.tasks.values()} <= set(read)
    assert len(read) == len(set(read))


@pytest.mark.parametrize(("minute", "catches_up"), [(36, True), (38, False)])
def test_periodic_job_that_was_due_without_a_worker_runs_within_an_hour(minute: int, catches_up: bool) -> None:
    worker = make_worker_app()
    periodic = PeriodicDeferrer(worker.periodic_registry, **worker.periodic_defaults)
    started = dt.datetime(2026, 11, 24, 4, minute, tzinfo=dt.UTC).timestamp()
    caught_up = {task.task.name for task, _ in periodic.get_previous_tasks(at=started)}
    assert ("common.tasks.forget_sessions" in caught_up) is catches_up, "it was due at 3:37"

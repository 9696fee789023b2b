"""The worker survives every kind of outage of the database."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import DEFAULT_DB_ALIAS, OperationalError, connection
from procrastinate.contrib.django.models import ProcrastinateJob
from procrastinate.contrib.django.utils import connector_params
from procrastinate.exceptions import ConnectorException

from common.outages import is_outage
from common.tests.own_postgres import OwnServer, own_server
from common.tests.real_processes import TESTS_TASKS, RealWorker, real_worker
from common.worker import app as worker_app
from common.worker import runner
from devtools.waiting import wait_until
from invoices.tasks import mark_overdue
from testing.helpers import run_queue

pytestmark = pytest.mark.django_db  # the server gets a copy of its tables

# Seconds. The worker checks for stalled jobs every 15, and waits no longer between attempts to connect.
BACK_WITHIN = 180
# Seconds. It takes half a minute at most, more on a busy machine, but not the minute that an outage gives its jobs.
STOPPED_WITHIN = 45


@pytest.fixture(scope="module")
def server(django_db_setup: None) -> Iterator[OwnServer]:
    with own_server() as server:
        yield server


def _works(server: OwnServer) -> None:
    """Wait until the worker has done a new job and queues periodic ones."""
    job = server.defer("common.tasks.forget_requests", timestamp=0)
    wait_until(lambda: server.job_status(job) == "succeeded", within=BACK_WITHIN)


def _tells_of_one_outage(worker: RealWorker) -> None:
    wait_until(lambda: "has the database again" in worker.log, within=BACK_WITHIN)
    assert worker.log.count("has lost the database") == worker.log.count("has the database again")
    assert worker.process.poll() is None
    said = [line for line in worker.log.splitlines() if " ERROR " in line or " WARNING " in line]
    expected = ("has lost the database", "has the database again", "runs again", "is silent", "database responds")
    assert all(any(words in line for words in expected) for line in said), worker.log


def _last_periodic(server: OwnServer) -> int:
    task = "analytics.tasks.compact_counters"
    sql = f"SELECT max(defer_timestamp) FROM procrastinate_periodic_defers WHERE task_name = '{task}'"
    return int(server.execute(sql)[0][0] or 0)


def test_worker_survives_a_stopped_database(server: OwnServer) -> None:
    with real_worker(server.environment()) as worker:
        _works(server)
        before = wait_until(lambda: _last_periodic(server))
        server.stop()
        wait_until(lambda: "has lost the database" in worker.log, within=BACK_WITHIN)
        server.start()
        _works(server)
        _tells_of_one_outage(worker)
        assert worker.log.count("has lost the database") == 1
        wait_until(lambda: _last_periodic(server) > before, within=BACK_WITHIN)
        assert worker.stop() == 0
    assert server.execute("SELECT id FROM procrastinate_jobs WHERE status = 'doing'") == []


def test_worker_survives_a_killed_database(server: OwnServer) -> None:
    with real_worker(server.environment()) as worker:
        _works(server)
        server.kill()
        server.start()
        _works(server)
        _tells_of_one_outage(worker)
        assert worker.stop() == 0


def test_worker_survives_a_frozen_database(server: OwnServer) -> None:
    with real_worker(server.environment()) as worker:
        _works(server)
        server.freeze()
        try:
            wait_until(lambda: "has lost the database" in worker.log, within=BACK_WITHIN)
        finally:
            server.thaw()
        _works(server)
        _tells_of_one_outage(worker)
        assert worker.stop() == 0


def test_worker_survives_closed_connections(server: OwnServer) -> None:
    with real_worker(server.environment()) as worker:
        _works(server)
        server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        _works(server)
        assert worker.process.poll() is None
        assert "Traceback" not in worker.log
        assert worker.stop() == 0


def test_worker_waits_for_a_database_that_is_not_up_yet(server: OwnServer) -> None:
    server.stop()
    try:
        with real_worker(server.environment()) as worker:
            wait_until(lambda: "has lost the database" in worker.log)
            server.start()
            _works(server)
            _tells_of_one_outage(worker)
            assert worker.stop() == 0
    finally:
        server.start()


def test_job_that_an_outage_left_behind_is_not_started_again(server: OwnServer, tmp_path: Path) -> None:
    with real_worker(server.environment(**TESTS_TASKS)) as worker:
        left = server.defer("common.tests.queue_tasks.sleep", folder=str(tmp_path), seconds=3600)
        wait_until(lambda: (tmp_path / "began").exists())
        server.stop()
        wait_until(lambda: "has lost the database" in worker.log, within=BACK_WITHIN)
        server.start()
        wait_until(lambda: "has the database again" in worker.log, within=BACK_WITHIN)
        [(stalled,)] = server.execute(
            "INSERT INTO procrastinate_jobs (task_name, queue_name, args, status)"
            """ VALUES ('common.tasks.forget_requests', 'default', '{"timestamp": 0}', 'doing') RETURNING id"""
        )
        wait_until(lambda: server.job_status(stalled) == "succeeded", within=BACK_WITHIN)
        assert "forget_requests) runs again" in worker.log
        assert "sleep) runs again" not in worker.log
    server.execute("UPDATE procrastinate_jobs SET status = 'failed' WHERE id = %s", left)  # no other test runs it


@pytest.mark.parametrize("seconds", [3, 3600])
def test_worker_stops_with_a_running_job_while_the_database_is_down(
    server: OwnServer, tmp_path: Path, seconds: int
) -> None:
    with real_worker(server.environment(**TESTS_TASKS), "--grace", "1") as worker:
        server.defer("common.tests.queue_tasks.sleep", folder=str(tmp_path), seconds=seconds)
        wait_until(lambda: (tmp_path / "began").exists())
        server.stop()
        try:
            wait_until(lambda: "has lost the database" in worker.log, within=BACK_WITHIN)
            if seconds == 3:  # the job ends, and that can't be stored
                wait_until(lambda: (tmp_path / "ended").exists())
            assert worker.stop(within=STOPPED_WITHIN) == 0
        finally:
            server.start()


@pytest.mark.parametrize(
    ("take_away", "bring_back"),
    [(OwnServer.stop, OwnServer.start), (OwnServer.freeze, OwnServer.thaw)],
    ids=["stopped", "frozen"],
)
def test_worker_stops_while_the_database_is_down(
    server: OwnServer, take_away: Callable[[OwnServer], None], bring_back: Callable[[OwnServer], None]
) -> None:
    with real_worker(server.environment()) as worker:
        _works(server)
        take_away(server)
        try:
            wait_until(lambda: "has lost the database" in worker.log, within=BACK_WITHIN)
            assert worker.stop(within=STOPPED_WITHIN) == 0
        finally:
            bring_back(server)


@pytest.mark.parametrize("method", ["execute_query_async", "execute_query_one_async", "execute_query_all_async"])
def test_statement_of_the_queue_that_gets_no_response_is_an_outage(
    monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    async def wait_for_database() -> None:
        connector = worker_app.QueueConnector(kwargs=connector_params(DEFAULT_DB_ALIAS), min_size=1, max_size=1)
        await connector.open_async()
        try:
            monkeypatch.setattr(worker_app, "STATEMENT_WITHIN", 0.2)
            await getattr(connector, method)("SELECT pg_sleep(10)")
        finally:
            await connector.close_async()

    with pytest.raises(ConnectorException) as raised:
        asyncio.run(wait_for_database())
    assert is_outage(raised.value)


def test_worker_waits_briefly_for_a_new_connection_and_keeps_trying(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    # libpq's own timeout does not help with a pool, which accepts connections for a frozen server.
    slow = {**connector_params(DEFAULT_DB_ALIAS), "options": "-c post_auth_delay=10", "connect_timeout": 60}
    attempts = []

    def note_attempt(alias: str) -> dict[str, Any]:
        attempts.append(alias)
        return slow

    monkeypatch.setattr(runner, "connector_params", note_attempt)
    monkeypatch.setattr(runner, "PROBE_WITHIN", 0.2)
    monkeypatch.setattr(runner, "OUTAGE_WAITS", (0.01, 0.02))
    worker = runner.Runner(grace=1, on_check=lambda: None)

    async def reach_database() -> None:
        reaching = asyncio.create_task(worker._reach_database())
        while len(attempts) < 4 and not reaching.done():
            await asyncio.sleep(0.05)
        worker._stop.set()
        await reaching

    asyncio.run(reach_database())
    assert "has lost the database and keeps trying: it does not respond" in caplog.text


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("attempts", "then"), [(9, "todo"), (10, "failed")])
def test_job_that_always_loses_its_connection_is_given_up(
    monkeypatch: pytest.MonkeyPatch, attempts: int, then: str
) -> None:
    def loses_its_connection() -> None:
        raise OperationalError("the connection is closed")

    monkeypatch.setattr("invoices.services.mark_overdue", loses_its_connection)
    mark_overdue.configure().defer(timestamp=0)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE procrastinate_jobs SET attempts = %s", [attempts])
    run_queue()
    assert ProcrastinateJob.objects.get(task_name="invoices.tasks.mark_overdue").status == then

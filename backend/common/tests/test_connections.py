"""A persistent database connection that the server has closed is noticed before a request uses it."""

from threading import Timer
from types import SimpleNamespace

import psutil
import pytest
from django.db import close_old_connections, connection

from common.postgres import liveness
from common.postgres.liveness import PROBE_AFTER
from testing.helpers import in_threads


def _server_process() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def _end(process: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [process])


@pytest.mark.django_db(transaction=True)
def test_closed_connection_is_replaced() -> None:
    def web_worker_thread(_: int) -> tuple[int, int]:
        before = _server_process()
        assert connection.is_usable()
        in_threads(1, lambda _: _end(before))
        assert not connection.is_usable()
        close_old_connections()  # what Django does before each request
        return before, _server_process()

    [(before, after)] = in_threads(1, web_worker_thread)
    assert before != after


@pytest.mark.django_db(transaction=True)
def test_slow_statement_is_finished_while_the_server_is_alive() -> None:
    with connection.cursor() as cursor:
        for _ in range(2):
            cursor.execute("SELECT number FROM generate_series(1, 3) AS number, pg_sleep(%s)", [PROBE_AFTER * 2.2])
            assert cursor.fetchall() == [(1,), (2,), (3,)]


@pytest.mark.django_db(transaction=True)
def test_statement_that_is_slow_to_send_is_finished() -> None:
    # Only the process that serves this connection is frozen, not the server.
    try:
        process = psutil.Process(_server_process())
    except psutil.NoSuchProcess:
        pytest.skip("the database runs on another machine")
    process.suspend()
    timer = Timer(PROBE_AFTER * 2.2, process.resume)
    timer.start()
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT length(%s::text)", ["x" * 30_000_000])
            assert cursor.fetchone() == (30_000_000,)
    finally:
        process.resume()
        timer.cancel()


def test_silent_server_is_probed_at_most_once_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, asked = [100.0], []
    monkeypatch.setattr("common.postgres.liveness.time", SimpleNamespace(monotonic=lambda: clock[0]))
    monkeypatch.setattr(liveness, "_responds", lambda parameters: asked.append(clock[0]))
    for ask in ("is_alive", "is_back"):
        server = liveness.Liveness()
        server.note_silence()
        for later in (0.5, 0.4, 0.2, 0.5):
            clock[0] += later
            assert not getattr(server, ask)({})
    assert asked == [pytest.approx(101.1), pytest.approx(102.7)]

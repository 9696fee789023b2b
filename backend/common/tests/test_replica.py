"""Reports are read from the replica, except after the caller's own write and while it lags or is down."""

import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connection, connections
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from common.doctor import State, inspect
from common.postgres.replica import REPLICA, WROTE, is_report, remember_writes, report_connection
from common.tests.real_processes import database_url_of_tests
from devtools.postgres import Server
from devtools.replica import make_replica
from devtools.waiting import wait_until
from quotes.tests.factories import make_quote

DAYS = "from=2026-11-01&to=2026-11-30"
REPORTS = [
    "/api/analytics/mrr",
    "/api/analytics/subscriptions",
    "/api/analytics/quotes",
    "/api/analytics/season",
    "/api/desk/promise",
    "/api/desk/money",
    "/api/desk/money/due",
    f"/api/desk/money/export-summary?{DAYS}",
    f"/api/desk/money/export.csv?{DAYS}",
    "/api/quotes/export.csv",
]
# What a query gets that reads rows which the primary has removed since (PostgreSQL documentation, "Handling Query
# Conflicts").
CANCELED = "serialization_failure"
RAISE = "DO $$BEGIN RAISE 'canceling statement' USING ERRCODE = '{}'; END$$"
ORDER = {
    "fullName": "Ada Admin", "email": "ada@example.com", "phone": "603-555-0172", "city": "Portsmouth",
    "servicePackage": "premium",
}  # fmt: skip


pytestmark = pytest.mark.django_db(transaction=True, databases=["default", REPLICA])


class Follower:
    """A replica of the tests' server."""

    def __init__(self, server: Server) -> None:
        self.server = server

    def execute(self, sql: str) -> Any:
        """Run a statement on the replica. Return the first value."""
        address = psycopg.conninfo.make_conninfo(self.server.url, dbname=connection.settings_dict["NAME"])
        with psycopg.connect(address, autocommit=True) as own:
            row = own.execute(sql).fetchone()
        return row[0] if row else None

    def stand_still(self) -> None:
        """Pause replay. What PostgreSQL is replaying at this moment still arrives."""
        self.execute("SELECT pg_wal_replay_pause()")
        wait_until(lambda: self.execute("SELECT pg_get_wal_replay_pause_state()") == "paused", "the replica goes on")

    def catch_up(self) -> None:
        """Wait until the replica has everything, even what the tests' server has not written to disk yet."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_current_wal_insert_lsn()")
            end = cursor.fetchone()[0]
        wait_until(lambda: self.execute(f"SELECT pg_last_wal_replay_lsn() >= '{end}'"), "the replica does not follow")


@pytest.fixture(scope="module", autouse=True)
def server(django_db_setup: None) -> Iterator[Server]:
    # Not in pytest's folder, which PostgreSQL's user can't enter.
    with tempfile.TemporaryDirectory(prefix="replica-") as folder:
        running = make_replica(database_url_of_tests(), Path(folder) / "data")
        own = {"CONN_MAX_AGE": 0, "HOST": str(running.folder), "TEST": {"MIRROR": "default"}}
        connections.settings[REPLICA] = {**connections.settings["default"], **own}
        yield running
        del connections.settings[REPLICA]
        running.release()


@pytest.fixture
def replica(server: Server, settings: Any) -> Iterator[Follower]:
    """The product's replica."""
    followed = Follower(server)
    settings.DATABASE_ROUTERS = ["common.postgres.replica.Router"]
    settings.DATABASE_REPLICA_SECONDS = 600  # a test can take more than half a minute on a busy machine
    yield followed
    connections[REPLICA].close()
    server.start()
    followed.execute("SELECT pg_wal_replay_resume()")


@pytest.fixture
def standing_still(replica: Follower, admin_client: APIClient) -> Follower:
    """A replica with one quote and the administrator's session, but without the second quote."""
    make_quote()
    replica.catch_up()
    replica.stand_still()
    make_quote()
    return replica


def _pending(client: APIClient) -> int:
    return int(client.get("/api/analytics/quotes").json()["pendingCount"])


@pytest.mark.parametrize("path", REPORTS)
def test_every_report_is_read_from_the_replica(replica: Follower, admin_client: APIClient, path: str) -> None:
    make_quote()
    replica.catch_up()
    with CaptureQueriesContext(connections[REPLICA]) as read:
        response = admin_client.get(path)
        content = b"".join(response) if response.streaming else response.content
    assert response.status_code == 200, content
    assert len(read) >= 2, "only how far behind it is was asked there"


def test_lists_and_single_rows_are_read_from_the_primary(standing_still: Follower, admin_client: APIClient) -> None:
    assert len(admin_client.get("/api/quotes?scope=admin").json()) == 2
    assert _pending(admin_client) == 1


def test_report_shows_the_callers_own_write_at_once(
    standing_still: Follower, admin_client: APIClient, office_client: APIClient, settings: Any
) -> None:
    written = admin_client.post("/api/quotes", ORDER, format="json")
    assert written.status_code == 201
    assert written.cookies[WROTE]["max-age"] == settings.DATABASE_REPLICA_SECONDS + 5
    assert _pending(admin_client) == 3
    del admin_client.cookies[WROTE]  # half a minute later
    assert _pending(admin_client) == 1


def test_report_is_read_from_the_primary_while_the_replica_lags(
    standing_still: Follower, admin_client: APIClient, settings: Any
) -> None:
    settings.DATABASE_REPLICA_SECONDS = 0
    assert _pending(admin_client) == 2


def test_report_is_read_from_the_primary_while_the_replica_is_down(
    standing_still: Follower, admin_client: APIClient, server: Server
) -> None:
    assert _pending(admin_client) == 1
    standing_still.execute("SELECT pg_wal_replay_resume()")  # a server with paused replay doesn't stop
    server.release()
    assert _pending(admin_client) == 2
    lines = b"".join(admin_client.get("/api/quotes/export.csv")).splitlines()
    assert len(lines) == 3
    [found] = inspect({"database-replica"})
    assert found.state == State.FAILING
    assert found.sentence.startswith("The replica does not respond (")


@pytest.mark.parametrize(
    ("error", "also_asked", "expected"),
    [
        (CANCELED, ["default"], nullcontext()),
        ("query_canceled", [], pytest.raises(OperationalError)),  # a report that takes too long would slow the primary
    ],
)
def test_only_report_that_the_replica_cancels_for_a_change_is_read_from_the_primary(
    replica: Follower, error: str, also_asked: list[str], expected: AbstractContextManager[Any]
) -> None:
    asked: list[str] = []

    @is_report
    def read() -> None:
        asked.append(report_connection().alias)
        if asked == [REPLICA]:
            with report_connection().cursor() as cursor:
                cursor.execute(RAISE.format(error))

    def view(request: HttpRequest) -> HttpResponse:
        read()
        return HttpResponse()

    make_quote()
    replica.catch_up()
    with expected:
        remember_writes(view)(RequestFactory().get("/"))
    assert asked == [REPLICA, *also_asked]


def test_server_that_is_not_a_replica_is_never_used(
    replica: Follower, admin_client: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(connections[REPLICA].settings_dict, "HOST", connection.settings_dict["HOST"])
    make_quote()
    with CaptureQueriesContext(connections[REPLICA]) as read:
        assert _pending(admin_client) == 1
    assert len(read) == 1
    [found] = inspect({"database-replica"})
    assert (found.state, found.sentence) == (State.FAILING, "DATABASE_REPLICA_URL is not a replica.")

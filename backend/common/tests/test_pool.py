"""Everything works through PgBouncer in transaction mode, where each transaction may run on another connection."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from procrastinate.contrib.django.utils import connector_params
from rest_framework.test import APIClient

from backups import programs
from common.doctor import State, inspect
from common.postgres.limits import limit_statements
from common.postgres.pooling import DIRECT, POOL, direct_alias, use_pool
from devtools.machines.pgbouncer import PROGRAM, PgBouncer
from notifications.models import Message
from quotes.models import Quote
from testing.helpers import in_threads, run_queue

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(PROGRAM is None, reason="PgBouncer is not installed"),
]


@pytest.fixture(scope="module")
def pooler(django_db_setup: None) -> Iterator[PgBouncer]:
    database = connection.settings_dict
    with tempfile.TemporaryDirectory(prefix="pool-") as folder:
        Path(folder).chmod(0o755)  # PgBouncer, too, runs as another user
        running = PgBouncer(Path(folder) / "pgbouncer", Path(database["HOST"]), size=2, name=database["NAME"])
        running.start()
        yield running
        running.stop()


@pytest.fixture
def pool(pooler: PgBouncer, transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[PgBouncer]:
    """Make this process use the pool, as web and the worker do."""
    monkeypatch.setattr(BaseDatabaseWrapper, "ensure_connection", _connect)
    default = connections.settings["default"]
    before = {**default, "OPTIONS": dict(default["OPTIONS"])}  # a test's limits are set in the same dictionary
    options = {"server_side_binding": True, "prepare_threshold": None}
    own = {"NAME": "lights-web", "USER": "postgres", "HOST": "127.0.0.1", "PORT": pooler.port, "OPTIONS": options}
    connections.settings[POOL] = {**before, **own}
    connection.close()
    use_pool()
    yield pooler
    for alias in (POOL, DIRECT):
        connections[alias].close()
        del connections[alias], connections.settings[alias]
    connection.close()
    default.clear()
    default.update(before)


def _connect(wrapper: BaseDatabaseWrapper) -> None:
    """Django's own check of connections, without the list that was made before there was a pool."""
    if wrapper.connection is None:
        with wrapper.wrap_database_errors:
            wrapper.connect()


def _request(number: int) -> dict[str, str]:
    return {
        "fullName": "Eleanor Hayes", "email": f"eleanor{number}@example.com", "phone": "603-555-0172",
        "city": "Portsmouth", "servicePackage": "premium",
    }  # fmt: skip


def test_many_requests_share_two_connections_of_the_server(pool: PgBouncer) -> None:
    def ask(visitor: int) -> list[int]:
        client = APIClient()
        sent = [(f"visitor-{visitor}-{number}", _request(10 * visitor + number)) for number in (1, 1, 2, 3, 4)]
        return [
            client.post("/api/quotes", body, headers={"Idempotency-Key": key}, format="json").status_code
            for key, body in sent
        ]

    assert in_threads(8, ask) == [[201] * 5] * 8
    assert pool.connections()[1] == 2
    # Each exactly once, with the message and its job from the same round trip.
    assert Quote.objects.count() == 32
    assert Message.objects.filter(kind="quote-requested").count() == 32
    run_queue()
    assert set(Message.objects.filter(kind="quote-requested").values_list("status", flat=True)) == {"sent"}


def test_statement_is_never_prepared(pool: PgBouncer, guest: APIClient) -> None:
    for number in range(12):
        assert guest.post("/api/quotes", _request(number), format="json").status_code == 201
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements")
        assert cursor.fetchone() == (0,)


def test_rejected_request_leaves_nothing_behind_for_the_next(pool: PgBouncer, guest: APIClient) -> None:
    assert guest.post("/api/quotes", {"fullName": ""}, format="json").status_code == 400
    assert guest.post("/api/quotes", _request(1), format="json").status_code == 201
    assert Quote.objects.count() == 1


def test_each_connection_has_our_time_zone(pool: PgBouncer) -> None:
    for _ in range(3):
        with connection.cursor() as cursor:
            cursor.execute("SHOW timezone")
            assert cursor.fetchone() == ("UTC",)


def test_queue_and_backups_bypass_the_pool(pool: PgBouncer) -> None:
    assert connection.settings_dict["PORT"] == pool.port
    assert str(connector_params(direct_alias())["host"]).startswith("/")
    assert str(pool.port) not in programs.address()


def test_pool_sets_the_limits_on_statements(pool: PgBouncer) -> None:
    limit_statements(statement=7, idle=8)  # PgBouncer refuses these parameters
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('statement_timeout'), current_setting('jit')")
        assert cursor.fetchone() == ("10s", "off")
    with connections[DIRECT].cursor() as cursor:
        cursor.execute("SHOW statement_timeout")
        assert cursor.fetchone() == ("7s",)
    [found] = inspect({"database-pool"})
    assert found.state == State.OK


def test_doctor_warns_of_a_pool_without_limits(pool: PgBouncer) -> None:
    direct = connections.settings[DIRECT]
    connections.settings[POOL].update({key: direct[key] for key in ("HOST", "PORT", "NAME", "USER")})
    [found] = inspect({"database-pool"})
    assert found.state == State.WARNING
    assert "statement_timeout" in found.sentence


def test_doctor_reports_a_pool_that_is_down(pool: PgBouncer) -> None:
    connections.settings[POOL]["PORT"] = 1
    [found] = inspect({"database-pool"})
    assert found.state == State.FAILING


def test_installation_without_a_pool_has_nothing_to_check(db: None) -> None:
    use_pool()
    assert direct_alias() == "default"
    [found] = inspect({"database-pool"})
    assert found.state == State.OK

"""Installation checks of the machine, the database and the worker (``common.doctor``)."""

import datetime as dt
import re

from django.conf import settings
from django.db import Error, connection, connections
from django.db.migrations.executor import MigrationExecutor

from common.business import business
from common.counts import count_of
from common.doctor import Finding, check, failing, ok, warning
from common.outages import in_one_line
from common.postgres.pooling import POOL
from common.postgres.replica import REPLICA, seconds_behind
from common.worker.state import queue_state

MAX_REPLICA_LAG = 300  # seconds
CLOCK_WARNING, CLOCK_FAILING = 5, 60  # seconds
SILENCE_WARNING, SILENCE_FAILING = dt.timedelta(minutes=2), dt.timedelta(minutes=5)

# A running worker sends a heartbeat every ten seconds and starts a periodic job at least every minute. When it is shut
# down cleanly, its heartbeat is removed, so the last periodic job has to say when that was.
_LAST_SIGN = """
    SELECT now() - greatest(
        (SELECT max(last_heartbeat) FROM procrastinate_workers),
        (SELECT to_timestamp(max(defer_timestamp)) FROM procrastinate_periodic_defers)
    )
"""


# 555-0100 to 555-0199 are reserved for fiction.
_FICTIONAL_NUMBER = re.compile(r"555\D?01\d\d$")

# PostgreSQL's defaults. ``config.wsgi`` and ``config.settings.machines`` say why ours differ.
_UNWANTED = """
    SELECT name FROM pg_settings WHERE (name, setting)
        IN (('statement_timeout', '0'), ('idle_in_transaction_session_timeout', '0'), ('jit', 'on'))
"""


@check("database", "Database")
def _database() -> Finding:
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        version = int(cursor.fetchone()[0]) // 10_000
    if version < 18:
        return failing(f"The database is PostgreSQL {version}, which is too old.", "Use PostgreSQL 18 or newer.")
    return ok(f"PostgreSQL {version} responds.")


@check("database-pool", "Connection pool")
def _pool() -> Finding:
    if POOL not in connections.settings:
        return ok("There is none: all processes connect to the database directly.")
    try:
        wrong = _not_set_in_pool()
    except Error as error:
        return failing(
            f"The connection pool does not respond ({in_one_line(error)}), so the site can't show or save anything.",
            "Look at PgBouncer and at DATABASE_POOL_URL.",
        )
    if wrong:
        return warning(
            f"Connections of the pool don't have {' and '.join(wrong)}, so a slow request can occupy one for long.",
            "Set them for the pool: docs/several-machines.md, “PgBouncer”.",
        )
    return ok("It responds, and its connections have their limits.")


@check("database-replica", "Replica of the database")
def _replica() -> Finding:
    if REPLICA not in connections.settings:
        return ok("There is none: reports are read from the main database.")
    fallback = "Until then, reports are read from the main database."
    try:
        behind = seconds_behind()
    except Error as error:
        return failing(f"The replica does not respond ({in_one_line(error)}).", f"Check the replica. {fallback}")
    finally:
        connections[REPLICA].close()
    if behind is None:
        return failing("DATABASE_REPLICA_URL is not a replica.", f"Set it to a replica of the database. {fallback}")
    if behind > max(settings.DATABASE_REPLICA_SECONDS, MAX_REPLICA_LAG):
        return failing(f"The replica is {behind:.0f} seconds behind.", f"Check the replica. {fallback}")
    return ok("It follows the database.")


@check("migrations", "Database updates")
def _migrations() -> Finding:
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if missing:
        changes = count_of(len(missing), "change")
        return failing(
            f"{changes} to the database that this version needs {'was' if len(missing) == 1 else 'were'} not made.",
            "Run: docker compose run --rm migrate",
        )
    return ok("The database has all changes that this version needs.")


@check("worker", "Worker")
def _worker() -> Finding:
    with connection.cursor() as cursor:
        cursor.execute(_LAST_SIGN)
        silent: dt.timedelta | None = cursor.fetchone()[0]
    start = "Start it: docker compose up --detach worker. If it stops again, see why: docker compose logs worker."
    if silent is None:
        return failing("The worker has never run, so no email goes out and no payment is recorded.", start)
    if silent > SILENCE_FAILING:
        return failing(
            f"The worker has been silent for {_length(silent)}, so no email goes out and no payment is recorded.", start
        )
    if silent > SILENCE_WARNING:
        return warning(f"The worker has been silent for {_length(silent)}.", "If it stays silent: " + start)
    return ok("The worker is running.")


@check("queue", "Queue")
def _queue() -> Finding:
    queue = queue_state()
    late = sorted({*queue["waiting"], *queue["running"], *queue["stalled"]})
    if late:
        return failing(
            f"Some jobs are late: {', '.join(late)}.",
            "Look at docker compose logs worker; docker compose restart worker is safe and often helps.",
        )
    if queue["failed"]:
        return warning(
            f"{count_of(queue['failed'], 'job')} failed in the last day.",
            "The worker's log says why: docker compose logs worker",
        )
    return ok("Nothing is late.")


@check("debug", "Development mode")
def _debug() -> Finding:
    if settings.DEVELOPMENT:
        return warning(
            "DEBUG is on: this is a demo, with public passwords and no protection.",
            "For a real site, set DEBUG=0 in .env, then docker compose up --detach.",
        )
    return ok("DEBUG is off.")


@check("contact", "Phone and email of the business")
def _contact() -> Finding:
    details = {"phone number": _FICTIONAL_NUMBER.search(business().phone), "email address": _is_example()}
    examples = [name for name, is_example in details.items() if is_example]
    if examples and not settings.DEVELOPMENT:
        return warning(
            f"Customers are shown the example's {' and '.join(examples)}, where no one can be reached.",
            "Fill in your own on the desk, under Business and texts.",
        )
    return ok("Customers see how to reach the business.")


def _is_example() -> bool:
    """Return whether the business's email address has a domain that is reserved for examples (RFC 2606)."""
    return business().email.lower().endswith((".example", "@example.com", "@example.net", "@example.org"))


@check("address", "Mailing address")
def _address() -> Finding:
    if not business().address:
        return warning(
            "The business has no mailing address, so reminders about open quotes are not sent, and invoices don't say "
            "where to mail a check.",
            "Fill it in on the desk, under Business and texts.",
        )
    return ok("The business has a mailing address.")


def _not_set_in_pool() -> list[str]:
    """Return the settings that are missing from the pool's connections. Raises django.db.Error."""
    try:
        with connections[POOL].cursor() as cursor:
            cursor.execute(_UNWANTED)
            return sorted(name for (name,) in cursor.fetchall())
    finally:
        connections[POOL].close()


def clock_finding(behind: float, other: str, whose: str = "This machine's clock") -> Finding:
    """Return the finding for a clock that is ``behind`` seconds behind ``other`` (negative if it is ahead)."""
    sentence = f"{whose} is {abs(behind):.0f} seconds {'behind' if behind > 0 else 'ahead of'} {other}"
    what_to_do = "Set the clock over the network: timedatectl set-ntp true"
    if abs(behind) > CLOCK_FAILING:
        return failing(sentence + ", so sign-in codes and payments are refused.", what_to_do)
    return warning(sentence + ".", what_to_do) if abs(behind) > CLOCK_WARNING else ok(f"It agrees with {other}.")


def _length(time: dt.timedelta) -> str:
    minutes = int(time.total_seconds()) // 60
    if minutes < 120:
        return count_of(minutes, "minute")
    return count_of(minutes // 60, "hour") if minutes < 2880 else count_of(minutes // 1440, "day")

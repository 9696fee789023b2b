"""Checks of the machine, the database and the worker (``common.doctor``)."""

import datetime as dt
import shutil
import time

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from common.business import business
from common.doctor import Finding, check, failing, ok, warning
from common.worker.state import queue_state

CLOCK_OFF, CLOCK_WRONG = 5, 60  # seconds
LITTLE_SPACE, NO_SPACE = 0.2, 0.1  # of the disk
SLEEPY, ASLEEP = dt.timedelta(minutes=2), dt.timedelta(minutes=5)

# A worker that runs sends a heartbeat every ten seconds and begins a periodic job at least every minute. When it stops
# in an orderly way its heartbeat is removed, and the last periodic job says when.
_LAST_SIGN = """
    SELECT now() - greatest(
        (SELECT max(last_heartbeat) FROM procrastinate_workers),
        (SELECT to_timestamp(max(defer_timestamp)) FROM procrastinate_periodic_defers)
    )
"""


@check("database", "Database")
def _database() -> Finding:
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        version = int(cursor.fetchone()[0]) // 10_000
    if version < 18:
        return failing(f"The database is PostgreSQL {version}, which is too old.", "Use PostgreSQL 18 or newer.")
    return ok(f"PostgreSQL {version} responds.")


@check("migrations", "Updates of the database")
def _migrations() -> Finding:
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if missing:
        return failing(
            f"{_count(len(missing), 'change')} to the database, which this version needs, {_was(len(missing))} not "
            "made.",
            "Run: docker compose run --rm migrate",
        )
    return ok("The database has all changes that this version needs.")


@check("worker", "Worker")
def _worker() -> Finding:
    with connection.cursor() as cursor:
        cursor.execute(_LAST_SIGN)
        silent: dt.timedelta | None = cursor.fetchone()[0]
    start = "Start it: docker compose up --detach worker. If it ends again, look at: docker compose logs worker."
    if silent is None:
        return failing("The worker has never run, so no email goes out and no payment is recorded.", start)
    if silent > ASLEEP:
        return failing(
            f"The worker has been silent for {_length(silent)}, so no email goes out and no payment is recorded.", start
        )
    if silent > SLEEPY:
        return warning(f"The worker has been silent for {_length(silent)}.", "If it stays silent: " + start)
    return ok("The worker runs.")


@check("queue", "Queue")
def _queue() -> Finding:
    queue = queue_state()
    late = sorted({*queue["waiting"], *queue["running"], *queue["stalled"]})
    if late:
        return failing(
            f"Work is late: {', '.join(late)}.",
            "Look at docker compose logs worker; docker compose restart worker is safe and often helps.",
        )
    if queue["failed"]:
        return warning(
            f"{_count(queue['failed'], 'job')} failed in the last day.",
            "The worker's log says why: docker compose logs worker",
        )
    return ok("Nothing is late.")


@check("disk", "Disk")
def _disk() -> Finding:
    usage = shutil.disk_usage(settings.DATA_DIR if settings.DATA_DIR.is_dir() else settings.PROJECT_DIR)
    share = usage.free / usage.total
    sentence = f"{share:.0%} of the disk is free ({usage.free / 1e9:.1f} of {usage.total / 1e9:.0f} GB)."
    what_to_do = "Remove what isn't needed (docker system prune removes old images), or get a larger disk."
    if share < NO_SPACE:
        return failing("Only " + sentence + " When it is full, nothing can be saved.", what_to_do)
    return warning("Only " + sentence, what_to_do) if share < LITTLE_SPACE else ok(sentence)


@check("clock", "Clock")
def _clock() -> Finding:
    before = time.time()
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())::float8")
        database: float = cursor.fetchone()[0]
    return clock_finding(database - (before + time.time()) / 2, "the database")


@check("debug", "Development mode")
def _debug() -> Finding:
    if settings.DEVELOPMENT:
        return warning(
            "DEBUG is on: this is a demo, with public passwords and without protection.",
            "For a real site, set DEBUG=0 in .env, then docker compose up --detach.",
        )
    return ok("DEBUG is off.")


@check("address", "Mailing address")
def _address() -> Finding:
    if not business().address:
        return warning(
            "The business has no mailing address, so reminders of open prices are not sent and invoices don't say "
            "where to mail a check.",
            "Fill it in on the desk, under Business and texts.",
        )
    return ok("The business has a mailing address.")


def clock_finding(off: float, other: str) -> Finding:
    """Return what it means that this machine's clock is ``off`` seconds behind that of ``other``."""
    sentence = f"This machine's clock is {abs(off):.0f} seconds {'behind' if off > 0 else 'ahead of'} {other}"
    what_to_do = "Have the clock set over the network: timedatectl set-ntp true"
    if abs(off) > CLOCK_WRONG:
        return failing(sentence + ", so sign-in codes and payments are refused.", what_to_do)
    return warning(sentence + ".", what_to_do) if abs(off) > CLOCK_OFF else ok(f"It agrees with {other}.")


def _length(time: dt.timedelta) -> str:
    minutes = int(time.total_seconds()) // 60
    if minutes < 120:
        return _count(minutes, "minute")
    return _count(minutes // 60, "hour") if minutes < 2880 else _count(minutes // 1440, "day")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _was(number: int) -> str:
    return "was" if number == 1 else "were"

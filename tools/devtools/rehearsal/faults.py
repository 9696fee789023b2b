"""The faults of a rehearsal. Each ends by itself; the product must recover from it without help."""

import asyncio
import random
import signal
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

import psutil
import psycopg

from devtools.leftovers import send_signal
from devtools.rehearsal.site import Site

# The longest freeze of the database, in seconds: longer than the statement timeout of web requests.
_FROZEN = 12.0
_RUNNING_AGAIN_WITHIN = 60
# More WAL files than PostgreSQL keeps for reuse.
_LOG_FILES = 100


@dataclass(frozen=True)
class Fault:
    """A fault. ``happen(site, seconds, chance)`` takes about ``seconds``."""

    name: str
    happen: Callable[[Site, float, random.Random], Awaitable[None]]
    # For the report: what people notice while the fault lasts.
    means: str


def _kill(part: str, times: int) -> Callable[[Site, float, random.Random], Awaitable[None]]:
    async def happen(site: Site, seconds: float, chance: random.Random) -> None:
        for number in range(times):
            if number:
                await asyncio.sleep(seconds / times * chance.uniform(0.6, 1.0))
            await asyncio.to_thread(
                site.product.wait_until,
                lambda: _kill_one(site, part, chance),
                f"running its {part}",
                _RUNNING_AGAIN_WITHIN,
            )

    return happen


def _kill_one(site: Site, part: str, chance: random.Random) -> bool:
    """Kill a process of this kind; return whether there was one."""
    candidates = site.product.parts().get(part)
    if not candidates:
        return False
    try:
        chance.choice(candidates).kill()
    except psutil.NoSuchProcess:
        return False
    return True


async def _slow_database(site: Site, seconds: float, chance: random.Random) -> None:
    """Suspend the database sessions four fifths of the time, in short bursts."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        await _pause(site, "database session", 0.2)
        await asyncio.sleep(0.05)


async def _freeze_database(site: Site, seconds: float, chance: random.Random) -> None:
    """Suspend the whole server: the system still accepts connections, but nothing responds."""
    await _pause(site, "database session", min(seconds, _FROZEN), also="database")


async def _pause(site: Site, part: str, seconds: float, also: str = "") -> None:
    parts = await asyncio.to_thread(site.product.parts)
    processes = [*parts.get(also, []), *parts.get(part, [])]
    try:
        send_signal(processes, signal.SIGSTOP)
        await asyncio.sleep(seconds)
    finally:
        send_signal(processes, signal.SIGCONT)


async def _email_down(site: Site, seconds: float, chance: random.Random) -> None:
    """Make the mail server hang at first, and then reject everything with temporary errors."""
    try:
        site.mail.behavior = "silent"
        await asyncio.sleep(seconds / 2)
        site.mail.behavior = "busy"
        await asyncio.sleep(seconds / 2)
    finally:
        site.mail.behavior = "accept"


async def _fill_disk(site: Site, seconds: float, chance: random.Random) -> None:
    """Leave no free byte on the database's disk, and no WAL file that it could reuse."""
    deadline = time.monotonic() + seconds
    try:
        await asyncio.to_thread(_use_up_log, site)
        while time.monotonic() < deadline:
            await asyncio.to_thread(site.disk.fill)
            await asyncio.sleep(0.2)
    finally:
        with suppress(OSError):
            site.disk.clear()


def _use_up_log(site: Site) -> None:
    """Write as much as hours of work would: PostgreSQL stops when it can't create another WAL file."""
    with suppress(psycopg.Error), psycopg.connect(site.product.database_url, autocommit=True) as connection:
        for _ in range(_LOG_FILES):
            site.disk.fill()
            connection.execute("SELECT pg_logical_emit_message(true, 'rehearsal', 'x'), pg_switch_wal()")


FAULTS = [
    Fault("web worker killed", _kill("web worker", 3), "the other worker serves"),
    Fault("web server killed", _kill("web server", 1), "requests wait in Caddy until it is back"),
    Fault("job worker killed", _kill("job worker", 3), "jobs run again within a minute"),
    Fault("database session killed", _kill("database session", 3), "PostgreSQL ends all sessions and recovers"),
    Fault("database killed", _kill("database", 1), "requests get a 503 until it is back"),
    Fault("database slow", _slow_database, "everything takes longer"),
    Fault("database frozen", _freeze_database, "requests wait or get a 503"),
    Fault("email down", _email_down, "emails wait and are tried again"),
    Fault("disk full", _fill_disk, "PostgreSQL stops; requests get a 503 until there is space"),
]

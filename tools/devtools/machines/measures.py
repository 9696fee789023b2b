"""Measure what PgBouncer and the replica cost and save, in turns, so that other load affects all of them equally."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from statistics import median

from devtools.machines.arrangement import Machine, Site
from devtools.machines.browser import Browser
from devtools.machines.checks import request_quote

TURNS, REQUESTS, CLIENTS = 6, 60, 12
Say = Callable[[str], None]
_BACKENDS = "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s"


def measure(site: Site, staff: Browser, machines: list[Machine], say: Say) -> None:
    """Print the measurements."""
    direct = Machine("direct", site, pooled=False)
    direct.start()
    try:
        say(f"\nIn {TURNS} turns of {REQUESTS} requests each, 2 processes of web (medians):")
        _compare(site, staff, machines[0], direct, say)
    finally:
        direct.stop()
    _reports(staff, machines[0], say)
    _lag(site, say)


def _compare(site: Site, staff: Browser, pooled: Machine, direct: Machine, say: Say) -> None:
    kinds: dict[str, Callable[[Machine], object]] = {
        "GET /api/quotes?scope=admin": lambda machine: staff.get(f"{machine.url}/api/quotes?scope=admin"),
        "POST /api/quotes": lambda machine: request_quote(staff, machine),
    }
    backends = 0
    for clients in (1, CLIENTS):
        for name, request in kinds.items():
            times: dict[str, list[float]] = {"through PgBouncer": [], "direct": []}
            for turn in range(TURNS + 1):
                for way, machine in zip(times, (pooled, direct), strict=True):
                    found = _seconds(clients, lambda: request(machine))  # noqa: B023 - it is called here
                    times[way] += found if turn else []  # the first turn is the warm-up
                backends = max(backends, site.execute(_BACKENDS, "direct")[0][0])
            medians = ", ".join(f"{way} {median(each) * 1000:.1f} ms" for way, each in times.items())
            ratio = median(times["through PgBouncer"]) / median(times["direct"])
            say(f"  {name}, {clients} at once: {medians} (ratio {ratio:.2f})")
    held, connections = site.pooler.connections()
    say(f"  connections of PostgreSQL: {backends} for one machine's web without PgBouncer;")
    say(f"  with it, {connections} for {held} connections of two machines' web and workers")


def _seconds(clients: int, request: Callable[[], object]) -> list[float]:
    def one(_: int) -> float:
        began = time.monotonic()
        request()
        return time.monotonic() - began

    with ThreadPoolExecutor(clients) as pool:
        return list(pool.map(one, range(REQUESTS)))


def _reports(staff: Browser, machine: Machine, say: Say) -> None:
    """Compare a report's time on the replica with its time on the primary, which serves it after a write."""
    url = f"{machine.url}/api/analytics/season"
    replica, primary = [], []
    for _ in range(40):
        staff.forget("wrote")
        replica.append(staff.get(url).seconds)
        request_quote(staff, machine)  # so that the primary serves the next report
        primary.append(staff.get(url).seconds)
    say(f"  the season's report: replica {median(replica) * 1000:.1f} ms, primary {median(primary) * 1000:.1f} ms")


def _lag(site: Site, say: Say) -> None:
    """Measure how long a commit takes to reach the replica."""
    site.execute("CREATE TABLE IF NOT EXISTS lag_probe (number int)")
    lags = []
    for number in range(50):
        site.execute("INSERT INTO lag_probe VALUES (%s)", number)
        began = time.monotonic()
        while site.execute_on_replica("SELECT count(*) FROM lag_probe") != [(number + 1,)]:
            pass
        lags.append(time.monotonic() - began)
    median_ms, worst_ms = median(lags) * 1000, max(lags) * 1000
    say(f"  a commit is on the replica after {median_ms:.0f} ms (median of 50), at most {worst_ms:.0f} ms")

"""The desk part of ``make bench``: time every list, filter, search and sort order with 1,000, 100,000 and 1,000,000
quotes (``demo.desk_pages``).

There are three databases on one PostgreSQL server, each with its own web server. Their requests alternate, so that a
slow moment on the machine affects all of them. Medians are compared, and a page near a target is measured more often
before it is reported as missing it. Each page is written to ``var/bench-desk.csv`` as it is measured.
"""

import csv
import http.client
import json
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from statistics import median
from typing import Any
from urllib.parse import urlsplit

import psycopg

from devtools.paths import BACKEND, PROJECT
from devtools.terminal import say
from devtools.web import serve

QUOTES = (1_000, 100_000, 1_000_000)
# A page may take at most three times as long with 100,000 quotes as with 1,000, and under 300 ms with 1,000,000.
RATIO, LONGEST = 3.0, 0.300
ROUNDS, MORE_ROUNDS = 3, 15
RESULTS = PROJECT / "var" / "bench-desk.csv"


@dataclass(frozen=True)
class Measurement:
    """A page's median time in seconds for each number of quotes."""

    group: str
    name: str
    paths: tuple[str, ...]
    seconds: tuple[float, ...]

    @property
    def ratio(self) -> float:
        """Return how much longer the page takes with 100,000 quotes than with 1,000."""
        return self.seconds[1] / self.seconds[0]

    @property
    def slowest(self) -> float:
        """Return the time with 1,000,000 quotes, in seconds."""
        return self.seconds[2]

    def is_within(self, part: float) -> bool:
        """Return whether the page stays within ``part`` (a fraction) of both targets."""
        return self.ratio <= RATIO * part and self.slowest <= LONGEST * part


class _Side:
    """A server and an administrator's session on it, over one kept-alive connection."""

    def __init__(self, port: int, cookie: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port)
        self._headers = {"Cookie": f"sessionid={cookie}"}

    def seconds(self, path: str) -> float:
        """Request the page; return the seconds until the response. Raises SystemExit unless it is a 200."""
        started = time.perf_counter()
        self._connection.request("GET", path, headers=self._headers)
        answer = self._connection.getresponse()
        body = answer.read()
        took = time.perf_counter() - started
        if answer.status != 200:
            raise SystemExit(f"{path} answered {answer.status}: {body[:200]!r}")
        return took


def main(environment: dict[str, str]) -> int:
    """Create the databases and compare; return 1 if a target was missed. ``environment`` has the server's URL."""
    prepared = [_prepare(environment, quotes) for quotes in QUOTES]
    pages = list(zip(*(found["pages"] for _, found in prepared), strict=True))
    with ExitStack() as stack:
        sides = []
        for own, found in prepared:
            port, _ = stack.enter_context(serve("config.wsgi", own))
            sides.append(_Side(port, found["cookie"]))
        measured = list(_measure_all(pages, sides))
    _report(measured)
    missed = [page for page in measured if not page.is_within(1)]
    for page in sorted(measured, key=lambda page: page.slowest, reverse=True)[:3]:
        say(f"\nQuery plan of {page.name}, {page.slowest * 1000:.1f} ms:")
        say(_manage(prepared[2][0], "prepare_bench_desk", "--explain", page.paths[2]))
    say(f"\n{len(measured) - len(missed)} of {len(measured)} pages met their targets (all are in {RESULTS})")
    for page in missed:
        say(f"  missed: {page.name}: {_times(page.seconds)} ms, ratio {page.ratio:.2f}")
    return 1 if missed else 0


def _prepare(environment: dict[str, str], quotes: int) -> tuple[dict[str, str], dict[str, Any]]:
    """Create a database with this many quotes and their related rows; return its server's environment, and the
    session and pages to request."""
    name = f"bench_{quotes}"
    url = urlsplit(environment["DATABASE_URL"])
    own = {**environment, "DATABASE_URL": url._replace(path=f"/{name}").geturl()}
    with psycopg.connect(environment["DATABASE_URL"], autocommit=True) as connection:
        exists = connection.execute("SELECT FROM pg_database WHERE datname = %s", [name]).fetchone()
        if exists is None:
            connection.execute(f"CREATE DATABASE {name}")
    _manage(own, "migrate", "-v0")
    if exists is None:
        rows = {"quotes": quotes, "jobs": quotes // 2, "tree-orders": quotes // 2, "subscriptions": quotes // 10}
        say(f"{quotes:,} quotes: " + _manage(own, "load_season", *(f"--{kind}={rows[kind]}" for kind in rows)).strip())
    return own, json.loads(_manage(own, "prepare_bench_desk").splitlines()[-1])


def _manage(environment: dict[str, str], *command: str) -> str:
    done = subprocess.run(  # noqa: S603
        [sys.executable, "manage.py", *command], cwd=BACKEND, env=environment, check=True, stdout=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    return done.stdout


def _measure_all(pages: list[tuple[dict[str, str], ...]], sides: list[_Side]) -> Iterator[Measurement]:
    """Yield each page's measurement, and write it to ``RESULTS`` right away, since a full run takes over an hour."""
    RESULTS.parent.mkdir(exist_ok=True)
    with RESULTS.open("w", newline="", buffering=1) as file:
        rows = csv.writer(file)
        rows.writerow(["page", *(f"ms with {quotes:,}" for quotes in QUOTES), "ratio"])
        for page in pages:
            measured = _measure(page, sides)
            rows.writerow([measured.name, *_times(measured.seconds).split(), f"{measured.ratio:.2f}"])
            yield measured


def _measure(page: tuple[dict[str, str], ...], sides: list[_Side]) -> Measurement:
    """Measure a page on each side in turn (the cursors differ), and more often if it is near a target."""
    paths = tuple(each["path"] for each in page)
    for rounds in (ROUNDS, MORE_ROUNDS):
        times: list[list[float]] = [[] for _ in sides]
        for round_ in range(1 + rounds):
            for side, path, found in zip(sides, paths, times, strict=True):
                seconds = side.seconds(path)
                if round_:  # the first round fills caches
                    found.append(seconds)
        measured = Measurement(page[0]["group"], page[0]["name"], paths, tuple(map(median, times)))
        if measured.is_within(0.8):
            break
    return measured


def _report(measured: list[Measurement]) -> None:
    groups: dict[str, list[Measurement]] = defaultdict(list)
    for page in measured:
        groups[page.group].append(page)
    say(f"\n{'':50}{'median ms of a page with':>27}{'worst':>8}{'slowest':>9}")
    say(f"{'list':42}{'pages':>8}" + "".join(f"{quotes:>9,}" for quotes in QUOTES) + f"{'ratio':>8}{'ms':>9}")
    for group, pages in groups.items():
        typical = "".join(f"{median(page.seconds[n] for page in pages) * 1000:9.1f}" for n in range(len(QUOTES)))
        ratio, slowest = max(page.ratio for page in pages), max(page.slowest for page in pages)
        say(f"{group:42}{len(pages):8}{typical}{ratio:8.2f}{slowest * 1000:9.1f}")
    say(f"{'target':77}{RATIO:8.2f}{LONGEST * 1000:9.1f}")


def _times(seconds: tuple[float, ...]) -> str:
    return " ".join(f"{each * 1000:.1f}" for each in seconds)

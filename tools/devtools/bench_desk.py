"""The desk part of ``make bench``: compares the same pages with 1,000 quotes and with 1,000,000.

There are two databases on one PostgreSQL, with a server for each. Their requests alternate, so that a slow moment of
the machine affects both. It prints the ratio of the medians of each round's 95th percentile.
"""

import http.client
import json
import subprocess
import sys
import time
from dataclasses import dataclass
from statistics import median
from typing import Any
from urllib.parse import urlsplit

import psycopg

from devtools.paths import BACKEND
from devtools.web import serve

ROUNDS, REQUESTS = 5, 20
LIST_TARGET, METRIC_TARGET = 3.0, 20.0
METRICS = ("analytics", "desk/promise", "desk/queue/counts")
SMALL = {"quotes": 1_000, "jobs": 100, "tree-orders": 50, "subscriptions": 5}
BIG = {"quotes": 1_000_000, "jobs": 100_000, "tree-orders": 50_000, "subscriptions": 5_000}


@dataclass(frozen=True)
class Measurement:
    """A page's seconds (95th percentile) and number of queries, with few rows and with many."""

    name: str
    path: str
    small: float
    big: float
    queries: tuple[int, int]

    @property
    def ratio(self) -> float:
        """Return how much longer the page takes with many rows."""
        return self.big / self.small

    @property
    def target(self) -> float:
        """Return what the ratio must be below."""
        return METRIC_TARGET if self.name.startswith(METRICS) else LIST_TARGET


def main(environment: dict[str, str]) -> int:
    """Create both databases and compare; return 1 if a target was missed. ``environment`` has the server's URL."""
    small = _prepare(environment, "bench_small", SMALL)
    big = _prepare(environment, "bench_big", BIG)
    pages = _pages(small[1], big[1])
    with serve("config.wsgi", small[0]) as (small_port, _), serve("config.wsgi", big[0]) as (big_port, _):
        sides = [_Side(small_port, small[1]["cookie"]), _Side(big_port, big[1]["cookie"])]
        _say(f"{'page':62}{'1,000':>9}{'1,000,000':>11}{'ratio':>7}{'target':>8}{'queries':>9}")
        measured = [_measure(page, sides) for page in pages]
    slowest = sorted(measured, key=lambda page: page.big, reverse=True)[:3]
    for page in slowest:
        _say(f"\nQuery plan of {page.name}, {page.big * 1000:.1f} ms:")
        _say(_manage(big[0], "prepare_bench_desk", "--explain", page.path))
    missed = [page.name for page in measured if page.ratio >= page.target or page.queries[1] > page.queries[0]]
    _say(f"\n{len(measured) - len(missed)} of {len(measured)}pages met their targets")
    for name in missed:
        _say(f"  missed: {name}")
    return 1 if missed else 0


def _prepare(environment: dict[str, str], name: str, rows: dict[str, int]) -> tuple[dict[str, str], dict[str, Any]]:
    """Create a database with these rows; return the environment of its server, and the session and pages to request."""
    url = urlsplit(environment["DATABASE_URL"])
    own = {**environment, "DATABASE_URL": url._replace(path=f"/{name}").geturl()}
    with psycopg.connect(environment["DATABASE_URL"], autocommit=True) as connection:
        exists = connection.execute("SELECT FROM pg_database WHERE datname = %s", [name]).fetchone()
        if exists is None:
            connection.execute(f"CREATE DATABASE {name}")
    _manage(own, "migrate", "-v0")
    if exists is None:
        _say(_manage(own, "load_season", *(f"--{kind}={count}" for kind, count in rows.items())).strip())
    return own, json.loads(_manage(own, "prepare_bench_desk").splitlines()[-1])


def _manage(environment: dict[str, str], *command: str) -> str:
    done = subprocess.run(  # noqa: S603
        [sys.executable, "manage.py", *command], cwd=BACKEND, env=environment, check=True, stdout=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    return done.stdout


def _pages(small: dict[str, Any], big: dict[str, Any]) -> list[tuple[str, tuple[str, str], tuple[int, int]]]:
    """Return each page's name, its path on both sides (cursors differ) and its queries. A short list without a middle
    is measured by its first page."""
    few = {page["name"]: page for page in small["pages"]}
    pairs = [(few.get(page["name"]) or few[page["name"].removesuffix(" (half way)")], page) for page in big["pages"]]
    return [
        (many["name"], (one["path"], many["path"]), (int(one["queries"]), int(many["queries"]))) for one, many in pairs
    ]


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
        answer.read()
        took = time.perf_counter() - started
        if answer.status != 200:
            raise SystemExit(f"{path} answered {answer.status}")
        return took


def _measure(page: tuple[str, tuple[str, str], tuple[int, int]], sides: list[_Side]) -> Measurement:
    name, paths, queries = page
    for _ in range(8):  # warm up prepared statements and caches; in turns, as a server closes idle connections
        for side, path in zip(sides, paths, strict=True):
            side.seconds(path)
    slow: list[list[float]] = [[], []]
    for _ in range(ROUNDS):
        times: list[list[float]] = [[], []]
        for _ in range(REQUESTS):
            for number, (side, path) in enumerate(zip(sides, paths, strict=True)):
                times[number].append(side.seconds(path))
        for number in range(2):
            slow[number].append(sorted(times[number])[int(REQUESTS * 0.95) - 1])
    found = Measurement(name, paths[1], median(slow[0]), median(slow[1]), queries)
    _say(
        f"{name[:61]:62}{found.small * 1000:9.1f}{found.big * 1000:11.1f}{found.ratio:7.2f}{found.target:8.0f}"
        f"{queries[0]:5}/{queries[1]}{'' if found.ratio < found.target else '  missed'}"
    )
    return found


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 - this is a command

"""The API part of ``make bench``: compare the product with a bare WSGI app that runs the same SQL.

Both run under gunicorn with 2 workers and share one PostgreSQL server. They take turns, so that a slow moment on the
machine affects both. The output is the ratio of their medians, since absolute times differ from machine to machine.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import count
from statistics import median

import orjson
import psycopg

from devtools import load
from devtools.paths import BACKEND
from devtools.terminal import say
from devtools.web import serve

ROUNDS, SECONDS = 3, 2.0
PAGE, COUNTS = "GET /api/quotes?scope=admin", "GET /api/analytics/quotes"
# An admin's page has 50 quotes. The product reads its counters instead of counting rows as the bare app does, so it
# must be at least three times as fast there.
TARGETS = {"POST /api/tree-orders": 0.65, "POST /api/quotes": 0.65, "GET /api/quotes": 0.5, PAGE: 0.45, COUNTS: 3.0}
TREE_ORDER = {
    "customerName": "Eleanor Hayes", "customerEmail": "eleanor@example.com", "customerPhone": "603-555-0172",
    "addressLine1": "41 Marcy Street", "city": "Portsmouth", "state": "NH", "zipCode": "03801",
    "treeSize": "modest_6ft",
}  # fmt: skip
QUOTE = {
    "fullName": "Eleanor Hayes", "email": "eleanor@example.com", "phone": "603-555-0172", "city": "Portsmouth",
    "servicePackage": "premium",
}  # fmt: skip
_keys = count()


def prepare(url: str) -> dict[str, str]:
    """Migrate the database at ``url``; return the environment for the servers."""
    environment = {**os.environ, "DATABASE_URL": url, "DEBUG": "1", "DISABLE_THROTTLES": "1", "LOG_LEVEL": "WARNING"}
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=BACKEND, env=environment, check=True)
    return environment


def main(environment: dict[str, str]) -> int:
    """Run the whole comparison on a disposable database; return 1 if a target was missed."""
    prepared = subprocess.run(
        [sys.executable, "manage.py", "prepare_bench"], cwd=BACKEND, env=environment, check=True, capture_output=True
    )
    own, admin = map(_signed_in, orjson.loads(prepared.stdout.splitlines()[-1]))
    # The bare app needs no settings, but gunicorn's log does.
    bare_environment = environment | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    bare_app = serve("devtools.bare_app", bare_environment, worker_class="gthread")
    database = psycopg.connect(environment["DATABASE_URL"], autocommit=True)
    with database, serve("config.wsgi", environment) as (product, _), bare_app as (bare, _):
        requests: dict[str, Callable[[], bytes]] = {
            "POST /api/tree-orders": partial(_post, "/api/tree-orders", TREE_ORDER),
            "POST /api/quotes": partial(_post, "/api/quotes", QUOTE),
            "GET /api/quotes": partial(_get, "/api/quotes", own),
            **{name: partial(_get, name.removeprefix("GET "), admin) for name in (PAGE, COUNTS)},
        }
        say("request                       connections   product/s   bare/s   ratio   target")
        met = [
            _compare(database, product, bare, name, connections, request)
            for connections in (1, 16)
            for name, request in requests.items()
        ]
    return 0 if all(met) else 1


def _compare(
    database: psycopg.Connection, product: int, bare: int, name: str, connections: int, request: Callable[[], bytes]
) -> bool:
    """Measure a request; return whether the product meets its target."""
    expected = b"200" if name.startswith("GET") else b"201"
    rates: dict[int, list[float]] = {product: [], bare: []}
    for round_ in range(ROUNDS + 1):
        for port in rates:
            result = load.run(port, connections, SECONDS if round_ else 0.5, request, expected)
            if result.failed:
                raise SystemExit(f"{name}: {result.failed} of {result.requests} responses were not {expected.decode()}")
            if round_:  # the first is the warm-up
                rates[port].append(result.rate)
        if not round_:
            # Autovacuum does this within minutes. Until then, a connection that wrote to an empty table scans it.
            database.execute("ANALYZE")
    return judge(name, connections, median(rates[product]), median(rates[bare]))


def judge(name: str, connections: int, ours: float, theirs: float) -> bool:
    """Print both rates; return whether the product meets its target, which counts with 16 connections."""
    ratio, target = ours / theirs, TARGETS[name] if connections == 16 else 0
    shown = (f"{target:8.2f}" if target else "       -") + ("  missed" if ratio < target else "")
    say(f"{name:30}{connections:11}{ours:12.0f}{theirs:9.0f}{ratio:8.2f}{shown}")
    return ratio >= target


def _signed_in(session: dict[str, str]) -> str:
    """Return the headers for a user's requests. They name the user, since the bare app can't read the session."""
    return f"Cookie: sessionid={session['cookie']}\r\nX-Bench-User: {session['user']}\r\n"


def _post(path: str, body: dict[str, str]) -> bytes:
    raw = orjson.dumps(body)
    key = f"Idempotency-Key: bench-{os.getpid()}-{time.time_ns()}-{next(_keys)}\r\nContent-Type: application/json\r\n"
    return f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{key}Content-Length: {len(raw)}\r\n\r\n".encode() + raw


def _get(path: str, headers: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{headers}\r\n".encode()

"""Helpers of the tests."""

import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any, TypeVar

from django.db import connection

T = TypeVar("T")

PAST = "2020-12-01T12:00:00.000Z"


def in_threads(count: int, work: Callable[[int], T]) -> list[T]:
    """Call ``work(0)`` … ``work(count - 1)`` at the same moment, each in a thread with its own database connection."""
    start = Barrier(count)

    def run(number: int) -> T:
        try:
            start.wait()
            return work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


def input_table(file: Path, kind: str) -> list[tuple[str, dict[str, Any], dict[str, str]]]:
    """The ``good`` or ``bad`` rows of an input table that the web client is tested with too.

    Each row is (name, request body, expected message per field).
    """
    table = json.loads(file.read_text())
    rows = []
    for row in table[kind]:
        body = {**table["base"], **row.get("set", {})}
        for key in row.get("omit", []):
            del body[key]
        body = {key: PAST if value == "@past" else value for key, value in body.items()}
        rows.append((row["name"], body, row.get("errors", {})))
    return rows


def run_queue() -> None:
    """Let a real worker work through everything that is due in the queue, and stop."""
    from procrastinate.contrib.django import app

    with app.replace_connector(app.connector.get_worker_connector()) as worker_app:  # type: ignore[attr-defined]
        worker_app.run_worker(wait=False, install_signal_handlers=False, listen_notify=False)


def newest_code(data_dir: Path) -> str:
    """Deliver what is queued; answers the code in the newest mail, which stands alone on its line."""
    run_queue()
    mail = max((data_dir / "outbox").glob("*.eml")).read_text()
    found = re.search(r"^\s*([A-Z0-9]{4}-?[A-Z0-9]{4}|[A-Z0-9]{6})\s*$", mail, re.MULTILINE)
    assert found, mail
    return found[1]

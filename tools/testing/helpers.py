"""Test helpers."""

import base64
import datetime as dt
import hashlib
import hmac
import io
import json
import re
import struct
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from functools import cache
from pathlib import Path
from threading import Barrier
from typing import Any, TypeVar

from django.conf import settings
from django.db import connection
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone
from pypdf import PdfReader
from rest_framework.test import APIClient

from accounts.models import User

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


def run_during_transaction(work: Callable[[], T]) -> Callable[[], T]:
    """Start ``work`` in a thread, and wait until it has ended or waits for a lock held by this thread's transaction.

    Return a function that waits for ``work`` to end and returns its result. This transaction may have to end first.
    """
    pool = ThreadPoolExecutor(1)

    def run() -> T:
        try:
            return work()
        finally:
            connection.close()

    result = pool.submit(run)
    pool.shutdown(wait=False)
    deadline = time.monotonic() + 120
    while not result.done() and not _blocks_another():
        assert time.monotonic() < deadline, "the other thread neither ended nor waits for this transaction"
        time.sleep(0.01)
    return lambda: result.result(timeout=120)


def _blocks_another() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() "
            "AND pg_backend_pid() = ANY (pg_blocking_pids(pid)))"
        )
        return bool(cursor.fetchone()[0])


def input_table(file: Path, kind: str) -> list[tuple[str, dict[str, Any], dict[str, str]]]:
    """Return the ``good`` or ``bad`` rows of an input table, which the client's tests use too.

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
    """Run everything that is due in the queue, with a real worker.

    It has no schedule, so that no test depends on the minute it runs in. On a busy machine, a worker whose heartbeat
    fails stops early. In production it would be restarted, and here it is restarted twice. Raises AssertionError if
    jobs are still due after that.
    """
    from procrastinate.contrib.django.models import ProcrastinateJob
    from procrastinate.periodic import PeriodicRegistry

    from common.worker.app import make_worker_app

    due = ProcrastinateJob.objects.filter(Q(scheduled_at=None) | Q(scheduled_at__lte=Now()), status="todo")
    for _ in range(3):
        app = make_worker_app()
        app.periodic_registry = PeriodicRegistry()  # type: ignore[no-untyped-call]
        app.run_worker(wait=False, install_signal_handlers=False, listen_notify=False)
        if not due.exists():
            return
    raise AssertionError(f"Left in the queue: {list(due.values_list('task_name', 'args'))}")


def end_waits(within: dt.timedelta = dt.timedelta(hours=4)) -> None:
    """Make everything due that is scheduled ``within`` the next hours, such as retries and prices that can be undone.

    The hours count from the later of two clocks: a test may have moved the product's but not the database's.
    """
    due = "< greatest(now(), %s) + %s::interval"
    until: list[dt.datetime | str] = [timezone.now(), str(within)]
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE procrastinate_jobs SET scheduled_at = now() WHERE status = 'todo' AND scheduled_at {due}",
            until,
        )
        cursor.execute(
            f"UPDATE notifications_message SET not_before = now() WHERE status = 'queued' AND not_before {due}",
            until,
        )


def delivered(data_dir: Path) -> list[EmailMessage]:
    """Run the queue; return every email that was delivered to customers so far, oldest first."""
    return [email for email in _delivered(data_dir) if email["To"] != settings.BUSINESS_EMAIL]


def delivered_to_office(data_dir: Path) -> list[EmailMessage]:
    """Run the queue; return every email that was delivered to the business so far, oldest first."""
    return [email for email in _delivered(data_dir) if email["To"] == settings.BUSINESS_EMAIL]


def _delivered(data_dir: Path) -> list[EmailMessage]:
    run_queue()
    files = sorted((data_dir / "outbox").glob("*.eml"))
    return [message_from_bytes(file.read_bytes(), policy=default) for file in files]


def confirm_session(client: APIClient, user: User, *, seconds_ago: int = 0) -> None:
    """Make the session of ``client`` count as confirmed with the password of ``user`` some seconds ago."""
    session = client.session
    session["account_authentication_methods"] = [
        {"method": "password", "at": time.time() - seconds_ago, "reauthenticated": True}
    ]
    session["account_authentication_methods_user"] = str(user.pk)
    session.save()


def text_of(mail: EmailMessage) -> str:
    """Return an email's plain text, with Python's line endings."""
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def pdf_words(pdf: bytes) -> str:
    """Return the text of a PDF without the zero-width spaces that let long words break."""
    pages = PdfReader(io.BytesIO(pdf)).pages
    return "\n".join(page.extract_text() for page in pages).replace("\u200b", "")


def newest_code(data_dir: Path) -> str:
    """Deliver queued emails; return the newest code, which is on a line of its own."""
    texts = [text_of(mail) for mail in delivered(data_dir)]
    codes = [re.search(r"^\s*([A-Z0-9]{4}-?[A-Z0-9]{4}|[A-Z0-9]{6})\s*$", text, re.MULTILINE) for text in texts]
    found = [code[1] for code in codes if code]
    assert found, texts
    return found[-1]


def totp_code(secret: str) -> str:
    """Return the code that an authenticator app shows now (RFC 6238)."""
    digest = hmac.digest(base64.b32decode(secret), struct.pack(">Q", int(time.time()) // 30), hashlib.sha1)
    start = digest[-1] & 15
    return f"{(int.from_bytes(digest[start : start + 4]) & 0x7FFFFFFF) % 1_000_000:06}"


def paged_lists() -> list[str]:
    """Return every API path without an ID whose GET has a ``limit``, according to the OpenAPI schema.

    A list with a ``scope`` is returned with and without it, and the list of one thing's links with a thing.
    """
    paths = []
    for path, operations in api_schema()["paths"].items():
        names = {parameter["name"] for parameter in operations.get("get", {}).get("parameters", [])}
        if "limit" in names and "{" not in path:
            paths += [path, f"{path}?scope=admin"] if "scope" in names else [path]
    return [f"{path}?quoteId=0198a000-0000-7000-8000-000000000000" if path == "/api/links" else path for path in paths]


@cache
def api_schema() -> dict[str, Any]:
    """Return the OpenAPI document that ``/api/schema/`` serves."""
    from drf_spectacular.generators import SchemaGenerator

    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return schema

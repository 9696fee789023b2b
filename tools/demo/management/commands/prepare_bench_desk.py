"""``manage.py prepare_bench_desk``: the desk's pages for ``make bench``, and an administrator's session.

Prints JSON: ``{"cookie", "pages": [{"group", "name", "path"}]}``. With ``--explain PATH`` it prints the query plan of
that page's slowest statement instead.
"""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.test import Client

from accounts.models import User
from analytics.counters import compact_deltas
from demo.desk_pages import pages

EMAIL = "bench-admin@example.com"


class Command(BaseCommand):
    """Prepare the benchmark, or explain one page."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Add ``--explain``."""
        parser.add_argument("--explain")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what the benchmark needs."""
        if not settings.DEVELOPMENT:
            raise CommandError("Only for benchmarks")
        admin = User.objects.filter(email=EMAIL).first() or User.objects.create_superuser(EMAIL)
        client = Client()
        client.force_login(admin, backend=settings.AUTHENTICATION_BACKENDS[0])
        if options["explain"]:
            self.stdout.write(_explain(client, options["explain"]))
            return
        compact_deltas()
        found = [page._asdict() for page in pages()]
        self.stdout.write(json.dumps({"cookie": client.session.session_key, "pages": found}))


@contextmanager
def _statements(found: list[tuple[str, Any, float]]) -> Iterator[None]:
    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        started = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            found.append((sql, params, time.perf_counter() - started))

    with connection.execute_wrapper(note):
        yield


def _explain(client: Client, path: str) -> str:
    client.get(path)
    found: list[tuple[str, Any, float]] = []
    with _statements(found):
        answer = client.get(path)
    if answer.status_code != HTTPStatus.OK:
        raise CommandError(f"{path} answered {answer.status_code}: {answer.content[:200]!r}")
    sql, params, _ = max(found, key=lambda each: each[2])
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) {sql}", params)
        return "\n".join(line for (line,) in cursor.fetchall())

"""``manage.py prepare_bench_desk``: the desk's pages for ``make bench``, and an administrator's session.

Prints JSON: ``{"cookie", "pages": [{"name", "path", "queries"}]}``. With ``--explain PATH`` it prints the query plan
of that page's slowest statement instead.
"""

import base64
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.test import Client

from accounts.models import User
from analytics.counters import compact_deltas

EMAIL = "bench-admin@example.com"


@dataclass(frozen=True)
class Page:
    """A list with a filter. If ``table`` is set, the page in the middle is requested too: the list's order is ``order``
    in the API and ``columns`` in SQL."""

    path: str
    table: str = ""
    where: str = "true"
    order: str = "-createdAt"
    columns: str = "created_at DESC, id DESC"


BY_NAME = {"order": "fullName", "columns": "lower(full_name), id"}
BY_AMOUNT = {"order": "-quoteAmount", "columns": "quote_amount DESC, id DESC"}
QUOTES, JOBS, TREES = "/api/quotes?scope=admin", "/api/jobs?scope=admin", "/api/tree-orders?scope=admin"
INVOICES = "/api/invoices?scope=admin"
METRICS = [f"/api/analytics/{name}" for name in ("mrr", "subscriptions", "quotes", "season")] + [
    "/api/desk/promise",
    "/api/desk/queue/counts",
]
PAGES = [
    Page(QUOTES, "quotes_quote"),
    Page(f"{QUOTES}&ordering=createdAt", "quotes_quote", order="createdAt", columns="created_at, id"),
    Page(f"{QUOTES}&ordering=fullName", "quotes_quote", **BY_NAME),
    Page(f"{QUOTES}&ordering=-quoteAmount", "quotes_quote", "quote_amount IS NOT NULL", **BY_AMOUNT),
    Page(f"{QUOTES}&ordering=status"),
    Page(f"{QUOTES}&status=pending", "quotes_quote", "status = 'pending'"),
    Page(f"{QUOTES}&status=pending,quoting,reviewed", "quotes_quote", "status IN ('pending', 'quoting', 'reviewed')"),
    Page(f"{QUOTES}&servicePackage=commercial", "quotes_quote", "service_package = 'commercial'"),
    Page(f"{QUOTES}&city=Dover", "quotes_quote", "city = 'Dover'"),
    Page(f"{QUOTES}&city=Dover&status=rejected&ordering=fullName"),
    Page(f"{QUOTES}&q=smith"),
    Page(f"{QUOTES}&q=james+smith"),
    Page(f"{QUOTES}&q=okafor&status=rejected"),
    Page(f"{QUOTES}&q=nobodyhasthisname"),
    Page(JOBS, "jobs_job"),
    Page(f"{JOBS}&status=scheduled", "jobs_job", "status = 'scheduled'"),
    Page(f"{JOBS}&kind=takedown", "jobs_job", "kind = 'takedown'"),
    Page(f"{JOBS}&unscheduled=1"),
    Page(f"{JOBS}&from=2026-11-16&to=2026-11-22&ordering=scheduledDate"),
    Page(f"{JOBS}&q=smith"),
    Page(TREES, "trees_treeorder"),
    Page(f"{TREES}&status=scheduled", "trees_treeorder", "status = 'scheduled'"),
    Page(f"{TREES}&size=premium_8_10ft", "trees_treeorder", "tree_size = 'premium_8_10ft'"),
    Page(f"{TREES}&city=Dover", "trees_treeorder", "city = 'Dover'"),
    Page(f"{TREES}&disposal=1", "trees_treeorder", "include_disposal"),
    Page(f"{TREES}&unanswered=1"),
    Page(f"{TREES}&q=smith"),
    Page(INVOICES, "invoices_invoice"),
    Page(f"{INVOICES}&status=overdue", "invoices_invoice", "status = 'overdue'"),
    Page(f"{INVOICES}&overpaid=1"),
    Page(f"{INVOICES}&q=smith"),
    Page("/api/storage-subscriptions?scope=admin", "storage_storagesubscription"),
    Page("/api/storage-subscriptions?scope=admin&status=past_due"),
    Page("/api/desk/queue"),
    Page("/api/desk/queue?kind=silent"),
    Page("/api/desk/queue?city=Dover"),
    Page("/api/desk/queue?late=true"),
    Page("/api/desk/customers"),
    Page("/api/desk/customers?q=smith"),
    *map(Page, METRICS),
]


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
        pages = [page for each in PAGES for page in _pages(each)]
        for page in pages:
            page["queries"] = _count(client, page["path"])
        self.stdout.write(json.dumps({"cookie": client.session.session_key, "pages": pages}))


def _pages(page: Page) -> Iterator[dict[str, Any]]:
    yield {"name": page.path.removeprefix("/api/").replace("scope=admin", "…"), "path": page.path}
    if page.table and (cursor := _half_way(page)):
        sign = "&" if "?" in page.path else "?"
        name = page.path.removeprefix("/api/").replace("scope=admin", "…")
        yield {"name": f"{name} (half way)", "path": f"{page.path}{sign}cursor={cursor}"}


def _half_way(page: Page) -> str:
    """Return the cursor after the row in the middle of the list; blank if it has too few rows."""
    columns = page.columns.replace(" DESC", "")
    rows = f"FROM {page.table} WHERE {page.where}"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns} {rows} ORDER BY {page.columns} OFFSET (SELECT count(*) / 2 {rows}) LIMIT 1")
        row = cursor.fetchone()
    return base64.urlsafe_b64encode(json.dumps([page.order, *map(str, row)]).encode()).decode() if row else ""


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


def _count(client: Client, path: str) -> int:
    found: list[tuple[str, Any, float]] = []
    with _statements(found):
        answer = client.get(path)
    if answer.status_code != HTTPStatus.OK:
        raise CommandError(f"{path} answered {answer.status_code}: {answer.content[:200]!r}")
    return len(found)


def _explain(client: Client, path: str) -> str:
    _count(client, path)
    found: list[tuple[str, Any, float]] = []
    with _statements(found):
        client.get(path)
    sql, params, _ = max(found, key=lambda each: each[2])
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) {sql}", params)
        return "\n".join(line for (line,) in cursor.fetchall())

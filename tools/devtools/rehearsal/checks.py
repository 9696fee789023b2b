"""Check the database after a rehearsal: rows, jobs, counters."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import psycopg

from devtools.product import Product
from devtools.rehearsal.log import Kind, Log
from devtools.waiting import wait_until

_QUOTES = "SELECT id FROM quotes_quote WHERE email LIKE 'rehearsal-%'"
_ORDERS = "SELECT id FROM trees_treeorder WHERE customer_email LIKE 'rehearsal-%'"
# The rows of the rehearsal's customers that were created by a POST.
_ROWS: dict[Kind, str] = {  # our own constants
    "quote": _QUOTES,
    "tree order": _ORDERS,
    "comment": f"SELECT id FROM quotes_quotecomment WHERE comment_type = 'comment' AND quote_id IN ({_QUOTES})",  # noqa: S608
    "call": f"SELECT id FROM desk_call WHERE quote_id IN ({_QUOTES}) OR tree_order_id IN ({_ORDERS})",  # noqa: S608
    "job": f"SELECT id FROM jobs_job WHERE quote_id IN ({_QUOTES})",  # noqa: S608
    "invoice": f"SELECT id FROM invoices_invoice WHERE NOT from_acceptance AND quote_id IN ({_QUOTES})",  # noqa: S608
}
_ONE_EACH = {
    "quotes of one customer": "SELECT email FROM quotes_quote WHERE email LIKE 'rehearsal-%' GROUP BY 1",
    "tree orders of one customer":
        "SELECT customer_email FROM trees_treeorder WHERE customer_email LIKE 'rehearsal-%' GROUP BY 1",
    "invoices of one acceptance": "SELECT quote_id FROM invoices_invoice WHERE from_acceptance GROUP BY 1",
    "payments of one card payment":
        "SELECT payment_id FROM (SELECT payment_id FROM invoices_invoicepayment UNION ALL SELECT payment_id FROM "
        "trees_treepayment) AS received WHERE payment_id IS NOT NULL GROUP BY 1",
}  # fmt: skip
_JOBS = "SELECT status::text, count(*) FROM procrastinate_jobs GROUP BY status"
_JOBS_NOT_DONE = """
    SELECT id, task_name, status::text, attempts FROM procrastinate_jobs
    WHERE status IN ('doing', 'failed') OR status = 'todo' AND (scheduled_at IS NULL OR scheduled_at < now())
"""
_PERIODIC_DONE = """
    SELECT count(*) FROM procrastinate_events AS event JOIN procrastinate_jobs AS job ON job.id = event.job_id
    WHERE job.task_name = 'analytics.tasks.compact_counters' AND event.type = 'succeeded'
        AND event.at > to_timestamp(%s)
"""


@dataclass(frozen=True)
class Check:
    """The result of a check: its name, what it found, and the deviations."""

    name: str
    found: str
    deviations: list[str]


def check_stored(url: str, log: Log) -> Check:
    """Check that each 201 stored one row, and that every row had a 201."""
    with psycopg.connect(url) as connection:
        stored = {kind: [str(row[0]) for row in connection.execute(sql)] for kind, sql in _ROWS.items()}
        twice = {what: connection.execute(f"{sql} HAVING count(*) > 1").fetchall() for what, sql in _ONE_EACH.items()}
        open_keys = connection.execute(
            "SELECT scope, key FROM common_idempotentresponse WHERE status IS NULL AND key <> ''"
        ).fetchall()
    deviations = [f"unfinished request: {scope} {key}" for scope, key in open_keys]
    deviations += [f"several {what}: {row}" for what, rows in twice.items() for row in rows]
    for kind, rows in stored.items():
        confirmed = Counter(log.created.get(kind, []))
        deviations += [f"{kind} got a 201 and is not stored: {row}" for row in sorted(confirmed.keys() - set(rows))]
        deviations += [f"{kind} is stored without a 201: {row}" for row in sorted(set(rows) - confirmed.keys())]
    found = ", ".join(f"{len(rows)} {kind}s" for kind, rows in stored.items())
    return Check("stored", f"{found}: each confirmed with a 201 and stored once", deviations)


def check_jobs(url: str) -> Check:
    """Check that no queue job is overdue, failed or stuck in ``doing``."""
    with psycopg.connect(url) as connection:
        counts = connection.execute(_JOBS).fetchall()
        unfinished = connection.execute(_JOBS_NOT_DONE).fetchall()
    deviations = [f"job {id_} {task} is {status} after {tries} attempts" for id_, task, status, tries in unfinished]
    return Check("jobs", ", ".join(f"{count} {status}" for status, count in sorted(counts)), deviations)


def check_counters(url: str) -> Check:
    """Check that the counters kept by triggers, including those of response deadlines, match a recount."""
    with psycopg.connect(url) as connection:
        wrong = connection.execute("SELECT metric, day, key, number FROM analytics_repair_counters()").fetchall()
        connection.rollback()
    deviations = [f"count {metric} {day or ''} {key!r} is off by {-off}" for metric, day, key, off in wrong]
    return Check("counters", f"{len(wrong)} differ from a recount", deviations)


def check_periodic(url: str, since: float, seconds: float) -> Check:
    """Check that a periodic job succeeds within ``seconds`` after the Unix time ``since``."""

    def succeeded() -> bool:
        with psycopg.connect(url) as connection:
            row = connection.execute(_PERIODIC_DONE, [since]).fetchone()
        return bool(row and row[0])

    again = becomes_true(succeeded, seconds)
    found = "run again" if again else "do not run"
    return Check("periodic jobs", found, [] if again else [f"no periodic job succeeded within {seconds:.0f} s"])


def check_stop(product: Product) -> Check:
    """Stop the product, and check that it ends without an error and leaves no process behind."""
    ended = f"exit code {(code := product.stop())}"
    running = [f"still runs: {each}" for each in product.running_processes()]
    return Check("stop", ended, [ended, *running] if code else running)


def in_the_end(check: Callable[[], Check], *, within: float) -> Check:
    """Return the first result of ``check`` without deviations, or the last one after ``within`` seconds.

    The site keeps running during the check, so a periodic job may have just been queued, or a delayed email come due.
    """
    results: list[Check] = []

    def agrees() -> bool:
        results.append(check())
        return not results[-1].deviations

    becomes_true(agrees, within)
    return results[-1]


def becomes_true(condition: Callable[[], bool], seconds: float) -> bool:
    """Return whether ``condition`` becomes true within ``seconds``."""
    try:
        return wait_until(condition, within=seconds)
    except TimeoutError:
        return False

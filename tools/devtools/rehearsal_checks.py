"""Checks the database and the outbox after a rehearsal."""

import email.parser
import email.policy
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

import psycopg

from devtools.rehearsal_clients import Outcome, Request, address
from devtools.waiting import wait_until

_STORED = """
    SELECT id::text, email FROM quotes_quote WHERE email LIKE 'rehearsal-%'
    UNION ALL SELECT id::text, customer_email FROM trees_treeorder WHERE customer_email LIKE 'rehearsal-%'
"""
_BY_KEY = """
    SELECT key, status, convert_from(body, 'UTF8')::json ->> 'id' FROM common_idempotentresponse
    WHERE key LIKE 'rehearsal-%'
"""
# The demo data have an older one, which came back.
# Some messages wait for their time, several pieces of news for the office are told in one email, and a customer of the
# demo accepts a price before its email goes out. Confirmations of its own requests are never skipped.
_UNSENT = """
    SELECT id::text, status, subject, error FROM notifications_message
    WHERE status <> 'sent' AND created_at > now() - interval '1 hour'
        AND NOT (status = 'queued' AND not_before > now())
        AND NOT (status = 'skipped' AND kind NOT IN ('quote-requested', 'tree-order-received'))
"""
_WAITING = """
    SELECT EXISTS (
        SELECT FROM notifications_message WHERE status = 'queued' AND (not_before IS NULL OR not_before <= now())
    )
"""
_JOBS = "SELECT status::text, count(*) FROM procrastinate_jobs GROUP BY status"
_JOBS_NOT_DONE = """
    SELECT id, task_name, status::text, attempts FROM procrastinate_jobs
    WHERE status IN ('doing', 'failed') OR status = 'todo' AND (scheduled_at IS NULL OR scheduled_at < now())
"""
_PERIODIC_DONE = """
    SELECT count(*) FROM procrastinate_events AS event JOIN procrastinate_jobs AS job ON job.id = event.job_id
    WHERE job.task_name = 'analytics.tasks.compact_counters' AND event.type = 'succeeded' AND event.at > %s
"""


@dataclass(frozen=True)
class Check:
    """The result of a check: its name, what it found, and the deviations."""

    name: str
    found: str
    deviations: list[str]


def check_stored(url: str, requests: list[Request], outcome: Outcome) -> Check:
    """Check that each 201 stored one row and one idempotency key, and that there are no other rows."""
    with psycopg.connect(url) as connection:
        stored = connection.execute(_STORED).fetchall()
        kept = connection.execute(_BY_KEY).fetchall()
    confirmed = {(row_id, address(number)) for number, row_id in outcome.ids.items()}
    rows = {(row_id, customer) for row_id, customer in stored}
    keys = {request.number: request.key for request in requests}
    expected_keys = {(keys[number], 201, row_id) for number, row_id in outcome.ids.items()}
    deviations = [f"got a 201 but is not stored: {row}" for row in sorted(confirmed - rows)]
    deviations += [f"is stored without a 201: {row}" for row in sorted(rows - confirmed)]
    deviations += [f"is stored more than once: {row}" for row, times in Counter(stored).items() if times > 1]
    deviations += [f"has more than one row: {who}" for who, times in Counter(r[1] for r in stored).items() if times > 1]
    deviations += [f"key and response differ: {row}" for row in sorted(expected_keys ^ set(kept), key=str)]
    return Check("stored", f"{len(stored)} rows for {len(confirmed)} responses with 201, {len(kept)} keys", deviations)


def check_emails(url: str, outbox: Path, outcome: Outcome) -> Check:
    """Check that each confirmation was sent once, no email twice, and that none is left unsent."""
    with psycopg.connect(url) as connection:
        unsent = connection.execute(_UNSENT).fetchall()
        messages = connection.execute("SELECT count(*) FROM notifications_message").fetchone()
    files = [_headers(file) for file in sorted(outbox.glob("*.eml"))]
    by_id = Counter(str(file["Message-ID"]) for file in files)
    by_customer = Counter(str(file["To"]).rpartition("<")[2].strip("<> ") for file in files)
    confirmations = [by_customer[address(number)] for number in outcome.ids]
    deviations = [f"message is {status}: {id_} {subject!r} {error}" for id_, status, subject, error in unsent]
    deviations += [f"sent {times} times: {id_}" for id_, times in by_id.items() if times > 1]
    deviations += [
        f"{by_customer[address(number)]} emails to {address(number)}"
        for number in sorted(outcome.ids)
        if by_customer[address(number)] != 1
    ]
    found = (
        f"{confirmations.count(1)} confirmations sent once; {len(files)} files for {messages and messages[0]} messages"
    )
    return Check("emails", found, deviations)


def emails_waiting(url: str) -> bool:
    """Return whether an email is still to be sent. After a kill, its next attempt can be over a minute away."""
    with psycopg.connect(url) as connection:
        row = connection.execute(_WAITING).fetchone()
    return bool(row and row[0])


def check_jobs(url: str) -> Check:
    """Check that no queue job is overdue, failed or stuck in ``doing``."""
    with psycopg.connect(url) as connection:
        counts = connection.execute(_JOBS).fetchall()
        unfinished = connection.execute(_JOBS_NOT_DONE).fetchall()
    deviations = [f"job {id_} {task} is {status} after {tries} attempts" for id_, task, status, tries in unfinished]
    return Check("jobs", ", ".join(f"{count} {status}" for status, count in sorted(counts)), deviations)


def check_counters(url: str) -> Check:
    """Check that the counters kept by triggers equal a recount."""
    with psycopg.connect(url) as connection:
        wrong = connection.execute("SELECT metric, day, key, number FROM analytics_repair_counters()").fetchall()
        connection.rollback()
    deviations = [f"count {metric} {day or ''} {key!r} is off by {-off}" for metric, day, key, off in wrong]
    return Check("counts", f"{len(wrong)} differ from a recount", deviations)


def check_periodic(url: str, since: float, seconds: float) -> Check:
    """Check that a periodic job succeeds within ``seconds`` after the Unix time ``since``."""

    def succeeded() -> bool:
        with psycopg.connect(url) as connection:
            row = connection.execute(_PERIODIC_DONE.replace("%s", "to_timestamp(%s)"), [since]).fetchone()
        return bool(row and row[0])

    again = becomes_true(succeeded, seconds)
    found = "ran again" if again else "did not run"
    return Check("periodic jobs", found, [] if again else [f"no periodic job succeeded within {seconds:.0f} s"])


def becomes_true(condition: Callable[[], bool], seconds: float) -> bool:
    """Return whether ``condition`` becomes true within ``seconds``."""
    try:
        return wait_until(condition, within=seconds)
    except TimeoutError:
        return False


def _headers(file: Path) -> EmailMessage:
    with file.open("rb") as content:
        message = email.parser.BytesParser(policy=email.policy.default).parse(content, headersonly=True)
    assert isinstance(message, EmailMessage)
    return message

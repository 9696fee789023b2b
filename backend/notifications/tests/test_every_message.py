"""Every kind of message is compared with its stored text, and with what becomes of it in each status of the row that it
is about. ``STORE_MESSAGES=1`` stores what is composed now.
"""

import datetime as dt
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.db import connection, transaction
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from common.days import eastern
from common.statuses import Status
from invoices.models import Invoice, InvoiceStatus
from jobs.models import Job, JobStatus
from notifications.kinds import Skip, all_kinds
from notifications.layout import Email
from notifications.models import AboutKind, Message
from notifications.tests.all_stored import STORED
from notifications.tests.stored_messages import FOLDER, NOW, Planned, send
from payments.states import SubscriptionStatus
from quotes.models import Quote, QuoteStatus
from storage.models import StorageSubscription
from trees.models import TreeOrder, TreeOrderStatus

_IN_EACH_STATUS = Path(__file__).with_name("messages_in_each_status.txt")
_ON_EACH_EVENING = Path(__file__).with_name("messages_on_each_evening.txt")
_VISITS: tuple[Any, type[Status]] = (Job, JobStatus)
_STATUSES: dict[str, tuple[Any, type[Status]]] = {
    AboutKind.QUOTE: (Quote, QuoteStatus),
    AboutKind.TREE_ORDER: (TreeOrder, TreeOrderStatus),
    AboutKind.INVOICE: (Invoice, InvoiceStatus),
    AboutKind.SUBSCRIPTION: (StorageSubscription, SubscriptionStatus),
}

# Otherwise, two of them could report the same change, or one that is being undone.
_LOCKED = {
    "payment-received": "invoices_invoicepayment",
    "quote-priced": "quotes_quote",
    "tree-payment-received": "trees_treepayment",
    **dict.fromkeys(["tree-day", "tree-delivered", "tree-tomorrow"], "trees_treeorder"),
    **dict.fromkeys(["visit-done", "visit-news", "visit-tomorrow"], "jobs_job"),
    **dict.fromkeys(
        ["storage-canceled", "storage-changed", "storage-charged", "storage-payment-failed", "storage-refunded",
         "storage-started"],
        "storage_storagesubscription",
    ),
}  # fmt: skip


@pytest.fixture(autouse=True)
def _business(settings: Any) -> Iterator[None]:
    settings.SITE_URL = "https://lights.example"
    settings.BUSINESS_NAME, settings.BUSINESS_EMAIL = "Seacoast Holiday Lights", "office@lights.example"
    settings.BUSINESS_PHONE, settings.BUSINESS_ADDRESS = "(603) 555-0148", "12 Bow Street, Portsmouth, NH 03801"
    settings.TEXTS_TO_FOLDER, settings.INBOUND_EMAIL_PROVIDER = True, ""
    with time_machine.travel(NOW, tick=True):
        yield


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(STORED))
def test_message_says_what_is_stored(name: str) -> None:
    planned = STORED[name]()
    slug = planned.kind.kind.slug
    assert name == slug or name.startswith(f"{slug}-"), f"{name} has rows for {slug}"
    text, file = send(planned), FOLDER / f"{name}.txt"
    if os.environ.get("STORE_MESSAGES"):
        file.write_text(text)
    assert text == file.read_text()


def test_every_kind_has_a_stored_message_and_no_file_is_left_over() -> None:
    assert {kind.kind.slug for kind in all_kinds()} - STORED.keys() == set(), "kinds without a stored message"
    assert {file.stem for file in FOLDER.iterdir()} == STORED.keys(), "files and rows differ"


@pytest.mark.django_db
def test_message_in_each_status_of_its_row_is_what_is_stored() -> None:
    slugs = sorted(kind.kind.slug for kind in all_kinds() if kind.about in _STATUSES)
    text = "\n".join(f"{slug}\n{_in_each_status(slug)}" for slug in slugs)
    if os.environ.get("STORE_MESSAGES"):
        _IN_EACH_STATUS.write_text(text)
    assert text == _IN_EACH_STATUS.read_text()


def _in_each_status(slug: str) -> str:
    """Return what becomes of a message in each status of the quote, order, invoice or plan, or of its visit."""
    with transaction.atomic():
        planned = STORED[slug]()
        model, statuses = _VISITS if slug.startswith("visit-") else _STATUSES[planned.kind.about or ""]
        rows = model.objects.filter(id=planned.occasion.split()[0] if model is Job else planned.about_id)
        assert rows.count() == 1, slug
        outcomes: dict[str, list[str]] = {}
        for status in statuses.values:
            outcomes.setdefault(_outcome(planned, rows, status), []).append(status)
        transaction.set_rollback(True)
    return "".join(f"  {', '.join(found)}: {outcome}\n" for outcome, found in outcomes.items())


def _outcome(planned: Planned, rows: Any, status: str) -> str:
    """Return the message's subject, total and button and whether it is texted, too, or why it is skipped."""
    with transaction.atomic():
        changes: dict[str, Any] = {"status": status}
        if status == InvoiceStatus.PAID and rows.model is Invoice:
            changes |= {"paid_date": timezone.now(), "amount_paid": F("amount")}
        rows.update(**changes)
        outcome = _compose(planned)
        transaction.set_rollback(True)
    return outcome


def _compose(planned: Planned) -> str:
    planned.plan()
    own = Message.objects.filter(kind=planned.kind.kind.slug, about_id=planned.about_id, occasion=planned.occasion)
    try:
        email = planned.kind.compose(own.get(channel=planned.channel))
    except Skip as reason:
        return f"skipped. {reason}"
    assert isinstance(email, Email)
    parts = [email.subject, *([" ".join(email.total)] if email.total else []), *(email.action or ())[:1]]
    if email.text:
        parts.append("or a text" if email.text.replaces_email else "and a text")
    return " | ".join(parts)


@pytest.mark.django_db
def test_message_on_each_evening_is_what_is_stored() -> None:
    slugs = {kind.kind.slug for kind in all_kinds() if kind.about in _STATUSES}
    branches = {"tree-day-canceled-guest", "tree-day-withdrawn", "visit-news-canceled"}
    found = {name: _on_each_evening(name) for name in sorted(slugs | branches)}
    text = "\n".join(f"{name}\n{outcomes}" for name, outcomes in found.items() if outcomes.count("\n") > 1)
    if os.environ.get("STORE_MESSAGES"):
        _ON_EACH_EVENING.write_text(text)
    assert text == _ON_EACH_EVENING.read_text()


def _on_each_evening(name: str) -> str:
    """Return what becomes of a message at 9:00 PM Eastern, when it is the next day in UTC, and from which day on."""

    def outcome(day: dt.date) -> str:
        with time_machine.travel(eastern(day, dt.time(21)), tick=False), transaction.atomic():
            found = _compose(planned)
            transaction.set_rollback(True)
        return found

    def changes(first: dt.date, before: str, last: dt.date, after: str) -> Iterator[tuple[dt.date, str]]:
        if (last - first).days <= 1:
            if before != after:
                yield last, after
        elif before != after or (last - first).days > 18:
            middle = first + (last - first) / 2
            at_middle = outcome(middle)
            yield from changes(first, before, middle, at_middle)
            yield from changes(middle, at_middle, last, after)

    with transaction.atomic():
        planned = STORED[name]()
        first, last = timezone.localdate(), timezone.localdate() + dt.timedelta(days=36)
        start = outcome(first)
        lines = [f"  at first: {start}\n"]
        lines += [f"  from {day:%b %-d}: {each}\n" for day, each in changes(first, start, last, outcome(last))]
        transaction.set_rollback(True)
    return "".join(lines)


@pytest.mark.django_db
@pytest.mark.parametrize("slug", sorted(_LOCKED))
def test_message_locks_the_row_whose_changes_it_reports(slug: str) -> None:
    planned = STORED[slug]()
    with CaptureQueriesContext(connection) as queries:
        _compose(planned)
    locked = re.compile(rf'FROM "{_LOCKED[slug]}".* FOR UPDATE')
    assert any(locked.search(query["sql"]) for query in queries)

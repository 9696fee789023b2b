"""The worker deletes what is too old, and owners see it in advance."""

import datetime as dt
import uuid

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import SecurityEvent, User
from invoices.tests.factories import make_invoice
from jobs.models import Job
from links.models import Link
from links.tests.factories import make_link
from notifications.models import Message, MessageStatus
from notifications.tests.factories import make_failed_message
from payments.tests.factories import make_payment
from privacy.models import RetainedDocument
from privacy.retention import delete_due
from privacy.tasks import delete_what_is_due
from quotes.models import Quote, QuoteStatus
from quotes.tests.factories import make_quote
from replies.models import Inquiry
from trees.models import TreeOrder, TreePayment
from trees.tests.factories import make_tree_order

NOW = dt.datetime(2026, 11, 23, 9, tzinfo=dt.UTC)
LONG_AGO = NOW - dt.timedelta(days=740)


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Every test reads the database."""


def _document(**changes: object) -> RetainedDocument:
    document: RetainedDocument = RetainedDocument.objects.create(
        **{
            "kind": "invoice", "source_id": uuid.uuid4(), "reference": "INV-2019-00001", "erasure": uuid.uuid4(),
            "dated": LONG_AGO, "delete_after": "2020-01-01", "data": {}, **changes,
        }
    )  # fmt: skip
    return document


def test_only_old_requests_without_an_outcome_are_deleted(admin: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("privacy.retention.BATCH", 1)
    silent = make_quote(created_at=LONG_AGO, status="rejected")
    unanswered = make_quote(created_at=LONG_AGO)
    kept = [
        make_quote(created_at=NOW - dt.timedelta(days=715)),  # less than 24 months ago
        make_quote(created_at=LONG_AGO, last_word_at=NOW - dt.timedelta(days=30)),
        make_quote(created_at=LONG_AGO, status="complete"),
        make_quote(created_at=LONG_AGO),
        make_quote(created_at=LONG_AGO),
        make_quote(created_at=LONG_AGO),
        *(make_quote(created_at=LONG_AGO, status=each) for each in QuoteStatus.AGREED),
    ]
    Job.objects.create(quote=kept[3], status="cancelled")
    make_invoice(quote=kept[4], status="cancelled")
    make_payment(assigned_kind="quote", assigned_id=kept[5].id, assigned_at=NOW, assigned_by=admin)
    for quote in (silent, kept[0]):
        make_link(quote)
        make_failed_message(about_kind="quote", about_id=quote.id, created_at=NOW)
    deleted = delete_due(NOW)
    assert deleted["requests"] == 2
    assert list(Link.objects.values_list("resource_id", flat=True)) == [kept[0].id]
    assert list(Message.objects.values_list("about_id", flat=True)) == [kept[0].id]
    assert set(Quote.objects.values_list("id", flat=True)) == {quote.id for quote in kept}
    assert not Quote.objects.filter(id__in=[silent.id, unanswered.id]).exists()


def test_unpaid_canceled_trees_and_closed_inquiries_are_deleted(admin: User) -> None:
    make_link(make_tree_order(created_at=LONG_AGO, status="cancelled"))
    paid = make_tree_order(created_at=LONG_AGO, status="cancelled")
    TreePayment.objects.create(order=paid, method="cash", amount=10)
    by_card = make_tree_order(created_at=LONG_AGO, status="cancelled")
    make_payment(purpose="tree_order", reference=by_card.id)
    assigned = make_tree_order(created_at=LONG_AGO, status="cancelled")
    make_payment(assigned_kind="tree_order", assigned_id=assigned.id, assigned_at=NOW, assigned_by=admin)
    delivered = make_tree_order(created_at=LONG_AGO, status="delivered")
    recent = make_tree_order(created_at=NOW, status="cancelled")
    closed = Inquiry.objects.create(sender="+16035550142", created_at=LONG_AGO, closed_at=LONG_AGO)
    kept = [
        Inquiry.objects.create(sender="+16035550143", created_at=LONG_AGO),
        Inquiry.objects.create(sender="+16035550144", created_at=NOW, closed_at=NOW),
    ]
    messages = [make_failed_message(about_kind="question", about_id=row.id, created_at=NOW) for row in (closed, *kept)]
    delete_due(NOW)
    assert not Link.objects.exists()
    assert set(TreeOrder.objects.values_list("id", flat=True)) == {
        order.id for order in (paid, by_card, assigned, delivered, recent)
    }
    assert set(Inquiry.objects.values_list("id", flat=True)) == {row.id for row in kept}
    assert set(Message.objects.values_list("id", flat=True)) == {row.id for row in messages[1:]}


def test_documents_are_deleted_on_their_date() -> None:
    _document()
    _document(delete_after="2026-11-23")
    later = [_document(delete_after=day).id for day in ("2026-11-24", "2033-01-01")]
    assert delete_due(NOW)["documents"] == 2
    assert set(RetainedDocument.objects.values_list("id", flat=True)) == set(later)


def test_contents_of_a_message_that_is_not_sent_anymore_are_deleted_but_not_its_record() -> None:
    for status in MessageStatus.values:
        Message.objects.create(
            channel="email", kind="x", cause="staff", recipients=["e@example.com"], recipient_key="e@example.com",
            subject="Hello", raw=b"text", status=status, content_until=NOW - dt.timedelta(days=1),
            failed_at=NOW if status == "failed" else None,
        )  # fmt: skip
    assert delete_due(NOW)["messages"] == 3
    waiting = Message.objects.get(status="queued")
    assert bytes(waiting.raw) == b"text", "not sent yet"
    for message in Message.objects.exclude(id=waiting.id):
        assert (bytes(message.raw), message.content_until, message.subject) == (b"", None, "Hello")


def test_retention_period_is_a_setting(settings: object) -> None:
    settings.RETENTION_REQUESTS_MONTHS = 36  # type: ignore[attr-defined]
    make_quote(created_at=LONG_AGO)
    assert delete_due(NOW)["requests"] == 0


def test_owners_see_what_will_be_deleted(admin_client: APIClient, office_client: APIClient) -> None:
    oldest, _ = (make_quote(created_at=timezone.now() - dt.timedelta(days=days)) for days in (900, 800))
    body = admin_client.get("/api/desk/retention").json()
    rules = {rule["rule"]: rule for rule in body["rules"]}
    assert (rules["requests"]["count"], rules["requests"]["kept"]) == (2, "24 months")
    assert dt.datetime.fromisoformat(rules["requests"]["oldestAt"]) == oldest.created_at
    assert (rules["documents"]["count"], rules["documents"]["kept"]) == (0, "7 years")
    assert dt.datetime.fromisoformat(body["nextRunAt"]) > timezone.now()
    assert office_client.get("/api/desk/retention").status_code == 403


@pytest.mark.parametrize(
    ("now", "next_run"),
    [
        ("2026-11-23T08:20:59Z", "2026-11-23T08:21:00Z"),  # 3:21 AM in Portsmouth
        ("2026-11-23T08:21:00Z", "2026-11-24T08:21:00Z"),
        ("2026-11-24T04:30:00Z", "2026-11-24T08:21:00Z"),  # still the evening of the 23rd
    ],
)
def test_owners_see_when_the_next_run_is(admin_client: APIClient, now: str, next_run: str) -> None:
    with time_machine.travel(now, tick=False):
        at = admin_client.get("/api/desk/retention").json()["nextRunAt"]
    assert dt.datetime.fromisoformat(at) == dt.datetime.fromisoformat(next_run)


@pytest.mark.parametrize(("hour", "left"), [(7, 1), (8, 0)])
def test_worker_deletes_at_night_and_records_it(hour: int, left: int, admin: User) -> None:
    make_quote(created_at=LONG_AGO)
    with time_machine.travel(dt.datetime(2026, 11, 23, hour, 21, tzinfo=dt.UTC), tick=False), transaction.atomic():
        delete_what_is_due(0)
    assert Quote.objects.count() == left
    events = [(event.actor_name, event.summary) for event in SecurityEvent.objects.all()]
    expected = ("The server", "Deleted at the end of their retention period: quote requests that led to no work: 1")
    assert events == ([] if left else [expected])

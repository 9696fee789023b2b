"""Counters always equal a recount, however the rows were written."""

import datetime as dt
import logging
import random
from collections.abc import Callable
from importlib import import_module
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, transaction
from django.utils import timezone
from procrastinate.contrib.django import app
from rest_framework.test import APIClient

from accounts.models import User
from analytics.counters import compact_deltas, repair_counters
from analytics.models import CounterDelta, CounterTotal
from analytics.tasks import check_counters
from invoices.models import Invoice, InvoicePayment
from payments.tests.factories import make_payment
from quotes.models import Quote
from quotes.tests.factories import make_quote, quote_body
from testing.helpers import in_threads, run_queue
from trees.tests.factories import make_tree_order, tree_order_body

PACKAGES = ("basic", "premium", "commercial")
STATUSES = (
    "pending",
    "quoting",
    "reviewed",
    "approved",
    "service_scheduled",
    "complete",
    "complete_storage",
    "rejected",
)


def _sql(statement: str, *parameters: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)


def _drift() -> list[Any]:
    """Return the corrections of a recount."""
    return repair_counters()


def _pay(quote_id: UUID | None, number: int, status: str = "paid") -> Invoice:
    now = dt.datetime.now(dt.UTC)
    invoice: Invoice = Invoice.objects.create(
        quote_id=quote_id, invoice_number=f"INV-2026-{number:05}", amount=10, amount_paid=10, sent_at=now,
        paid_date=now, status=status, bill_to_name="E",
    )  # fmt: skip
    return invoice


def test_counters_match_a_recount_after_any_writes(guest: APIClient, admin_client: APIClient) -> None:
    dice = random.Random(2026)
    for number in range(300):
        _write_something(dice, number, guest, admin_client)
        if dice.random() < 0.2:
            compact_deltas()
    assert Quote.objects.count() > 20
    assert CounterTotal.objects.count() > 20
    assert _drift() == []


# Selected by position, since IDs differ in each run, so that the same writes are repeated.
SOME = """IN (
    SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM {}) AS placed
    ORDER BY hashtext(place || '/' || %s) LIMIT %s
)"""
QUESTIONS = SOME.format("quotes_question")
QUOTES, JOBS = SOME.format("quotes_quote"), SOME.format("jobs_job")
PAYMENTS = SOME.format("invoices_invoicepayment")
ORDERS, INVOICES = SOME.format("trees_treeorder"), SOME.format("invoices_invoice")
STATEMENTS: list[tuple[str, list[Any]]] = [
    (f"UPDATE quotes_quote SET status = %s, quote_amount = %s WHERE id {QUOTES}", [STATUSES, [None, 500]]),
    (
        "UPDATE quotes_quote SET created_at = created_at - %s * interval '40 days', answered_at = now() "
        f"WHERE id {QUOTES}",
        [range(1, 9)],
    ),
    (
        "INSERT INTO jobs_job (quote_id, kind, status, notes, updated_at) "
        f"SELECT id, 'service', 'scheduled', '', now() FROM quotes_quote WHERE id {QUOTES} ORDER BY id",
        [],
    ),
    (
        "UPDATE quotes_quote SET tried_at = created_at + %s * interval '9 hours', closed_at = tried_at "
        f"WHERE id {QUOTES}",
        [range(1, 6)],
    ),
    (
        "INSERT INTO quotes_question (quote_id, created_at, updated_at, answered_at) "
        "SELECT id, created_at, now(), created_at + %s * interval '9 hours' FROM quotes_quote "
        f"WHERE id {QUOTES} ORDER BY id",
        [range(1, 6)],
    ),
    (f"UPDATE quotes_question SET closed_at = now(), tried_at = created_at WHERE id {QUESTIONS}", []),
    (f"DELETE FROM quotes_question WHERE id {QUESTIONS}", []),
    (f"UPDATE jobs_job SET status = %s WHERE id {JOBS}", [["scheduled", "completed"]]),
    (f"DELETE FROM jobs_job WHERE id {JOBS}", []),
    (f"UPDATE trees_treeorder SET answered_at = created_at + %s * interval '9 hours' WHERE id {ORDERS}", [range(1, 6)]),
    (
        "DELETE FROM trees_treeorder t WHERE NOT EXISTS (SELECT FROM trees_treepayment WHERE order_id = t.id) "
        f"AND id {ORDERS}",
        [],
    ),
    (
        "UPDATE invoices_invoice SET status = %s, amount_paid = amount, paid_date = now(), sent_at = now() "
        f"WHERE id {INVOICES}",
        [["paid", "sent"]],
    ),
    (
        "INSERT INTO invoices_invoicepayment "
        "(invoice_id, method, amount, amount_refunded, disputed, note, taken_back_note, updated_at) "
        "SELECT id, 'cash', 9.95, %s, false, '', '', now() FROM invoices_invoice "
        f"WHERE id {INVOICES} ORDER BY id",
        [[0, 4.5]],
    ),
    (f"UPDATE invoices_invoicepayment SET amount_refunded = %s WHERE id {PAYMENTS}", [[0, 2.25, 9.95]]),
    (f"UPDATE invoices_invoicepayment SET disputed = %s, dispute_lost = disputed WHERE id {PAYMENTS}", [[True, False]]),
    (f"DELETE FROM invoices_invoicepayment WHERE id {PAYMENTS}", []),
    (
        f"UPDATE quotes_quote SET heard_from = %s, utm_source = %s, utm_campaign = city WHERE id {QUOTES}",
        [["", "search"], ["", "google"]],
    ),
    (
        "DELETE FROM invoices_invoice i WHERE NOT EXISTS (SELECT FROM invoices_invoicepayment WHERE invoice_id = i.id) "
        f"AND id {INVOICES}",
        [],
    ),
    (
        "DELETE FROM quotes_quote q WHERE NOT EXISTS (SELECT FROM jobs_job WHERE quote_id = q.id) "
        "AND NOT EXISTS (SELECT FROM invoices_invoice WHERE quote_id = q.id) "
        "AND NOT EXISTS (SELECT FROM quotes_question WHERE quote_id = q.id) "
        f"AND NOT EXISTS (SELECT FROM quotes_quotecomment WHERE quote_id = q.id) AND id {QUOTES}",
        [],
    ),
]


def _write_something(dice: random.Random, number: int, guest: APIClient, admin_client: APIClient) -> None:
    """Send a request, or run a statement on a few rows."""
    kind = dice.randrange(5)
    if kind == 0:
        city, package = dice.choice(["Rye", "rye", "Lee"]), dice.choice(PACKAGES)
        guest.post("/api/quotes", quote_body(city=city, servicePackage=package), format="json")
    elif kind == 1:
        guest.post("/api/tree-orders", tree_order_body(), format="json")
    elif kind == 2:
        _admin_changes_a_quote(dice, admin_client)
    elif kind == 3:
        quotes = Quote.objects.order_by("id").values_list("id", flat=True)
        _pay(dice.choice([None, *quotes]), number, dice.choice(["paid", "sent"]))
    else:
        statement, choices = dice.choice(STATEMENTS)
        _sql(statement, *(dice.choice(choice) for choice in choices), str(number), dice.randint(1, 4))


def _admin_changes_a_quote(dice: random.Random, admin_client: APIClient) -> None:
    quote = Quote.objects.order_by("created_at").last()
    if quote:
        changes = {"status": dice.choice(STATUSES), "quoteAmount": dice.choice([None, "250.00"])}
        response = admin_client.patch(f"/api/quotes/{quote.id}", changes, format="json")
        assert response.status_code == 200, response.content


def test_update_of_an_uncounted_column_adds_no_delta(admin: Any) -> None:
    quote = make_quote()
    compact_deltas()
    Quote.objects.filter(id=quote.id).update(phone="603-555-0199")
    assert CounterDelta.objects.count() == 0


def test_bulk_import_adds_few_deltas(db: None) -> None:
    Quote.objects.bulk_create(
        Quote(full_name="E", email="e@example.com", phone="1", city="Dover", service_package="basic")
        for _ in range(500)
    )
    assert 0 < CounterDelta.objects.count() < 10
    assert _drift() == []


@pytest.mark.django_db(transaction=True)
def test_worker_compacts_deltas_and_metrics_stay_the_same(admin_client: APIClient) -> None:
    for status in STATUSES:
        make_quote(status=status)
    before = admin_client.get("/api/analytics/quotes").json(), admin_client.get("/api/analytics/season").json()
    app.configure_task("analytics.tasks.compact_counters").defer(timestamp=0)
    run_queue()
    assert CounterDelta.objects.count() == 0
    after = admin_client.get("/api/analytics/quotes").json(), admin_client.get("/api/analytics/season").json()
    assert after == before
    assert before[0]["pendingCount"] == 1


def test_rows_written_without_triggers_are_found_logged_and_corrected(
    admin_client: APIClient, caplog: pytest.LogCaptureFixture
) -> None:
    make_quote()
    _sql("SET LOCAL session_replication_role = replica")  # as restores and replication do
    make_quote(service_package="commercial")
    _sql("SET LOCAL session_replication_role = origin")
    assert admin_client.get("/api/analytics/quotes").json()["pendingCount"] == 1
    with caplog.at_level(logging.ERROR, logger="analytics.tasks"):
        check_counters(timestamp=0)
    assert any("quote_package" in message and "commercial" in message for message in caplog.messages)
    assert any(f"quote_day {timezone.localdate()} " in message for message in caplog.messages)
    assert admin_client.get("/api/analytics/quotes").json()["pendingCount"] == 2
    caplog.clear()
    check_counters(timestamp=0)
    assert caplog.messages == []


def test_rolled_back_request_is_not_counted(admin_client: APIClient) -> None:
    point = transaction.savepoint()
    make_quote()
    transaction.savepoint_rollback(point)
    assert admin_client.get("/api/analytics/quotes").json()["pendingCount"] == 0


@pytest.mark.django_db(transaction=True)
def test_requests_during_compaction_are_counted(guest: APIClient) -> None:
    def work(number: int) -> int:
        if number % 4 == 0:
            for _ in range(10):
                compact_deltas()
            return 0
        client = APIClient()
        return [client.post("/api/quotes", quote_body(), format="json").status_code for _ in range(8)].count(201)

    created = sum(in_threads(8, work))
    assert created == Quote.objects.count() == 48
    assert _drift() == []
    compact_deltas()
    assert CounterTotal.objects.get(metric="quote_status", key="pending").number == 48


@pytest.mark.django_db(transaction=True)
def test_quote_with_two_concurrent_payments_is_counted_once() -> None:
    quote = make_quote()
    invoices = [_pay(quote.id, number, "sent") for number in range(4)]

    def pay(number: int) -> None:
        with transaction.atomic():
            Invoice.objects.filter(id=invoices[number].id).update(status="paid")

    in_threads(4, pay)
    compact_deltas()
    assert CounterTotal.objects.get(metric="quote_paid").number == 1
    assert _drift() == []


@pytest.mark.django_db(transaction=True)
def test_truncated_table_counts_nothing() -> None:
    make_quote()
    compact_deltas()
    _sql("TRUNCATE quotes_quote CASCADE")
    assert _drift() == []
    compact_deltas()
    assert sum(CounterTotal.objects.values_list("number", flat=True)) == 0


def test_payments_are_counted_with_their_refunds(db: None) -> None:
    invoice = _pay(None, 1)
    payment = InvoicePayment.objects.create(invoice=invoice, method="cash", amount=10)
    compact_deltas()
    InvoicePayment.objects.filter(id=payment.id).update(amount_refunded=4)
    compact_deltas()
    assert CounterTotal.objects.get(metric="invoice_month").amount == 6
    payment.delete()
    assert _drift() == []


def test_money_that_a_bank_returned_does_not_count(db: None) -> None:
    migration = import_module("analytics.migrations.0004_lost_disputes")
    lost = {"method": "card", "amount": 10, "amount_refunded": 4, "disputed": True, "dispute_lost": True}
    with connection.cursor() as cursor:
        cursor.execute(migration.BACKWARD)  # as they were counted before
    before = InvoicePayment.objects.create(invoice=_pay(None, 1), **lost)
    compact_deltas()
    assert CounterTotal.objects.get(metric="invoice_month").amount == 6
    with connection.cursor() as cursor:
        cursor.execute(migration.FORWARD)
    compact_deltas()
    assert CounterTotal.objects.get(metric="invoice_month").amount == 0
    InvoicePayment.objects.filter(id=before.id).update(disputed=False, dispute_lost=False)
    compact_deltas()
    assert CounterTotal.objects.get(metric="invoice_month").amount == 6
    assert _drift() == []


def test_money_moves_with_the_invoice_to_another_quote(db: None) -> None:
    first, second = make_quote(heard_from="search"), make_quote(heard_from="search", city="Rye", utm_source="google")
    invoice = _pay(first.id, 1)
    InvoicePayment.objects.create(invoice=invoice, method="cash", amount=10, amount_refunded=4)
    InvoicePayment.objects.create(invoice=invoice, method="card", amount=7, disputed=True, dispute_lost=True)
    for quote in (second, None, first):
        Invoice.objects.update(quote=quote)
        assert _drift() == []


@pytest.mark.parametrize(("kind", "make"), [("quote", make_quote), ("tree_order", make_tree_order)])
def test_deleted_request_takes_an_assigned_payment_along(admin: User, kind: str, make: Callable[[], Any]) -> None:
    request = make()
    assigned = {"assigned_kind": kind, "assigned_id": request.id, "assigned_by": admin}
    make_payment(assigned_at=timezone.now(), amount_refunded=9, **assigned)
    make_payment(assigned_at=timezone.now(), disputed=True, dispute_status="lost", **assigned)
    request.delete()
    assert _drift() == []


def test_reversed_payment_is_not_counted(db: None, admin: User) -> None:
    quote = make_quote()
    invoice = _pay(quote.id, 1)
    payment = InvoicePayment.objects.create(invoice=invoice, method="check", amount=10)
    compact_deltas()
    assert CounterTotal.objects.get(metric="invoice_month").amount == 10
    InvoicePayment.objects.filter(id=payment.id).update(taken_back_at=timezone.now(), taken_back_by=admin)
    Invoice.objects.filter(id=invoice.id).update(status="sent", amount_paid=0)
    assert _drift() == []
    compact_deltas()
    assert CounterTotal.objects.get(metric="invoice_month").amount == 0
    assert CounterTotal.objects.get(metric="quote_paid").number == 0


@pytest.mark.parametrize("rows", [2, 200])
@pytest.mark.parametrize(("name", "queries"), [("mrr", 3), ("subscriptions", 3), ("quotes", 3), ("season", 4)])
def test_metrics_cost_constant_queries(
    name: str, queries: int, rows: int, admin_client: APIClient, django_assert_num_queries: Any
) -> None:
    for _ in range(rows):
        make_quote()
    with django_assert_num_queries(queries):
        assert admin_client.get(f"/api/analytics/{name}").status_code == 200

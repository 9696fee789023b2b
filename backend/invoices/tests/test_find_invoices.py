"""Administrators filter and search invoices."""

import pytest
from django.db import connection
from django.db.models import Q
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from common.literals import written_out
from invoices.models import OVERPAID_INVOICES, Invoice, InvoiceStatus
from invoices.tests.factories import make_invoice
from quotes.tests.factories import make_quote


@pytest.fixture
def invoices(customer: User, outsider: User) -> dict[str, Invoice]:
    return {
        "eleanor": make_invoice(user=customer, invoice_number="INV-2026-00042", quote=make_quote(user=customer)),
        "jose": make_invoice(
            user=outsider, invoice_number="INV-2026-00420", bill_to_name="José O'Brien-Élan",
            bill_to_email="jose.obrien@books.example", status="draft",
        ),
        "shop": make_invoice(
            invoice_number="INV-2025-00007", bill_to_name="Market Square Books", status="paid",
            bill_to_email="hello@marketsquare.example",
        ),
    }  # fmt: skip


def _found(client: APIClient, invoices: dict[str, Invoice], query: str) -> set[str]:
    names = {str(invoice.id): name for name, invoice in invoices.items()}
    response = client.get(f"/api/invoices?scope=admin&{query}")
    assert response.status_code == 200, response.content
    return {names[row["id"]] for row in response.json()}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", {"eleanor", "jose", "shop"}),
        ("status=sent", {"eleanor"}),
        ("status=sent,paid", {"eleanor", "shop"}),
        ("status=", {"eleanor", "jose", "shop"}),
        ("status=sent&status=draft", {"eleanor", "jose"}),
        ("q=hay", {"eleanor"}),
        ("q=ELEANOR+hayes", {"eleanor"}),
        ("q=hayes+el", {"eleanor"}),
        ("q=jos%C3%A9", {"jose"}),
        ("q=%C3%89lan", {"jose"}),
        ("q=brien", {"jose"}),
        ("q=o'brien", {"jose"}),
        ("q=jose.obrien@books", {"jose"}),
        ("q=books", {"jose", "shop"}),
        ("q=INV-2026", {"eleanor", "jose"}),
        ("q=inv-2026-00042", {"eleanor"}),
        ("q=42", {"eleanor", "jose"}),
        ("q=00042", {"eleanor"}),
        ("q=7", {"shop"}),
        ("q=books&status=paid", {"shop"}),
        ("q=ooks", set()),
        ("q=--+%27+", {"eleanor", "jose", "shop"}),
        ("q=%5C%27%7C%21%26%3A*", set()),
        ("q=%25", set()),
    ],
)
def test_invoices_can_be_filtered(
    admin_client: APIClient, invoices: dict[str, Invoice], query: str, found: set[str]
) -> None:
    assert _found(admin_client, invoices, query) == found


def test_invoices_can_be_filtered_by_id_customer_and_quote(
    admin_client: APIClient, invoices: dict[str, Invoice], customer: User
) -> None:
    assert _found(admin_client, invoices, f"q={invoices['jose'].id}") == {"jose"}
    assert _found(admin_client, invoices, f"userId={customer.id}") == {"eleanor"}
    assert _found(admin_client, invoices, f"quoteId={invoices['eleanor'].quote_id}") == {"eleanor"}


def test_overpaid_invoices_can_be_filtered(admin_client: APIClient, customer: User) -> None:
    """The filter agrees with the field ``overpaid`` for every status, payment and refund."""
    invoices = {}
    for status in ("sent", "overdue", "paid", "cancelled"):
        for paid, refunded in (
            ("0", "0"),
            ("500", "0"),
            ("500", "500"),
            ("500.01", "0"),
            ("900", "300"),
            ("900", "400"),
        ):
            if status == "paid" and paid == "0":
                continue
            name = f"{status} {paid} {refunded}"
            invoices[name] = make_invoice(user=customer, status=status, amount_paid=paid, amount_refunded=refunded)
    rows = admin_client.get("/api/invoices?scope=admin").json()
    owed = {name for name, invoice in invoices.items() for row in rows
            if row["id"] == str(invoice.id) and row["overpaid"] != "0.00"}  # fmt: skip
    assert {"paid 500.01 0", "sent 900 300", "cancelled 500 0", "cancelled 900 400"} <= owed
    assert owed.isdisjoint({"paid 500 0", "paid 900 400", "cancelled 500 500", "cancelled 0 0", "sent 0 0"})
    assert _found(admin_client, invoices, "overpaid=1") == owed
    assert _found(admin_client, invoices, "overpaid=1&status=cancelled&q=hayes") == {
        "cancelled 500 0", "cancelled 500.01 0", "cancelled 900 300", "cancelled 900 400",
    }  # fmt: skip
    assert _found(admin_client, invoices, "overpaid=0") == set(invoices)


@pytest.mark.parametrize("query", ["overpaid=yes", "status=open", "userId=x", "quoteId=5", "q=a%00b", f"q={'x' * 201}"])
def test_bad_input_is_a_400(admin_client: APIClient, query: str) -> None:
    response = admin_client.get(f"/api/invoices?scope=admin&{query}")
    assert response.status_code == 400
    assert list(response.json()["errors"]) == [query.split("=")[0]]


def test_customers_list_ignores_filters(customer_client: APIClient, invoices: dict[str, Invoice]) -> None:
    assert [row["id"] for row in customer_client.get("/api/invoices?q=books").json()] == [str(invoices["eleanor"].id)]


def test_filtered_search_is_paginated(admin_client: APIClient, customer: User) -> None:
    for number in range(9):
        make_invoice(user=customer, status=("sent", "paid", "draft")[number % 3])
    path, numbers = "/api/invoices?scope=admin&status=sent,paid&q=hayes&limit=2", []
    while path:
        response = admin_client.get(path)
        numbers += [row["invoiceNumber"] for row in response.json()]
        path = response.get("Link", "").partition("<")[2].partition(">")[0]
    assert len(numbers) == 6
    assert numbers == sorted(numbers, reverse=True)


def test_search_for_a_very_common_word_uses_the_lists_order(
    admin_client: APIClient, invoices: dict[str, Invoice], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("common.search_lists.MAX_INDEX_MATCHES", 1)
    assert _found(admin_client, invoices, "q=books") == {"jose", "shop"}
    assert _found(admin_client, invoices, "q=books&status=paid,sent") == {"shop"}


@pytest.mark.parametrize(
    ("filters", "index"),
    [
        (Q(status="sent"), "invoice_status_new"),
        (Q(quote_id="01890000-0000-7000-8000-000000000000"), "invoice_quote_new"),
        (written_out(OVERPAID_INVOICES), "invoice_overpaid_new"),
    ],
)
def test_filtered_page_uses_an_index(db: None, filters: Q, index: str) -> None:
    """Check the generic plan, as for a prepared statement whose values the planner doesn't know."""
    sql, params = Invoice.objects.filter(filters).order_by("-created_at", "-id")[:51].query.sql_with_params()
    numbered = sql % tuple(f"${number}" for number in range(1, len(params) + 1))
    Invoice.objects.bulk_create(
        Invoice(
            invoice_number=f"INV-{number}", amount=1, amount_paid=1, bill_to_name="E", sent_at=timezone.now(),
            paid_date=timezone.now(), status=InvoiceStatus.values[number % 5],
        )
        for number in range(2000)
    )  # fmt: skip
    with connection.cursor() as cursor:
        # Otherwise the plan depends on rows and dead space that other tests left behind.
        cursor.execute("ANALYZE invoices_invoice")
        cursor.execute("SET LOCAL random_page_cost = 1")
        for alternative in ("seqscan", "bitmapscan", "sort"):  # on such a small table, the planner would prefer them
            cursor.execute(f"SET LOCAL enable_{alternative} = off")
        cursor.execute(f"EXPLAIN (GENERIC_PLAN) {numbered}")
        assert index in str(cursor.fetchall())

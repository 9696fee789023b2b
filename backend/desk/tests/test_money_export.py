"""The accountant's CSV file has everything that came in or went out between two days."""

import csv
import datetime as dt
import io
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
import time_machine
from rest_framework.test import APIClient

from accounts.models import User
from desk.money.export import Range, as_csv
from desk.tests.money import eastern, make_transaction, record
from invoices.models import Invoice, InvoicePayment
from invoices.tests.factories import make_invoice
from payments.models import BalanceTransaction
from payments.tests.factories import make_payment
from trees.models import TreePayment, order_name
from trees.tests.factories import make_tree_order

NOVEMBER = "from=2026-11-01&to=2026-11-30"


def _lines(client: APIClient, days: str = NOVEMBER) -> list[dict[str, str]]:
    response = client.get(f"/api/desk/money/export.csv?{days}")
    assert response.status_code == 200, response.content
    text = b"".join(response).decode()
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text[1:])))


def _summary(client: APIClient, days: str = NOVEMBER) -> tuple[int, str]:
    response = client.get(f"/api/desk/money/export-summary?{days}")
    assert response.status_code == 200, response.content
    return response.json()["lines"], response.json()["net"]


def _paid_by_card(invoice: Invoice, amount: str = "321.13", **changes: Any) -> InvoicePayment:
    payment = make_payment(
        purpose="invoice", reference=invoice.id, amount=amount, amount_received=amount,
        description=f"Invoice {invoice}", **changes,
    )  # fmt: skip
    return InvoicePayment.objects.create(invoice=invoice, payment=payment, method="card", amount=amount)


def test_line_has_date_customer_document_and_amounts(admin_client: APIClient) -> None:
    invoice = make_invoice(invoice_number="INV-2026-00058", bill_to_name="Eleanor Hayes")
    payment = _paid_by_card(invoice).payment
    make_transaction("charge", "321.13", eastern(2026, 11, 16, 23, 30), fee="9.61", payment=payment, stripe_id="txn_a")
    make_transaction("refund", "-120.00", eastern(2026, 11, 17, 10), payment=payment, stripe_id="txn_b")
    record("check", "500.00", eastern(2026, 11, 18, 9), invoice=invoice)
    make_transaction("fee", "-2.00", eastern(2026, 11, 19, 9), description="Radar", stripe_id="txn_c")
    assert _lines(admin_client) == [
        {
            "date": "2026-11-16", "document": "Invoice INV-2026-00058", "customer": "Eleanor Hayes", "net": "311.52",
            "kind": "charge", "stripeId": "txn_a", "amount": "321.13", "fee": "9.61",
        },
        {
            "date": "2026-11-17", "document": "Refund: Invoice INV-2026-00058", "customer": "Eleanor Hayes",
            "net": "-120.00", "kind": "refund", "stripeId": "txn_b", "amount": "-120.00", "fee": "0.00",
        },
        {
            "date": "2026-11-18", "document": "Invoice INV-2026-00058", "customer": "Eleanor Hayes", "net": "500.00",
            "kind": "check", "stripeId": "", "amount": "500.00", "fee": "0.00",
        },
        {
            "date": "2026-11-19", "document": "Stripe fee: Radar", "customer": "", "net": "-2.00", "kind": "fee",
            "stripeId": "txn_c", "amount": "-2.00", "fee": "0.00",
        },
    ]  # fmt: skip


def test_reversal_is_a_separate_line_on_its_own_day(admin_client: APIClient, admin: User) -> None:
    record("check", "400.00", eastern(2026, 11, 3, 9), taken_back_at=eastern(2026, 11, 9, 9), taken_back_by=admin)
    assert [(line["date"], line["kind"], line["net"]) for line in _lines(admin_client)] == [
        ("2026-11-03", "check", "400.00"), ("2026-11-09", "check_reversed", "-400.00"),
    ]  # fmt: skip
    assert _summary(admin_client) == (2, "0.00")


def test_payment_at_the_door_is_exported_with_its_order(admin_client: APIClient) -> None:
    order = make_tree_order(customer_name="Ruth Abbott")
    row = TreePayment.objects.create(order=order, method="cash", amount="140.00")
    TreePayment.objects.filter(id=row.id).update(created_at=eastern(2026, 11, 9, 9))
    [line] = _lines(admin_client)
    assert (line["document"], line["customer"]) == (order_name(order), "Ruth Abbott")
    assert (line["net"], line["kind"]) == ("140.00", "cash")


def test_unknown_payment_is_exported_as_such(admin_client: APIClient) -> None:
    make_transaction("charge", "10.00", eastern(2026, 11, 3, 9), stripe_payment_intent_id="pi_other")
    [line] = _lines(admin_client)
    assert (line["document"], line["customer"]) == ("Unknown payment", "")


def test_moved_payment_is_exported_with_original_invoice(admin_client: APIClient) -> None:
    first, second = make_invoice(), make_invoice()
    record("check", "80.00", eastern(2026, 11, 3, 9), invoice=second, carried_from=first)
    [line] = _lines(admin_client)
    assert line["document"] == f"Invoice {first}"


@pytest.mark.parametrize("name", ['=HYPERLINK("http://evil.example")', "+1+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1"])
def test_names_are_not_formulas_in_spreadsheet(admin_client: APIClient, name: str) -> None:
    record("check", "5.00", eastern(2026, 11, 3, 9), invoice=make_invoice(bill_to_name=name))
    make_transaction("refund", "-5.00", eastern(2026, 11, 4, 9), description=name)
    check, refund = _lines(admin_client)
    assert check["customer"] == f"'{name}"
    assert refund["net"] == "-5.00"  # numbers are not escaped


@pytest.mark.parametrize(
    ("instant", "included"),
    [
        ("2026-11-01T03:59:59Z", False), ("2026-11-01T04:00:00Z", True), ("2026-12-01T04:59:59Z", True),
        ("2026-12-01T05:00:00Z", False),
    ],
)  # fmt: skip
def test_range_is_in_eastern_days_and_inclusive(admin_client: APIClient, instant: str, included: bool) -> None:
    make_transaction("charge", "1.00", dt.datetime.fromisoformat(instant))
    record("cash", "1.00", dt.datetime.fromisoformat(instant))
    assert len(_lines(admin_client)) == (2 if included else 0)
    assert _summary(admin_client) == ((2, "2.00") if included else (0, "0.00"))


def test_range_can_be_one_day_or_all_days(admin_client: APIClient) -> None:
    record("cash", "1.00", eastern(2026, 11, 1, 23))
    record("cash", "2.00", eastern(2026, 11, 2, 9))
    assert _summary(admin_client, "from=2026-11-02&to=2026-11-02") == (1, "2.00")
    assert _summary(admin_client, "from=2000-01-01&to=2100-12-31") == (2, "3.00")


def test_file_of_a_month_adds_up_to_net_on_page(admin_client: APIClient, admin: User) -> None:
    invoice = make_invoice()
    payment = _paid_by_card(invoice).payment
    for day in range(1, 29):
        make_transaction("charge", "321.13", eastern(2026, 11, day, day % 24), fee="9.61", payment=payment)
        record("cash", "12.34", eastern(2026, 11, day, 23), invoice=invoice)
    make_transaction("charge", "55.05", eastern(2026, 11, 30, 23, 59), fee="1.90")
    make_transaction("refund", "-120.00", eastern(2026, 11, 12, 10), payment=payment)
    make_transaction("dispute", "-321.13", eastern(2026, 11, 13, 10), fee="15.00", payment=payment)
    make_transaction("payout", "-900.00", eastern(2026, 11, 14, 10))
    record("check", "70.00", eastern(2026, 11, 2, 9), taken_back_at=eastern(2026, 11, 3, 9), taken_back_by=admin)
    record("check", "90.00", eastern(2026, 8, 2, 9), taken_back_at=eastern(2026, 11, 3, 9), taken_back_by=admin)
    with time_machine.travel(eastern(2026, 11, 30, 23, 59, 59), tick=False):
        [*_, month] = admin_client.get("/api/desk/money").json()["months"]
    lines = _lines(admin_client)
    total = sum(Decimal(line["net"]) for line in lines)
    assert str(total) == month["net"]
    assert _summary(admin_client) == (len(lines), month["net"])
    assert [line["date"] for line in lines] == sorted(line["date"] for line in lines)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("", "from"), ("from=2026-11-01", "to"), ("from=x&to=2026-11-01", "from"),
        ("from=2026-11-02&to=2026-11-01", "to"), ("from=0001-01-01&to=2026-11-01", "from"),
        ("from=2026-11-01&to=9999-12-31", "to"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["export.csv", "export-summary"])
def test_invalid_days_are_field_errors(admin_client: APIClient, name: str, query: str, field: str) -> None:
    response = admin_client.get(f"/api/desk/money/{name}?{query}")
    assert response.status_code == 400
    assert set(response.json()["errors"]) == {field}


def test_file_is_a_download(admin_client: APIClient) -> None:
    response = admin_client.get(f"/api/desk/money/export.csv?{NOVEMBER}")
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    name = "money-2026-11-01-to-2026-11-30.csv"
    assert response.headers["Content-Disposition"] == f'attachment; filename="{name}"'
    assert response.streaming


def test_file_is_read_a_thousand_rows_at_a_time(admin: User, django_assert_num_queries: Any) -> None:
    at = eastern(2026, 11, 3, 9)
    BalanceTransaction.objects.bulk_create(
        BalanceTransaction(
            stripe_id=f"txn_many_{number}", kind="charge", amount=1, fee=0, net=1, available_at=at,
            occurred_at=at + dt.timedelta(seconds=number // 7),
        )
        for number in range(2500)
    )  # fmt: skip
    days = Range(dt.date(2026, 11, 1), dt.date(2026, 11, 30))
    lines: Iterator[str] = as_csv(days)
    with django_assert_num_queries(5):  # the first page of each table
        next(lines)
        next(lines)
    assert sum(1 for _ in lines) == 2499

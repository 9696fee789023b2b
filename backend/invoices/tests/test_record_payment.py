"""Staff record payments by check, cash or otherwise; an invoice is paid when nothing is due."""

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from invoices.models import Invoice, InvoicePayment
from invoices.tests.factories import make_invoice
from testing.helpers import in_threads


@pytest.fixture
def invoice(customer: User) -> Invoice:
    return make_invoice(user=customer)


def _record(client: APIClient, invoice: Invoice, **body: Any) -> Any:
    sent = {"method": "check", "note": "", **body}
    return client.post(f"/api/invoices/{invoice.id}/record-payment", sent, format="json")


def test_recorded_payment_defaults_to_what_is_due(admin_client: APIClient, invoice: Invoice) -> None:
    response = _record(admin_client, invoice, method="cash", note="  at the door  ")
    assert response.status_code == 200
    paid = response.json()
    assert (paid["status"], paid["amountPaid"], paid["amountDue"]) == ("paid", "500.00", "0.00")
    assert paid["paidDate"].endswith("Z")
    [payment] = admin_client.get(f"/api/invoices/{invoice.id}/payments").json()
    assert payment["note"] == "at the door"
    assert (payment["method"], payment["amount"], payment["recordedBy"]) == ("cash", "500.00", "Ada")


def test_partly_paid_invoice_shows_total_paid_and_due(
    admin_client: APIClient, customer_client: APIClient, invoice: Invoice
) -> None:
    _record(admin_client, invoice, amount="120.50")
    seen = customer_client.get(f"/api/invoices/{invoice.id}").json()
    assert (seen["status"], seen["amount"]) == ("sent", "500.00")
    assert (seen["amountPaid"], seen["amountDue"]) == ("120.50", "379.50")
    assert seen["paidDate"] is None
    assert _record(admin_client, invoice, amount="379.50").json()["status"] == "paid"
    InvoicePayment.objects.filter(amount="379.50").update(created_at=timezone.now() - dt.timedelta(hours=1))
    assert [payment["amount"] for payment in customer_client.get(f"/api/invoices/{invoice.id}/payments").json()] == [
        "379.50", "120.50",
    ]  # fmt: skip


def test_overdue_invoice_stays_overdue_until_paid_in_full(admin_client: APIClient, customer: User) -> None:
    invoice = make_invoice(user=customer, status="overdue", due_date="2026-01-01")
    assert _record(admin_client, invoice, amount="499.99").json()["status"] == "overdue"
    assert _record(admin_client, invoice).json()["status"] == "paid"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"amount": "500.01"}, "amount"),
        ({"amount": "0"}, "amount"),
        ({"amount": "-5"}, "amount"),
        ({"amount": "1.001"}, "amount"),
        ({"amount": "x"}, "amount"),
        ({"method": "barter"}, "method"),
        ({"method": None}, "method"),
        ({"note": "x" * 501}, "note"),
        ({"note": 5}, "note"),
    ],
)
def test_bad_payment_amount_is_a_400(
    admin_client: APIClient, invoice: Invoice, body: dict[str, Any], field: str
) -> None:
    response = _record(admin_client, invoice, **body)
    assert response.status_code == 400
    assert list(response.json()["errors"]) == [field]
    assert InvoicePayment.objects.count() == 0


def test_error_for_too_high_an_amount_says_what_is_due(admin_client: APIClient, invoice: Invoice) -> None:
    _record(admin_client, invoice, amount="499.50")
    response = _record(admin_client, invoice, amount="0.51")
    assert (response.status_code, response.json()["message"]) == (400, "Only $0.50 is due")


def test_partly_paid_invoice_cannot_be_canceled(admin_client: APIClient, invoice: Invoice) -> None:
    _record(admin_client, invoice, amount="100")
    response = admin_client.post(f"/api/invoices/{invoice.id}/cancel", {}, format="json")
    assert response.status_code == 409
    assert "$100.00" in response.json()["message"]


@pytest.mark.parametrize(("refunded", "status"), [("40.00", 409), ("100.00", 200)])
def test_invoice_can_be_canceled_after_a_full_refund(
    admin_client: APIClient, customer: User, refunded: str, status: int
) -> None:
    invoice = make_invoice(user=customer, amount_paid="100.00", amount_refunded=refunded)
    response = admin_client.post(f"/api/invoices/{invoice.id}/cancel", {}, format="json")
    assert response.status_code == status
    assert ("$60.00" in response.json().get("message", "")) is (status == 409)


def test_same_key_records_one_payment(admin_client: APIClient, invoice: Invoice) -> None:
    for _ in range(2):
        response = admin_client.post(
            f"/api/invoices/{invoice.id}/record-payment", {"method": "check", "amount": "100"}, format="json",
            headers={"Idempotency-Key": "check-2041"},
        )  # fmt: skip
        assert response.status_code == 200
        assert response.json()["amountPaid"] == "100.00"
    assert InvoicePayment.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_concurrent_payments_never_exceed_the_invoice(admin: User, invoice: Invoice) -> None:
    def record(_: int) -> int:
        client = APIClient()
        client.force_login(admin)
        return int(_record(client, invoice, amount="150").status_code)

    assert sorted(in_threads(10, record)) == [200] * 3 + [400] * 7
    invoice.refresh_from_db()
    assert invoice.amount_paid == Decimal("450.00")
    assert InvoicePayment.objects.count() == 3


@pytest.mark.django_db(transaction=True)
def test_invoice_is_canceled_or_paid_but_not_both(admin: User, invoice: Invoice) -> None:
    def step(number: int) -> int:
        client = APIClient()
        client.force_login(admin)
        if number % 2:
            return int(_record(client, invoice).status_code)
        return int(client.post(f"/api/invoices/{invoice.id}/cancel", {}, format="json").status_code)

    assert sorted(in_threads(6, step)) == [200] + [409] * 5
    invoice.refresh_from_db()
    assert (invoice.status == "paid") == bool(InvoicePayment.objects.count())

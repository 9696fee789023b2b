"""Invoice numbers are unique and consecutive within a year."""

import datetime as dt
from typing import Any

import pytest
import time_machine
from rest_framework.test import APIClient

from accounts.models import User
from invoices.models import Invoice, InvoiceCounter
from testing.helpers import in_threads

YEAR = dt.date(2096, 11, 21)


def _bill(client: APIClient, user: User, **changes: Any) -> Any:
    return client.post("/api/invoices", {"userId": str(user.id), "amount": "100.00", **changes}, format="json")


@pytest.fixture(autouse=True)
def _fixed_date() -> Any:
    """Travel to the future. Sessions that start on a past day would have expired by the database's clock."""
    with time_machine.travel(dt.datetime(2096, 11, 21, 17, tzinfo=dt.UTC), tick=True):
        yield


def test_numbers_start_at_one(admin_client: APIClient, customer: User) -> None:
    numbers = [_bill(admin_client, customer).json()["invoiceNumber"] for _ in range(3)]
    assert numbers == ["INV-2096-00001", "INV-2096-00002", "INV-2096-00003"]


def test_year_of_a_number_is_in_eastern_time(admin_client: APIClient, customer: User) -> None:
    with time_machine.travel("2096-12-31T23:30:00-05:00"):
        assert _bill(admin_client, customer).json()["invoiceNumber"] == "INV-2096-00001"
    with time_machine.travel("2097-01-01T00:00:01-05:00"):
        assert _bill(admin_client, customer).json()["invoiceNumber"] == "INV-2097-00001"
    with time_machine.travel("2096-12-31T23:59:59-05:00"):
        assert _bill(admin_client, customer).json()["invoiceNumber"] == "INV-2096-00002"


@pytest.mark.django_db(transaction=True)
def test_concurrent_invoices_get_consecutive_numbers(admin: User, customer: User) -> None:
    def bill(_: int) -> int:
        client = APIClient()
        client.force_login(admin)
        return int(_bill(client, customer).status_code)

    assert in_threads(16, bill) == [201] * 16
    numbers = sorted(Invoice.objects.values_list("invoice_number", flat=True))
    assert numbers == [f"INV-2096-{number:05}" for number in range(1, 17)]


@pytest.mark.django_db(transaction=True)
def test_number_of_a_failed_invoice_is_reused(admin: User, customer: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of twelve concurrent requests, every second one fails after it got its number."""
    save = Invoice.save

    def fail_after_save(invoice: Invoice, *args: Any, **kwargs: Any) -> None:
        save(invoice, *args, **kwargs)
        if invoice.description == "fail":
            raise RuntimeError("power failure")

    monkeypatch.setattr(Invoice, "save", fail_after_save)

    def bill(number: int) -> int:
        client = APIClient(raise_request_exception=False)
        client.force_login(admin)
        return int(_bill(client, customer, description="fail" if number % 2 else "").status_code)

    assert sorted(in_threads(12, bill)) == [201] * 6 + [500] * 6
    numbers = sorted(Invoice.objects.values_list("invoice_number", flat=True))
    assert numbers == [f"INV-2096-{number:05}" for number in range(1, 7)]
    assert InvoiceCounter.objects.get().last == 6


@pytest.mark.django_db(transaction=True)
def test_same_idempotency_key_creates_one_invoice(admin: User, customer: User) -> None:
    def bill(_: int) -> str:
        client = APIClient()
        client.force_login(admin)
        body = {"userId": str(customer.id), "amount": "100.00"}
        response = client.post("/api/invoices", body, format="json", headers={"Idempotency-Key": "one-form"})
        assert response.status_code == 201
        return str(response.json()["id"])

    assert len(set(in_threads(8, bill))) == 1
    assert Invoice.objects.count() == 1

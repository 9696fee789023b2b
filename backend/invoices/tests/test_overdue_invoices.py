"""Unpaid invoices become overdue at midnight Eastern after their due date."""

import pytest
import time_machine
from django.db import connection, transaction
from rest_framework.test import APIClient

from accounts.models import User
from invoices.models import Invoice
from invoices.services import mark_overdue
from invoices.tests.factories import make_invoice
from notifications.models import Message
from testing.helpers import in_threads, run_during_transaction


def _due(user: User, day: str, **changes: object) -> Invoice:
    return make_invoice(user=user, due_date=day, **changes)


@pytest.mark.parametrize(
    ("due", "last_minute", "first_minute"),
    [
        ("2026-11-21", "2026-11-21T23:59:59-05:00", "2026-11-22T00:00:01-05:00"),
        # Clocks go back: November 1 has 25 hours and ends at 05:00 UTC.
        ("2026-10-31", "2026-10-31T23:59:59-04:00", "2026-11-01T00:00:01-04:00"),
        ("2026-11-01", "2026-11-01T23:30:00-05:00", "2026-11-02T00:00:01-05:00"),
        ("2027-03-14", "2027-03-14T23:59:59-04:00", "2027-03-15T00:00:01-04:00"),
    ],
)
def test_invoice_becomes_overdue_at_midnight_eastern(
    customer: User, customer_client: APIClient, due: str, last_minute: str, first_minute: str
) -> None:
    invoice = _due(customer, due)
    with time_machine.travel(last_minute):
        assert mark_overdue() == 0
    with time_machine.travel(first_minute):
        assert mark_overdue() == 1
        assert mark_overdue() == 0
    invoice.refresh_from_db()
    assert invoice.status == "overdue"
    assert customer_client.get("/api/invoices").json()[0]["amountDue"] == "500.00"


def test_late_invoice_that_was_partly_paid_before_it_became_overdue_gets_its_reminders(
    customer: User, admin_client: APIClient
) -> None:
    invoice = _due(customer, "2026-01-01")
    body = {"method": "check", "amount": "100.00"}
    paid = admin_client.post(f"/api/invoices/{invoice.id}/record-payment", body, format="json")
    assert paid.status_code == 200, paid.content
    assert mark_overdue() == 1
    assert Message.objects.filter(kind="invoice-overdue").count() == 2


def test_other_invoices_do_not_become_overdue(customer: User) -> None:
    for status in ("draft", "paid", "cancelled", "overdue"):
        _due(customer, "2026-01-01", status=status)
    make_invoice(user=customer)  # without a due date
    with time_machine.travel("2026-11-22T12:00:00-05:00"):
        assert mark_overdue() == 0


def test_failing_invoice_does_not_stop_later_invoices(customer: User) -> None:
    first, second = _due(customer, "2026-01-01"), _due(customer, "2026-01-01")
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE 'It fails'; END$$;"
            "CREATE TRIGGER refuse BEFORE UPDATE ON invoices_invoice FOR EACH ROW "
            f"WHEN (NEW.id = '{first.id}') EXECUTE FUNCTION refuse()"
        )
    assert mark_overdue() == 1
    second.refresh_from_db()
    assert second.status == "overdue"
    with connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER refuse ON invoices_invoice")
    assert mark_overdue() == 1  # retried by the next run


@pytest.mark.django_db(transaction=True)
def test_invoices_become_overdue_once_with_several_workers(customer: User) -> None:
    for _ in range(5):
        _due(customer, "2026-01-01")
    assert sum(in_threads(3, lambda _: mark_overdue())) == 5


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("change", [{"due_date": None}, {"status": "cancelled"}])
def test_invoice_that_is_no_longer_late_when_its_turn_comes_does_not_become_overdue(
    customer: User, change: dict[str, str | None]
) -> None:
    invoice = _due(customer, "2026-01-01")
    with transaction.atomic():
        Invoice.objects.filter(id=invoice.id).update(**change)
        marked = run_during_transaction(mark_overdue)
    assert marked() == 0
    assert Invoice.objects.get(id=invoice.id).status == change.get("status", "sent")

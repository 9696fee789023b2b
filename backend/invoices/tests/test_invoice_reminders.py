"""Customers get reminders three days before an invoice is due, and 1 and 10 days after."""

import datetime as dt
import re
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from common.days import eastern, in_words
from invoices.models import Invoice
from invoices.services import mark_overdue
from invoices.tests.factories import make_invoice
from notifications.models import Message
from payments.models import Payment
from payments.tests.factories import make_payment
from testing.helpers import delivered, end_waits, in_threads, run_queue, text_of

pytestmark = pytest.mark.django_db(transaction=True)

MONTH = dt.timedelta(days=30)
MORNING = dt.time(9)


@pytest.fixture(autouse=True)
def _other_invoice(db: None) -> None:
    """Create another customer's, which must not appear in any email."""
    make_invoice(bill_to_name="Oscar Outside", bill_to_email="oscar@example.com")


def _day(ahead: int) -> dt.date:
    return timezone.localdate() + dt.timedelta(days=ahead)


def _sent(client: APIClient, user: User, due: dt.date | None) -> Invoice:
    body = {"amount": "875.00", "userId": str(user.id), "dueDate": due and due.isoformat()}
    invoice_id = client.post("/api/invoices", body, format="json").json()["id"]
    assert client.post(f"/api/invoices/{invoice_id}/send", {}, format="json").status_code == 200
    return Invoice.objects.get(id=invoice_id)


def _pay(client: APIClient, invoice: Invoice, **body: Any) -> None:
    response = client.post(f"/api/invoices/{invoice.id}/record-payment", {"method": "check", **body}, format="json")
    assert response.status_code == 200


def _reminders(kind: str) -> list[Any]:
    return list(Message.objects.filter(kind=kind).order_by("not_before").values_list("not_before", flat=True))


def test_reminder_is_sent_three_days_before_the_due_date(
    admin_client: APIClient, customer: User, tmp_path: Path
) -> None:
    invoice = _sent(admin_client, customer, _day(14))
    assert _reminders("invoice-due-soon") == [eastern(_day(11), MORNING)]
    assert len(delivered(tmp_path)) == 1
    _pay(admin_client, invoice, amount="100")
    end_waits(within=MONTH)
    [reminder] = [email for email in delivered(tmp_path) if " due on " in email["Subject"]]
    assert reminder["Subject"] == f"Invoice {invoice.invoice_number}: $775.00 due on {in_words(_day(14))}"
    text = text_of(reminder)
    assert f"$775.00 of invoice {invoice.invoice_number} is due on {in_words(_day(14))}." in text
    assert re.search(r"http://127\.0\.0\.1:8000/f/[\w-]{43}$", text, re.MULTILINE)
    assert [part.get_filename() for part in reminder.iter_attachments()] == [f"{invoice.invoice_number}.pdf"]


def test_reminder_waits_while_a_bank_is_processing_a_payment(
    admin_client: APIClient, customer: User, customer_client: APIClient, tmp_path: Path
) -> None:
    invoice = _sent(admin_client, customer, _day(14))
    assert len(delivered(tmp_path)) == 1
    card = make_payment(user=customer, purpose="invoice", reference=invoice.id, status="processing", amount_received=0)
    make_payment(purpose="tree_order", reference=invoice.id, status="processing", stripe_payment_intent_id="pi_other")
    end_waits(within=MONTH)
    assert len(delivered(tmp_path)) == 1
    assert customer_client.get("/api/whats-next").json() == []
    [waits_until] = _reminders("invoice-due-soon")
    assert dt.timedelta(hours=11) < waits_until - timezone.now() < dt.timedelta(hours=13)
    Payment.objects.filter(id=card.id).update(status="canceled")
    assert [item["kind"] for item in customer_client.get("/api/whats-next").json()] == ["invoice"]
    end_waits(within=MONTH)
    assert " due on " in delivered(tmp_path)[1]["Subject"]


def test_paid_invoice_gets_no_due_reminder(admin_client: APIClient, customer: User, tmp_path: Path) -> None:
    _pay(admin_client, _sent(admin_client, customer, _day(14)))
    end_waits(within=MONTH)
    run_queue()
    assert Message.objects.get(kind="invoice-due-soon").error == "The invoice is paid."


@pytest.mark.parametrize("ahead", [None, 0, 3, 4])
def test_invoice_due_soon_after_sending_gets_no_due_reminder(
    admin_client: APIClient, customer: User, ahead: int | None
) -> None:
    with time_machine.travel(eastern(_day(0), dt.time(10))):  # early enough that the reminder for day 4 is within a day
        _sent(admin_client, customer, None if ahead is None else _day(ahead))
    assert _reminders("invoice-due-soon") == []


def test_overdue_invoice_gets_two_reminders_even_with_several_workers(customer: User, tmp_path: Path) -> None:
    invoice = make_invoice(user=customer, due_date=_day(-1))
    in_threads(3, lambda _: mark_overdue())
    assert _reminders("invoice-overdue") == [eastern(_day(0), MORNING), eastern(_day(9), MORNING)]
    end_waits(within=MONTH)
    first, second = delivered(tmp_path)
    assert first["To"] == "eleanor@example.com"
    assert text_of(first).startswith("Hi Eleanor,\n")
    assert first["Subject"] == second["Subject"] == f"Invoice {invoice.invoice_number} is overdue: $500.00 due"
    assert f"was due on {_day(-1):%B} {_day(-1).day}, " in text_of(first)


def test_invoice_paid_in_time_gets_no_overdue_reminders(
    customer: User, admin_client: APIClient, tmp_path: Path
) -> None:
    invoice = make_invoice(user=customer, due_date=_day(-1))
    mark_overdue()
    _pay(admin_client, invoice)
    end_waits(within=MONTH)
    [receipt] = delivered(tmp_path)
    assert receipt["Subject"].startswith("Receipt")
    reasons = Message.objects.filter(kind="invoice-overdue").values_list("error", flat=True)
    assert list(reasons) == ["The invoice is no longer overdue."] * 2


def test_long_overdue_invoice_gets_no_reminders(customer: User, tmp_path: Path) -> None:
    make_invoice(user=customer, due_date=_day(-40))
    assert mark_overdue() == 1
    end_waits(within=MONTH)
    assert delivered(tmp_path) == []
    reasons = Message.objects.filter(kind="invoice-overdue").values_list("error", flat=True)
    assert list(reasons) == ["Planned more than a day after its time."] * 2

"""A recorded payment that did not hold is taken back: it stays in the list, and the bill is due again."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import time_machine
from rest_framework.test import APIClient

from accounts.models import User
from invoices.balance import add_up
from invoices.models import Invoice, InvoicePayment
from invoices.tests.factories import make_invoice
from payments.intents import open_intent
from payments.models import Payment
from testing import cards
from testing.helpers import delivered, in_threads, text_of
from testing.payments import StripeSandbox


@pytest.fixture
def invoice(customer: User) -> Invoice:
    return make_invoice(user=customer)


def _record(client: APIClient, invoice: Invoice, **body: Any) -> str:
    """Record a check; answers the payment's id."""
    path = f"/api/invoices/{invoice.id}/record-payment"
    assert client.post(path, {"method": "check", "note": "Check 2041", **body}, format="json").status_code == 200
    return str(client.get(f"/api/invoices/{invoice.id}/payments").json()[-1]["id"])


def _take_back(client: APIClient, invoice: Invoice, payment: Any, **body: Any) -> Any:
    path = f"/api/invoices/{invoice.id}/payments/{payment}/take-back"
    return client.post(path, {"note": "The check bounced", **body}, format="json")


def test_a_bounced_check_is_due_again_and_stays_in_the_list(
    admin_client: APIClient, customer_client: APIClient, invoice: Invoice
) -> None:
    payment = _record(admin_client, invoice)
    answer = _take_back(admin_client, invoice, payment, note="  The check bounced ")
    assert answer.status_code == 200
    seen = customer_client.get(f"/api/invoices/{invoice.id}").json()
    assert seen == answer.json()
    assert (seen["status"], seen["amountPaid"], seen["amountDue"]) == ("sent", "0.00", "500.00")
    assert seen["paidDate"] is None
    [row] = admin_client.get(f"/api/invoices/{invoice.id}/payments").json()
    assert (row["id"], row["amount"], row["note"], row["recordedBy"]) == (payment, "500.00", "Check 2041", "Ada")
    assert (row["takenBackBy"], row["takenBackNote"]) == ("Ada", "The check bounced")
    assert row["takenBackAt"].endswith("Z")


def test_what_was_not_taken_back_says_so(admin_client: APIClient, invoice: Invoice) -> None:
    _record(admin_client, invoice)
    [row] = admin_client.get(f"/api/invoices/{invoice.id}/payments").json()
    assert (row["takenBackAt"], row["takenBackBy"], row["takenBackNote"]) == (None, "", "")


def test_again_it_answers_the_same_and_changes_nothing(admin_client: APIClient, invoice: Invoice) -> None:
    payment = _record(admin_client, invoice)
    first = _take_back(admin_client, invoice, payment)
    before = InvoicePayment.objects.values().get()
    again = _take_back(admin_client, invoice, payment, note="Another reason")
    assert (again.status_code, again.json()) == (200, first.json())
    assert InvoicePayment.objects.values().get() == before


def test_the_rest_still_counts_and_it_can_be_paid_once_more(admin_client: APIClient, invoice: Invoice) -> None:
    bounced = _record(admin_client, invoice, amount="200")
    _record(admin_client, invoice)
    seen = _take_back(admin_client, invoice, bounced).json()
    assert (seen["status"], seen["amountPaid"], seen["amountDue"]) == ("sent", "300.00", "200.00")
    _record(admin_client, invoice, method="cash")
    seen = admin_client.get(f"/api/invoices/{invoice.id}").json()
    assert (seen["status"], seen["amountPaid"], seen["amountDue"]) == ("paid", "500.00", "0.00")


@pytest.mark.parametrize(
    ("moment", "status"),
    [
        ("2026-12-06T04:30:00Z", "sent"),  # half past eleven in the evening of the fifth
        ("2026-12-06T05:01:00Z", "overdue"),
    ],
)
def test_whether_it_is_overdue_is_reckoned_where_the_business_lives(
    admin: User, invoice: Invoice, moment: str, status: str
) -> None:
    Invoice.objects.filter(id=invoice.id).update(due_date="2026-12-05")
    with time_machine.travel(moment, tick=False):
        client = APIClient()
        client.force_login(admin)
        payment = _record(client, invoice)
        assert _take_back(client, invoice, payment).json()["status"] == status


def test_a_part_of_an_overdue_one_leaves_it_overdue(admin_client: APIClient, customer: User) -> None:
    invoice = make_invoice(user=customer, status="overdue", due_date="2026-01-01")
    payment = _record(admin_client, invoice, amount="100")
    assert _take_back(admin_client, invoice, payment).json()["status"] == "overdue"


def test_with_nothing_kept_it_can_be_cancelled(admin_client: APIClient, invoice: Invoice) -> None:
    _take_back(admin_client, invoice, _record(admin_client, invoice, amount="100"))
    answer = admin_client.post(f"/api/invoices/{invoice.id}/cancel", {}, format="json")
    assert (answer.status_code, answer.json()["status"]) == (200, "cancelled")


def test_another_invoices_payment_is_a_404(admin_client: APIClient, customer: User, invoice: Invoice) -> None:
    other = make_invoice(user=customer)
    payment = _record(admin_client, other)
    assert _take_back(admin_client, invoice, payment).status_code == 404
    assert _take_back(admin_client, invoice, invoice.id).status_code == 404
    other.refresh_from_db()
    assert other.status == "paid"


@pytest.mark.parametrize("note", ["", "   ", None, 5, "x" * 501, "a\x00b"])
def test_a_reason_is_asked_for(admin_client: APIClient, invoice: Invoice, note: Any) -> None:
    answer = _take_back(admin_client, invoice, _record(admin_client, invoice), note=note)
    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == ["note"]
    invoice.refresh_from_db()
    assert invoice.status == "paid"


@pytest.mark.django_db(transaction=True)
def test_what_was_paid_at_stripe_is_refunded_there(
    stripe_sandbox: StripeSandbox, customer: User, admin_client: APIClient, invoice: Invoice
) -> None:
    cards.pay(open_intent(purpose="invoice", reference=invoice.id, viewer=customer).client_secret)
    stripe_sandbox.deliver()
    answer = _take_back(admin_client, invoice, InvoicePayment.objects.get().id)
    assert answer.status_code == 409
    assert "Stripe" in answer.json()["message"]
    invoice.refresh_from_db()
    assert invoice.status == "paid"


@pytest.mark.django_db(transaction=True)
def test_a_check_that_bounces_after_the_card_paid_too_leaves_it_paid(
    stripe_sandbox: StripeSandbox, customer: User, admin_client: APIClient, invoice: Invoice
) -> None:
    intent = open_intent(purpose="invoice", reference=invoice.id, viewer=customer)
    check = _record(admin_client, invoice)
    cards.pay(intent.client_secret)  # before the worker could close the form
    stripe_sandbox.deliver()
    assert admin_client.get(f"/api/invoices/{invoice.id}").json()["overpaid"] == "500.00"
    seen = _take_back(admin_client, invoice, check).json()
    assert (seen["status"], seen["amountPaid"], seen["overpaid"]) == ("paid", "500.00", "0.00")


@pytest.mark.django_db(transaction=True)
def test_the_card_form_asks_for_all_of_it_again(
    stripe_sandbox: StripeSandbox, customer: User, customer_client: APIClient, admin_client: APIClient, invoice: Invoice
) -> None:
    payment = _record(admin_client, invoice, amount="120.50")
    ask = {"invoiceId": str(invoice.id)}
    customer_client.post("/api/create-payment-intent", ask, format="json")
    _take_back(admin_client, invoice, payment)
    assert customer_client.post("/api/create-payment-intent", ask, format="json").status_code == 200
    assert Payment.objects.get(status="open").amount == Decimal("500.00")


@pytest.mark.django_db(transaction=True)
def test_no_receipt_for_what_was_taken_back_before_it_left(
    admin_client: APIClient, invoice: Invoice, tmp_path: Path
) -> None:
    _take_back(admin_client, invoice, _record(admin_client, invoice), note="Typed on the wrong invoice")
    assert delivered(tmp_path) == []


@pytest.mark.django_db(transaction=True)
def test_who_has_the_receipt_is_told_what_is_due_again(
    admin_client: APIClient, invoice: Invoice, tmp_path: Path
) -> None:
    payment = _record(admin_client, invoice, amount="200")
    [receipt] = delivered(tmp_path)
    _take_back(admin_client, invoice, payment, note="Bank says: no such account")
    _take_back(admin_client, invoice, payment)
    [_, mail] = delivered(tmp_path)
    assert mail["To"] == receipt["To"]
    assert mail["Subject"] == f"Invoice {invoice.invoice_number}: $500.00 due again"
    assert "$200.00 by check" in text_of(mail)
    assert "no such account" not in text_of(mail)


@pytest.mark.django_db(transaction=True)
def test_paid_again_meanwhile_nothing_is_asked_for(admin_client: APIClient, invoice: Invoice, tmp_path: Path) -> None:
    payment = _record(admin_client, invoice)
    assert len(delivered(tmp_path)) == 1
    _take_back(admin_client, invoice, payment)
    _record(admin_client, invoice, method="cash")
    assert [mail["Subject"][:8] for mail in delivered(tmp_path)] == ["Receipt:", "Receipt:"]


def test_why_is_told_to_administrators_alone(
    admin_client: APIClient, customer_client: APIClient, invoice: Invoice
) -> None:
    _take_back(admin_client, invoice, _record(admin_client, invoice))
    [row] = customer_client.get(f"/api/invoices/{invoice.id}/payments").json()
    assert row["takenBackAt"]
    assert row["takenBackNote"] == ""


def _client_of(user: User) -> APIClient:
    client = APIClient()
    client.force_login(user)
    return client


@pytest.mark.django_db(transaction=True)
def test_taken_back_many_times_at_once_it_is_taken_back_once(admin: User, invoice: Invoice) -> None:
    payment = _record(_client_of(admin), invoice)

    def take_back(number: int) -> tuple[int, Any]:
        answer = _take_back(_client_of(admin), invoice, payment, note=f"Reason {number}")
        return answer.status_code, answer.json()

    answers = in_threads(6, take_back)
    assert answers == [(200, answers[0][1])] * 6
    assert (answers[0][1]["status"], answers[0][1]["amountPaid"]) == ("sent", "0.00")
    assert InvoicePayment.objects.get().taken_back_note.startswith("Reason ")


@pytest.mark.django_db(transaction=True)
def test_taken_back_while_others_are_recorded_the_sum_is_right(admin: User, invoice: Invoice) -> None:
    """Each recorded payment fits what is due at its moment, before or after the other is taken back."""
    bounced = _record(_client_of(admin), invoice, amount="300")

    def step(number: int) -> int:
        client = _client_of(admin)
        if number == 0:
            return int(_take_back(client, invoice, bounced).status_code)
        path = f"/api/invoices/{invoice.id}/record-payment"
        return int(client.post(path, {"method": "cash", "amount": "100"}, format="json").status_code)

    answers = in_threads(8, step)
    assert answers[0] == 200
    invoice.refresh_from_db()
    counted = [payment.amount for payment in invoice.payments.counted()]
    assert invoice.amount_paid == sum(counted) == 100 * answers[1:].count(200)
    assert invoice.amount_paid <= invoice.amount
    assert (invoice.status == "paid") == (invoice.amount_paid == invoice.amount)
    before = (invoice.status, invoice.amount_paid, invoice.paid_date)
    add_up(invoice)
    assert (invoice.status, invoice.amount_paid, invoice.paid_date) == before

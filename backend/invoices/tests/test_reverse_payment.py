"""A reversed payment stays on record, and the invoice is due again."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import time_machine
from rest_framework.test import APIClient

from accounts.models import User
from common.days import in_full
from invoices.balance import recompute_balance
from invoices.models import Invoice, InvoicePayment
from invoices.tests.factories import make_invoice
from notifications.models import Message
from payments.models import Payment
from testing import cards
from testing.cards import open_intent
from testing.helpers import delivered, in_threads, text_of
from testing.payments import StripeSandbox


@pytest.fixture
def invoice(customer: User) -> Invoice:
    """Create the customer's invoice, and one of another customer."""
    make_invoice(bill_to_name="Oscar Outside", bill_to_email="oscar@example.com")
    return make_invoice(user=customer)


def _record(client: APIClient, invoice: Invoice, **body: Any) -> str:
    """Record a check; return the payment's ID."""
    path = f"/api/invoices/{invoice.id}/record-payment"
    assert client.post(path, {"method": "check", "note": "Check 2041", **body}, format="json").status_code == 200
    return str(client.get(f"/api/invoices/{invoice.id}/payments").json()[-1]["id"])


def _reverse(client: APIClient, invoice: Invoice, payment: Any, **body: Any) -> Any:
    path = f"/api/invoices/{invoice.id}/payments/{payment}/take-back"
    return client.post(path, {"note": "The check bounced", **body}, format="json")


def test_reversed_check_is_due_again_and_stays_on_record(
    admin_client: APIClient, customer_client: APIClient, invoice: Invoice
) -> None:
    payment = _record(admin_client, invoice)
    response = _reverse(admin_client, invoice, payment, note="  The check bounced ")
    assert response.status_code == 200
    seen = customer_client.get(f"/api/invoices/{invoice.id}").json()
    assert seen == response.json()
    assert (seen["status"], seen["amountPaid"], seen["amountDue"]) == ("sent", "0.00", "500.00")
    assert seen["paidDate"] is None
    [row] = admin_client.get(f"/api/invoices/{invoice.id}/payments").json()
    assert (row["id"], row["amount"], row["note"], row["recordedBy"]) == (payment, "500.00", "Check 2041", "Ada")
    assert (row["takenBackBy"], row["takenBackNote"]) == ("Ada", "The check bounced")
    assert row["takenBackAt"].endswith("Z")


def test_payment_that_was_not_reversed_has_no_reversal_fields(admin_client: APIClient, invoice: Invoice) -> None:
    _record(admin_client, invoice)
    [row] = admin_client.get(f"/api/invoices/{invoice.id}/payments").json()
    assert (row["takenBackAt"], row["takenBackBy"], row["takenBackNote"]) == (None, "", "")


def test_repeated_reversal_changes_nothing(admin_client: APIClient, invoice: Invoice) -> None:
    payment = _record(admin_client, invoice)
    first = _reverse(admin_client, invoice, payment)
    before = InvoicePayment.objects.values().get()
    again = _reverse(admin_client, invoice, payment, note="Another reason")
    assert (again.status_code, again.json()) == (200, first.json())
    assert InvoicePayment.objects.values().get() == before


def test_other_payments_still_count_after_a_reversal(admin_client: APIClient, invoice: Invoice) -> None:
    bounced = _record(admin_client, invoice, amount="200")
    _record(admin_client, invoice)
    seen = _reverse(admin_client, invoice, bounced).json()
    assert (seen["status"], seen["amountPaid"], seen["amountDue"]) == ("sent", "300.00", "200.00")
    _record(admin_client, invoice, method="cash")
    seen = admin_client.get(f"/api/invoices/{invoice.id}").json()
    assert (seen["status"], seen["amountPaid"], seen["amountDue"]) == ("paid", "500.00", "0.00")


@pytest.mark.parametrize(
    ("moment", "status", "reminders"),
    [
        ("2026-12-06T04:30:00Z", "sent", 0),  # 11:30 PM on December 5
        ("2026-12-06T05:01:00Z", "overdue", 2),
    ],
)
def test_invoice_is_sent_or_overdue_after_a_reversal_in_eastern_time(
    admin: User, invoice: Invoice, moment: str, status: str, reminders: int
) -> None:
    Invoice.objects.filter(id=invoice.id).update(due_date="2026-12-05")
    with time_machine.travel(moment, tick=False):
        client = APIClient()
        client.force_login(admin)
        payment = _record(client, invoice)
        assert _reverse(client, invoice, payment).json()["status"] == status
    assert Message.objects.filter(kind="invoice-overdue").count() == reminders


def test_reversed_partial_payment_leaves_the_invoice_overdue(admin_client: APIClient, customer: User) -> None:
    invoice = make_invoice(user=customer, status="overdue", due_date="2026-01-01")
    payment = _record(admin_client, invoice, amount="100")
    assert _reverse(admin_client, invoice, payment).json()["status"] == "overdue"


def test_invoice_with_all_payments_reversed_can_be_canceled(admin_client: APIClient, invoice: Invoice) -> None:
    _reverse(admin_client, invoice, _record(admin_client, invoice, amount="100"))
    response = admin_client.post(f"/api/invoices/{invoice.id}/cancel", {}, format="json")
    assert (response.status_code, response.json()["status"]) == (200, "cancelled")


def test_payment_of_another_invoice_is_a_404(admin_client: APIClient, customer: User, invoice: Invoice) -> None:
    other = make_invoice(user=customer)
    payment = _record(admin_client, other)
    assert _reverse(admin_client, invoice, payment).status_code == 404
    assert _reverse(admin_client, invoice, invoice.id).status_code == 404
    other.refresh_from_db()
    assert other.status == "paid"


@pytest.mark.parametrize("note", ["", "   ", None, 5, "x" * 501, "a\x00b"])
def test_reversal_requires_a_reason(admin_client: APIClient, invoice: Invoice, note: Any) -> None:
    response = _reverse(admin_client, invoice, _record(admin_client, invoice), note=note)
    assert response.status_code == 400
    assert list(response.json()["errors"]) == ["note"]
    invoice.refresh_from_db()
    assert invoice.status == "paid"


@pytest.mark.django_db(transaction=True)
def test_card_payment_cannot_be_reversed(
    stripe_sandbox: StripeSandbox, customer: User, admin_client: APIClient, invoice: Invoice
) -> None:
    cards.pay(open_intent(purpose="invoice", reference=invoice.id, viewer=customer).client_secret)
    stripe_sandbox.deliver()
    response = _reverse(admin_client, invoice, InvoicePayment.objects.get().id)
    assert response.status_code == 409
    assert "Refund it instead" in response.json()["message"]
    invoice.refresh_from_db()
    assert invoice.status == "paid"


@pytest.mark.django_db(transaction=True)
def test_reversed_check_leaves_the_invoice_paid_by_card(
    stripe_sandbox: StripeSandbox, customer: User, admin_client: APIClient, invoice: Invoice
) -> None:
    intent = open_intent(purpose="invoice", reference=invoice.id, viewer=customer)
    check = _record(admin_client, invoice)
    cards.pay(intent.client_secret)  # before the worker could close the form
    stripe_sandbox.deliver()
    assert admin_client.get(f"/api/invoices/{invoice.id}").json()["overpaid"] == "500.00"
    seen = _reverse(admin_client, invoice, check).json()
    assert (seen["status"], seen["amountPaid"], seen["overpaid"]) == ("paid", "500.00", "0.00")


@pytest.mark.django_db(transaction=True)
def test_card_form_after_reversal_asks_for_the_full_amount(
    stripe_sandbox: StripeSandbox, customer: User, customer_client: APIClient, admin_client: APIClient, invoice: Invoice
) -> None:
    payment = _record(admin_client, invoice, amount="120.50")
    ask = {"invoiceId": str(invoice.id)}
    customer_client.post("/api/create-payment-intent", ask, format="json")
    _reverse(admin_client, invoice, payment)
    assert customer_client.post("/api/create-payment-intent", ask, format="json").status_code == 200
    assert Payment.objects.get(status="open").amount == Decimal("500.00")


@pytest.mark.django_db(transaction=True)
def test_payment_reversed_before_its_receipt_sends_no_email(
    admin_client: APIClient, invoice: Invoice, tmp_path: Path
) -> None:
    _reverse(admin_client, invoice, _record(admin_client, invoice), note="Typed on the wrong invoice")
    assert delivered(tmp_path) == []


@pytest.mark.django_db(transaction=True)
def test_customer_with_a_receipt_is_emailed_about_the_reversal(
    admin_client: APIClient, invoice: Invoice, tmp_path: Path
) -> None:
    payment = _record(admin_client, invoice, amount="200")
    [receipt] = delivered(tmp_path)
    InvoicePayment.objects.update(created_at="2026-11-04T03:30:00Z")  # the mail server was down
    _reverse(admin_client, invoice, payment, note="Bank says: no such account")
    _reverse(admin_client, invoice, payment)
    [_, mail] = delivered(tmp_path)
    assert mail["To"] == receipt["To"]
    assert mail["Subject"] == f"Invoice {invoice.invoice_number}: $500.00 due again"
    told_at = InvoicePayment.objects.get().receipt_at
    assert told_at
    assert f"On {in_full(told_at)} we told you that we received $200.00 by check" in text_of(mail)
    assert "no such account" not in text_of(mail)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("checks", "due", "how"),
    [
        (["500"], "$125.00 due again", "Pay by card online or by check."),
        (
            ["375", "125"],
            "$375.00 due 14 days after we install",
            "The rest, $375.00, is due 14 days after we install. We'll email you then.",
        ),
    ],
    ids=["deposit", "rest"],
)
def test_reversal_before_the_work_is_done_asks_only_for_the_deposit(
    admin_client: APIClient, customer: User, tmp_path: Path, checks: list[str], due: str, how: str
) -> None:
    invoice = make_invoice(user=customer, from_acceptance=True, first_amount=125, first_due_date="2026-12-01")
    bounced, *_ = [_record(admin_client, invoice, amount=amount) for amount in checks]
    assert len(delivered(tmp_path)) == len(checks)
    _reverse(admin_client, invoice, bounced)
    mail = delivered(tmp_path)[-1]
    assert mail["Subject"] == f"Invoice {invoice.invoice_number}: {due}"
    assert how in " ".join(text_of(mail).split())
    assert "Cards take no less" not in text_of(mail)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("parts", [[{}], [{"amount": "100.00"}, {}]], ids=["one check", "two checks"])
def test_reversal_email_is_skipped_if_nothing_is_due(
    admin_client: APIClient, invoice: Invoice, tmp_path: Path, parts: list[dict[str, str]]
) -> None:
    first, *_ = [_record(admin_client, invoice, **part) for part in parts]
    assert len(delivered(tmp_path)) == len(parts)
    _reverse(admin_client, invoice, first)
    _record(admin_client, invoice, method="cash")
    assert {mail["Subject"][:8] for mail in delivered(tmp_path)} == {"Receipt:"}
    assert len(delivered(tmp_path)) == len(parts) + 1


def test_reversal_reason_is_visible_only_to_administrators(
    admin_client: APIClient, customer_client: APIClient, invoice: Invoice
) -> None:
    _reverse(admin_client, invoice, _record(admin_client, invoice))
    [row] = customer_client.get(f"/api/invoices/{invoice.id}/payments").json()
    assert row["takenBackAt"]
    assert row["takenBackNote"] == ""


def _client_of(user: User) -> APIClient:
    client = APIClient()
    client.force_login(user)
    return client


@pytest.mark.django_db(transaction=True)
def test_concurrent_reversals_reverse_a_payment_once(admin: User, invoice: Invoice) -> None:
    payment = _record(_client_of(admin), invoice)

    def reverse(number: int) -> tuple[int, Any]:
        response = _reverse(_client_of(admin), invoice, payment, note=f"Reason {number}")
        return response.status_code, response.json()

    responses = in_threads(6, reverse)
    assert responses == [(200, responses[0][1])] * 6
    assert (responses[0][1]["status"], responses[0][1]["amountPaid"]) == ("sent", "0.00")
    assert InvoicePayment.objects.get().taken_back_note.startswith("Reason ")


@pytest.mark.django_db(transaction=True)
def test_concurrent_reversal_and_payments_keep_the_sum_right(admin: User, invoice: Invoice) -> None:
    """Each payment is checked against what is due at that moment, before or after the reversal."""
    bounced = _record(_client_of(admin), invoice, amount="300")

    def step(number: int) -> int:
        client = _client_of(admin)
        if number == 0:
            return int(_reverse(client, invoice, bounced).status_code)
        path = f"/api/invoices/{invoice.id}/record-payment"
        return int(client.post(path, {"method": "cash", "amount": "100"}, format="json").status_code)

    responses = in_threads(8, step)
    assert responses[0] == 200
    invoice.refresh_from_db()
    counted = [payment.amount for payment in invoice.payments.counted()]
    assert invoice.amount_paid == sum(counted) == 100 * responses[1:].count(200)
    assert invoice.amount_paid <= invoice.amount
    assert (invoice.status == "paid") == (invoice.amount_paid == invoice.amount)
    before = (invoice.status, invoice.amount_paid, invoice.paid_date)
    recompute_balance(invoice)
    assert (invoice.status, invoice.amount_paid, invoice.paid_date) == before

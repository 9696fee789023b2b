"""Receipts promise each overpayment back once, and a remainder below the card minimum can be settled."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from rest_framework.test import APIClient

from accounts.models import User
from invoices.card import record_card_payment
from invoices.models import Invoice
from invoices.tests.accepting import priced_quote
from invoices.tests.factories import make_invoice
from payments.models import Payment
from payments.tests.factories import make_payment
from testing.helpers import delivered, delivered_to_office, text_of
from testing.payments import StripeSandbox

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def invoice(customer: User) -> Invoice:
    """Create the customer's invoice, and one of another customer."""
    make_invoice(bill_to_name="Oscar Outside", bill_to_email="oscar@example.com")
    return make_invoice(user=customer)


def _pay_by_card(invoice: Invoice, intent: str, amount: Decimal | None = None) -> Payment:
    """Record a card payment, by default of the whole invoice, as from a form that was open in another tab."""
    amount = amount or invoice.amount
    payment = make_payment(
        user=invoice.user, purpose="invoice", reference=invoice.id, amount=amount, amount_received=amount,
        stripe_payment_intent_id=intent,
    )  # fmt: skip
    with transaction.atomic():
        record_card_payment(payment)
    return payment


def _record(client: APIClient, invoice: Invoice, **body: Any) -> Any:
    return client.post(f"/api/invoices/{invoice.id}/record-payment", {"method": "check", **body}, format="json")


def _reverse(client: APIClient, invoice: Invoice) -> Any:
    payments = client.get(f"/api/invoices/{invoice.id}/payments").json()
    check = next(each["id"] for each in payments if each["method"] == "check")
    url = f"/api/invoices/{invoice.id}/payments/{check}/take-back"
    return client.post(url, {"note": "It bounced"}, format="json")


def _promises(data_dir: Path) -> list[str]:
    texts = [text_of(mail) for mail in delivered(data_dir)]
    return [line for text in texts for line in text.splitlines() if "more than was due" in line]


def test_second_card_payment_alone_promises_a_refund(invoice: Invoice, tmp_path: Path) -> None:
    _pay_by_card(invoice, "pi_first")
    _pay_by_card(invoice, "pi_second")
    promises = _promises(tmp_path)
    assert len(promises) == 1
    assert "$500.00 of it is more than was due" in promises[0]


def test_each_extra_payment_promises_its_own_refund(invoice: Invoice, tmp_path: Path) -> None:
    for number in range(3):
        _pay_by_card(invoice, f"pi_{number}")
    invoice.refresh_from_db()
    assert (len(_promises(tmp_path)), invoice.overpaid) == (2, Decimal("1000.00"))


def test_bounced_check_revokes_the_refund_promised_for_the_card_payment(
    admin_client: APIClient, invoice: Invoice, tmp_path: Path
) -> None:
    _record(admin_client, invoice)
    _pay_by_card(invoice, "pi_first")
    assert len(_promises(tmp_path)) == 1
    _reverse(admin_client, invoice)
    told = delivered(tmp_path)[-1]
    assert told["Subject"] == f"Invoice {invoice.invoice_number}: your card payment covers it"
    assert "Your card payment covers the invoice now, so you don't need to pay again, and we won't refund it." in (
        " ".join(text_of(told).split())
    )
    _pay_by_card(invoice, "pi_second")
    assert len(_promises(tmp_path)) == 2  # the first was revoked by email


def test_bounced_check_keeps_the_refund_promised_for_a_second_card_payment(
    admin_client: APIClient, invoice: Invoice, tmp_path: Path
) -> None:
    _record(admin_client, invoice)
    for intent in ("pi_first", "pi_second"):
        _pay_by_card(invoice, intent)
    assert len(_promises(tmp_path)) == 2
    _reverse(admin_client, invoice)
    text = " ".join(text_of(delivered(tmp_path)[-1]).split())
    assert "so you don't need to pay again, and we'll refund $500.00 of it." in text


def test_bounced_check_is_due_again_if_the_card_payment_covered_only_the_rest(
    admin_client: APIClient, invoice: Invoice, tmp_path: Path
) -> None:
    _record(admin_client, invoice, amount="200")
    _pay_by_card(invoice, "pi_rest", Decimal(300))
    assert len(delivered(tmp_path)) == 2
    _reverse(admin_client, invoice)
    told = delivered(tmp_path)[-1]
    assert told["Subject"] == f"Invoice {invoice.invoice_number}: $200.00 due again"
    assert "Your card payment covers" not in text_of(told)


def test_late_payment_for_a_rejected_quote_promises_no_refund(
    admin_client: APIClient, customer: User, tmp_path: Path
) -> None:
    quote = priced_quote(user=customer)
    invoice = make_invoice(user=customer, quote=quote)
    _record(admin_client, invoice, amount="100.00")
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "rejected"}, format="json")
    _pay_by_card(invoice, "pi_late")
    mails = [mail for mail in delivered(tmp_path) if mail["Subject"].startswith("Receipt: $500.00")]
    [receipt] = [" ".join(text_of(mail).split()) for mail in mails]
    assert "We'll contact you about this payment. You don't need to do anything." in receipt
    assert "refund" not in receipt
    assert "Pay by card" not in receipt
    [told] = [mail for mail in delivered_to_office(tmp_path) if mail["Subject"].startswith("Overpaid")]
    text = " ".join(text_of(told).split())
    assert "Refund or keep $600.00: it's in Due now until you do." in text
    assert "We told the customer that we'll contact them." in text


def test_remainder_below_the_card_minimum_can_be_recorded(
    admin_client: APIClient,
    customer_client: APIClient,
    invoice: Invoice,
    stripe_sandbox: StripeSandbox,
    tmp_path: Path,
) -> None:
    assert _record(admin_client, invoice, amount="499.70").json()["amountDue"] == "0.30"
    refused = customer_client.post("/api/create-payment-intent", {"invoiceId": str(invoice.id)}, format="json")
    assert refused.status_code == 409
    [receipt] = delivered(tmp_path)
    text = " ".join(text_of(receipt).split())
    assert "$0.30 is still due. Cards take no less than $0.50: pay it in cash, by check, or together with" in text
    assert "Pay by card" not in text
    settled = _record(admin_client, invoice, method="other", note="Let go: 30 cents").json()
    assert (settled["status"], settled["amountDue"]) == ("paid", "0.00")


@pytest.mark.parametrize(("refunded", "due"), [("500", "500.00"), ("200", "200.00")])
def test_bounced_check_is_due_again_after_the_overpayment_was_refunded(
    admin_client: APIClient, invoice: Invoice, refunded: str, due: str
) -> None:
    _record(admin_client, invoice)
    payment = _pay_by_card(invoice, "pi_first")
    payment.amount_refunded = Decimal(refunded)
    with transaction.atomic():
        record_card_payment(payment)
    response = _reverse(admin_client, invoice).json()
    assert (response["status"], response["amountDue"], response["amountRefunded"]) == ("sent", due, "0.00")


def test_refund_of_a_part_stays_waived_after_another_payment_is_reversed(
    admin_client: APIClient, invoice: Invoice
) -> None:
    payment = _pay_by_card(invoice, "pi_first", Decimal(300))
    payment.amount_refunded = Decimal(50)
    with transaction.atomic():
        record_card_payment(payment)
    _record(admin_client, invoice)
    response = _reverse(admin_client, invoice).json()
    assert (response["amountDue"], response["amountRefunded"]) == ("200.00", "50.00")

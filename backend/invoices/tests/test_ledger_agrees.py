"""After many changes to an accepted quote, Stripe's charges and our ledger agree to the cent."""

from decimal import Decimal
from typing import Any

import pytest
from django.db.models import Sum
from rest_framework.test import APIClient

from accounts.models import User
from common.errors import DomainError
from invoices.models import Invoice, InvoicePayment
from invoices.tests.accepting import accept, invoices_of, open_form, pay, priced_quote, reprice
from payments.models import Payment
from testing import cards
from testing.payments import StripeSandbox, run_payments_queue

CENTS = 100


def _at_stripe(sandbox: StripeSandbox) -> tuple[int, int]:
    """Return what was charged and refunded at Stripe, in cents."""
    charges = sandbox.charges()
    return sum(each["amount"] for each in charges), sum(each["amount_refunded"] for each in charges)


def _in_the_ledger() -> tuple[int, int]:
    """Return what our rows of card payments and of payments on invoices add up to, in cents."""
    payments = Payment.objects.aggregate(paid=Sum("amount_received"), refunded=Sum("amount_refunded"))
    rows = InvoicePayment.objects.filter(method="card").aggregate(paid=Sum("amount"), refunded=Sum("amount_refunded"))
    assert payments == rows
    return int(rows["paid"] * CENTS), int(rows["refunded"] * CENTS)


def test_charges_and_ledger_agree_after_many_changes(
    customer: User, customer_client: APIClient, admin_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    quote = priced_quote("1275.00", user=customer)
    accept(customer_client, quote)
    [first] = invoices_of(admin_client, quote)
    declined = open_form(customer_client, first)
    with pytest.raises(DomainError):
        cards.pay(declined, "pm_card_chargeDeclined")
    stripe_sandbox.deliver()
    # After closing the tab, the link in the email opens the same payment.
    assert open_form(customer_client, first) == declined
    pay(stripe_sandbox, customer_client, first)  # $318.75
    # The price changes while another form is open, which closes the form.
    stale = open_form(customer_client, first, "all")
    reprice(admin_client, quote, "1500.00")
    run_payments_queue()
    assert stripe_sandbox.get(stale.split("_secret")[0])["status"] == "canceled"
    accept(customer_client, quote, "1500.00")
    second = invoices_of(admin_client, quote)[0]
    pay(stripe_sandbox, customer_client, second)  # $56.25, the rest of the deposit
    # A partial payment by check, then a price below what was paid.
    url = f"/api/invoices/{second['id']}/record-payment"
    admin_client.post(url, {"method": "check", "amount": "100.00"}, format="json")
    reprice(admin_client, quote, "400.00")
    accept(customer_client, quote, "400.00")
    third = invoices_of(admin_client, quote)[0]
    assert (third["amountPaid"], third["overpaid"], third["status"]) == ("475.00", "75.00", "paid")
    # $75.00 is refunded to the cards, newest payment first.
    _refund_what_is_owed()
    stripe_sandbox.deliver()
    assert invoices_of(admin_client, quote)[0]["overpaid"] == "0.00"
    # A higher price again, and everything is paid.
    reprice(admin_client, quote, "900.01")
    accept(customer_client, quote, "900.01")
    last = invoices_of(admin_client, quote)[0]
    assert (last["amountPaid"], last["amountDue"]) == ("400.00", "500.01")
    admin_client.post("/api/jobs", {"quoteId": str(quote.id), "kind": "installation"}, format="json")
    _complete(admin_client, quote)
    pay(stripe_sandbox, customer_client, last, "all")
    last = invoices_of(admin_client, quote)[0]
    assert (last["status"], last["amountPaid"], last["amountDue"], last["overpaid"]) == (
        "paid", "900.01", "0.00", "0.00",
    )  # fmt: skip
    assert _at_stripe(stripe_sandbox) == _in_the_ledger() == (31875 + 5625 + 50001, 7500)
    sums = Invoice.objects.aggregate(paid=Sum("amount_paid"), refunded=Sum("amount_refunded"))
    assert sums["paid"] - sums["refunded"] == Decimal("900.01"), "each payment counts on one invoice"
    assert customer_client.get(f"/api/invoices/{last['id']}/pdf").content.startswith(b"%PDF")


def _refund_what_is_owed() -> None:
    for row in InvoicePayment.objects.filter(amount_owed__gt=0).select_related("payment"):
        assert row.payment is not None
        cards.refund(row.payment.stripe_payment_intent_id, row.amount_owed)


def _complete(admin: APIClient, quote: Any) -> None:
    admin.patch(f"/api/jobs/{quote.jobs.get().id}", {"status": "completed"}, format="json")

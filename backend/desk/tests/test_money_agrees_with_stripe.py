"""The page "Money" agrees with Stripe to the cent: by month, by payout and in the accountant's file."""

import csv
import io
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from invoices.tests.factories import make_invoice
from payments.client import client
from payments.hooks import PaymentPart
from payments.reconciliation import reconcile
from testing import cards
from testing.cards import open_intent
from testing.payments import StripeSandbox

pytestmark = pytest.mark.django_db(transaction=True)


def _pay(customer: User, amount: str) -> str:
    invoice = make_invoice(user=customer, amount=amount)
    intent = open_intent(purpose="invoice", reference=invoice.id, viewer=customer, part=PaymentPart.ALL)
    cards.pay(intent.client_secret)
    return intent.payment.stripe_payment_intent_id


def _at_stripe(sandbox: StripeSandbox) -> Decimal:
    """Return the net of everything on the balance at Stripe other than payouts."""
    moves = [each for each in sandbox.objects("balance_transaction") if not each["type"].startswith("payout")]
    return sum((Decimal(each["net"]) for each in moves), Decimal(0)) / 100


def test_money_page_agrees_with_stripe(admin_client: APIClient, customer: User, stripe_sandbox: StripeSandbox) -> None:
    first, second = _pay(customer, "321.13"), _pay(customer, "742.00")
    elsewhere = client().v1.payment_intents.create({"amount": 5000, "currency": "usd"})
    cards.pay(elsewhere.client_secret or "")
    stripe_sandbox.refund(first, amount=12000)
    stripe_sandbox.dispute(second, reason="product_not_received")
    stripe_sandbox.deliver()
    stripe_sandbox.advance_payout(stripe_sandbox.pay_out()["id"])
    stripe_sandbox.deliver()
    reconcile()

    month: dict[str, Any] = admin_client.get("/api/desk/money").json()["months"][-1]
    assert Decimal(month["net"]) == _at_stripe(stripe_sandbox)
    assert month["card"] == {"amount": "1113.13", "count": 3}
    assert month["refunds"] == {"amount": "-120.00", "count": 1}
    assert month["disputes"] == {"amount": "-742.00", "count": 1}

    [payout] = admin_client.get("/api/desk/payouts").json()
    entries = admin_client.get(f"/api/desk/payouts/{payout['id']}/entries").json()
    assert sum(Decimal(entry["net"]) for entry in entries) == Decimal(payout["amount"])
    assert [entry["net"] for entry in entries if entry["unknown"]] == ["48.25"]
    assert {entry["customer"] for entry in entries if not entry["unknown"]} == {"Eleanor Hayes"}

    today = timezone.localdate()
    response: Any = admin_client.get(f"/api/desk/money/export.csv?from={today.replace(day=1)}&to={today}")
    lines = csv.DictReader(io.StringIO(b"".join(response).decode()[1:]))
    assert sum(Decimal(line["net"]) for line in lines) == Decimal(month["net"])

    [dispute] = admin_client.get("/api/desk/disputes").json()["open"]
    assert (dispute["amount"], dispute["reason"]) == ("742.00", "Service not received")

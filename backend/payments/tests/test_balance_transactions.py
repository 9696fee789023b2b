"""Balance transactions (charges with their fees, refunds, disputes) are copied once, even if events are lost."""

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from payments.client import client
from payments.ledger import sync_payment
from payments.models import BalanceTransaction, Payment, ReconciliationCheckpoint, Refund
from payments.reconciliation import reconcile
from payments.refunds import request_refund, send_refund
from testing import cards
from testing.cards import open_intent
from testing.helpers import in_threads
from testing.payments import StripeSandbox, deliver

pytestmark = pytest.mark.django_db(transaction=True)

CHARGE = ("charge", "599.00", "17.67", "581.33")  # 2.9% and 30 cents


@pytest.fixture
def intent(stripe_sandbox: StripeSandbox, customer: User) -> str:
    """The ID of a paid intent for the published amount, whose events have not been delivered."""
    made = open_intent(purpose="checkout", reference=None, viewer=customer)
    cards.pay(made.client_secret)
    return made.payment.stripe_payment_intent_id


def _rows(**wanted: Any) -> list[tuple[str, ...]]:
    rows = BalanceTransaction.objects.filter(**wanted).order_by("occurred_at", "created_at", "stripe_id")
    return sorted((row.kind, str(row.amount), str(row.fee), str(row.net)) for row in rows)


def _pay_elsewhere() -> str:
    """Make a payment as in Stripe's dashboard or on another site; return its intent's ID."""
    made = client().v1.payment_intents.create({"amount": 5000, "currency": "usd"})
    cards.pay(made.client_secret or "")
    return made.id


def test_charge_is_stored_with_stripes_fee(stripe_sandbox: StripeSandbox, intent: str) -> None:
    stripe_sandbox.deliver()
    row = BalanceTransaction.objects.get()
    assert _rows() == [CHARGE]
    assert (row.payment, row.stripe_payment_intent_id, row.refund) == (Payment.objects.get(), intent, None)
    assert row.source_id == stripe_sandbox.charges()[0]["id"]
    assert row.available_at > row.occurred_at


def test_late_transaction_of_charge_is_copied(stripe_sandbox: StripeSandbox, intent: str, customer: User) -> None:
    stripe_sandbox.deliver()
    stripe_sandbox.hold_bookings()
    second = open_intent(purpose="checkout", reference=None, viewer=customer)
    cards.pay(second.client_secret)
    stripe_sandbox.deliver()
    assert _rows() == [CHARGE]
    stripe_sandbox.hold_bookings(False)
    stripe_sandbox.deliver()
    reconcile()
    assert _rows() == [CHARGE, CHARGE]
    assert {row.payment for row in BalanceTransaction.objects.all()} == {*Payment.objects.all()}


def test_refund_transaction_is_linked_to_requested_refund(
    stripe_sandbox: StripeSandbox, intent: str, admin: User
) -> None:
    stripe_sandbox.deliver()
    asked = request_refund(payment_id=Payment.objects.get().id, by=admin, reason="Rain", amount=Decimal("100.00"))
    send_refund(asked.id)
    stripe_sandbox.refund(intent, amount=900)  # in the dashboard
    stripe_sandbox.deliver()
    assert _rows(refund=asked) == [("refund", "-100.00", "0.00", "-100.00")]
    assert _rows(kind="refund", refund=None) == [("refund", "-9.00", "0.00", "-9.00")]
    stripe_sandbox.fail_refund(Refund.objects.get().stripe_refund_id)
    stripe_sandbox.deliver()
    assert _rows(refund=asked, kind="refund_failure") == [("refund_failure", "100.00", "0.00", "100.00")]
    assert _rows(payment=None) == []


def test_all_refunds_of_a_payment_are_read_at_once(stripe_sandbox: StripeSandbox, intent: str, admin: User) -> None:
    stripe_sandbox.deliver()
    asked = request_refund(payment_id=Payment.objects.get().id, by=admin, reason="Rain", amount=Decimal("100.00"))
    send_refund(asked.id)
    stripe_sandbox.fail_refund(Refund.objects.get().stripe_refund_id)
    for _ in range(11):  # in the dashboard
        stripe_sandbox.refund(intent, amount=900)
    stripe_sandbox.capture_webhooks()
    sync_payment(intent)
    asked.refresh_from_db()
    assert (asked.status, len(_rows(kind="refund")), len(_rows(kind="refund_failure"))) == ("failed", 12, 1)


def test_won_dispute_is_stored_with_its_reversal(stripe_sandbox: StripeSandbox, intent: str) -> None:
    dispute = stripe_sandbox.dispute(intent, reason="product_not_received")["id"]
    stripe_sandbox.deliver()
    payment = Payment.objects.get()
    assert _rows(payment=payment, kind="dispute") == [("dispute", "-599.00", "15.00", "-614.00")]
    assert (payment.dispute_reason, payment.dispute_status) == ("product_not_received", "needs_response")
    stripe_sandbox.respond_to_dispute(dispute)
    stripe_sandbox.close_dispute(dispute, won=True)
    stripe_sandbox.deliver()
    payment.refresh_from_db()
    assert _rows(payment=payment, kind="dispute_reversal") == [("dispute_reversal", "599.00", "0.00", "599.00")]
    assert (payment.disputed, payment.dispute_status) == (False, "won")


def test_reconciliation_copies_everything_without_events(
    stripe_sandbox: StripeSandbox, intent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stripe_sandbox.refund(intent, amount=900)
    stripe_sandbox.dispute(intent)
    stripe_sandbox.adjust(-200, "Fee for Radar", fee=True)
    stripe_sandbox.adjust(150, "A correction")
    stripe_sandbox.capture_webhooks()
    monkeypatch.setattr("payments.events.HANDLERS", {})  # so that the list of events is no help either
    reconcile()
    others = [("fee", "-2.00", "0.00", "-2.00"), ("other", "1.50", "0.00", "1.50")]
    disputed = ("dispute", "-590.00", "15.00", "-605.00")
    assert _rows() == sorted([CHARGE, ("refund", "-9.00", "0.00", "-9.00"), disputed, *others])
    assert {row.kind for row in BalanceTransaction.objects.filter(payment=None)} == {"fee", "other"}
    until = ReconciliationCheckpoint.objects.get().balance_until
    assert until is not None
    reconcile()
    assert BalanceTransaction.objects.count() == 5
    assert ReconciliationCheckpoint.objects.filter(balance_until__gt=until).exists(), "the next run starts later"


def test_transaction_listed_late_is_copied(stripe_sandbox: StripeSandbox, intent: str) -> None:
    reconcile()
    stripe_sandbox.adjust(150, "A correction")
    looked = timezone.now() + dt.timedelta(minutes=50)  # the transaction was not listed yet
    ReconciliationCheckpoint.objects.update(balance_until=looked)
    reconcile()
    assert [row.description for row in BalanceTransaction.objects.filter(kind="other")] == ["A correction"]


def test_concurrent_events_copy_each_transaction_once(stripe_sandbox: StripeSandbox, intent: str) -> None:
    stripe_sandbox.refund(intent, amount=900)
    dispute = stripe_sandbox.dispute(intent)["id"]
    stripe_sandbox.close_dispute(dispute, won=False)
    webhooks = stripe_sandbox.capture_webhooks()

    def work(number: int) -> None:
        if number == 3:
            reconcile()
        for body, signature in reversed(webhooks) if number % 2 else webhooks:
            deliver(body, signature)

    in_threads(4, work)
    assert _rows() == sorted([CHARGE, ("refund", "-9.00", "0.00", "-9.00"), ("dispute", "-590.00", "15.00", "-605.00")])
    assert not BalanceTransaction.objects.filter(payment=None).exists()


def test_transaction_of_unknown_payment_is_stored(stripe_sandbox: StripeSandbox) -> None:
    elsewhere = _pay_elsewhere()
    stripe_sandbox.deliver()
    assert _rows() == []
    reconcile()
    row = BalanceTransaction.objects.get()
    assert (row.payment, row.stripe_payment_intent_id, str(row.amount)) == (None, elsewhere, "50.00")
    assert Payment.objects.count() == 0


def test_transaction_stored_before_its_payment_is_linked(stripe_sandbox: StripeSandbox, intent: str) -> None:
    payment = Payment.objects.get()
    Payment.objects.update(stripe_payment_intent_id="")  # the process that opened it was killed before storing the ID
    reconcile()
    row = BalanceTransaction.objects.get()
    assert row.payment in (None, payment)
    sync_payment(intent)
    row.refresh_from_db()
    assert row.payment == payment

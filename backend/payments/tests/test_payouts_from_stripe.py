"""Payouts are copied with their transactions and latest state; the office is emailed about one the bank returned."""

import random
from pathlib import Path

import pytest

from accounts.models import User
from common.days import in_words
from payments.client import PaymentsUnavailable, client
from payments.models import BalanceTransaction, Payout, ReconciliationCheckpoint
from payments.payouts import sync_payout
from payments.reconciliation import reconcile
from payments.tests.factories import make_payment
from testing import cards
from testing.cards import open_intent
from testing.helpers import delivered_to_office, in_threads, text_of
from testing.payments import StripeSandbox, deliver, send_event

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def paid(stripe_sandbox: StripeSandbox, customer: User) -> str:
    """The ID of a paid intent for $599.00, which adds $581.33 to the balance."""
    intent = open_intent(purpose="checkout", reference=None, viewer=customer)
    cards.pay(intent.client_secret)
    return intent.payment.stripe_payment_intent_id


def _state() -> list[tuple[str, str, bool, int]]:
    return [
        (str(payout.amount), payout.status, payout.complete, payout.transactions.count())
        for payout in Payout.objects.order_by("created_at_stripe", "created_at")
    ]


def test_payout_follows_stripe_from_scheduled_to_paid(stripe_sandbox: StripeSandbox, paid: str) -> None:
    make_payment()  # without an intent
    made = stripe_sandbox.pay_out()
    stripe_sandbox.deliver()
    assert _state() == [("581.33", "pending", False, 0)]
    stripe_sandbox.advance_payout(made["id"])
    stripe_sandbox.deliver()
    assert _state() == [("581.33", "in_transit", True, 1)]
    stripe_sandbox.advance_payout(made["id"])
    stripe_sandbox.deliver()
    assert _state() == [("581.33", "paid", True, 1)]
    payout = Payout.objects.get()
    assert (payout.arrives_on - payout.created_at_stripe.date()).days == 2  # the day that Stripe expects
    reconcile()
    own = BalanceTransaction.objects.get(kind="payout")
    assert (own.payout, own.payment, own.source_id, str(own.net)) == (None, None, payout.stripe_id, "-581.33")


def test_payout_with_unknown_payment_is_complete(stripe_sandbox: StripeSandbox, paid: str) -> None:
    elsewhere = client().v1.payment_intents.create({"amount": 5000, "currency": "usd"})
    cards.pay(elsewhere.client_secret or "")
    stripe_sandbox.advance_payout(stripe_sandbox.pay_out()["id"])
    stripe_sandbox.deliver()
    assert _state() == [("629.58", "in_transit", True, 2)]
    assert [str(row.net) for row in BalanceTransaction.objects.filter(payment=None)] == ["48.25"]


def test_office_is_emailed_once_about_returned_payout(stripe_sandbox: StripeSandbox, paid: str, tmp_path: Path) -> None:
    first = stripe_sandbox.pay_out()["id"]
    stripe_sandbox.advance_payout(first)
    stripe_sandbox.fail_payout(first)
    for body, signature in stripe_sandbox.capture_webhooks() * 2:
        deliver(body, signature)
    payout = Payout.objects.get()
    sync_payout(first)
    assert Payout.objects.get().failed_at == payout.failed_at, "its row in Due now is due from then on"
    reconcile()
    [mail] = delivered_to_office(tmp_path)
    assert mail["Subject"] == "Payout returned: $581.33"
    text = text_of(mail)
    assert "The bank says: The bank account has been closed." in text
    assert f"Expected in the bank: {in_words(payout.arrives_on)}\n" in text
    assert first in text
    second = stripe_sandbox.pay_out()["id"]
    stripe_sandbox.advance_payout(second)
    stripe_sandbox.deliver()
    assert _state() == [("581.33", "failed", True, 1), ("581.33", "in_transit", True, 1)]
    assert [row.kind for row in Payout.objects.get(stripe_id=second).transactions.all()] == ["payout_reversal"]
    assert len(delivered_to_office(tmp_path)) == 1
    stripe_sandbox.fail_payout(second)
    stripe_sandbox.deliver()
    assert [mail["Subject"] for mail in delivered_to_office(tmp_path)] == ["Payout returned: $581.33"] * 2


def test_canceled_payout_is_copied(stripe_sandbox: StripeSandbox, paid: str) -> None:
    payout = stripe_sandbox.pay_out()["id"]
    stripe_sandbox.deliver()
    with stripe_sandbox.store.transaction():
        stripe_sandbox.store.save({**stripe_sandbox.store.require(payout), "status": "canceled"})
    assert send_event("payout.canceled", stripe_sandbox.store.require(payout)) == 200
    assert Payout.objects.get().status == "canceled"


@pytest.mark.parametrize("seed", range(3))
def test_latest_state_wins_in_any_order(stripe_sandbox: StripeSandbox, paid: str, seed: int) -> None:
    payout = stripe_sandbox.pay_out()["id"]
    for _ in range(2):
        stripe_sandbox.advance_payout(payout)
    stripe_sandbox.fail_payout(payout)
    webhooks = stripe_sandbox.capture_webhooks()

    def work(number: int) -> None:
        mixed = random.Random(seed * 10 + number).sample(webhooks, len(webhooks))
        for body, signature in mixed:
            deliver(body, signature)

    in_threads(3, work)
    assert _state() == [("581.33", "failed", True, 1)]


def test_reconciliation_finds_payout_without_events(
    stripe_sandbox: StripeSandbox, paid: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("payments.events.HANDLERS", {})
    payout = stripe_sandbox.pay_out()["id"]
    stripe_sandbox.faults.add("503", path="payouts/", count=None)
    with pytest.raises(PaymentsUnavailable):
        reconcile()
    assert ReconciliationCheckpoint.objects.get().balance_until is None, "the next run reads the same list again"
    stripe_sandbox.faults.clear()
    reconcile()
    assert _state() == [("581.33", "pending", False, 0)]
    for step in ("in_transit", "paid"):
        stripe_sandbox.advance_payout(payout)
        reconcile()
        assert _state() == [("581.33", step, True, 1)]
    stripe_sandbox.fail_payout(payout)
    reconcile()
    assert _state() == [("581.33", "failed", True, 1)]
    by_hand = stripe_sandbox.pay_out(amount=1000)
    reconcile()
    assert _state()[1:] == [("10.00", "pending", False, 0)]
    assert not Payout.objects.get(stripe_id=by_hand["id"]).automatic


def test_list_that_becomes_final_after_the_payout_arrived_is_copied(stripe_sandbox: StripeSandbox, paid: str) -> None:
    payout = stripe_sandbox.pay_out()["id"]
    for _ in range(2):
        stripe_sandbox.advance_payout(payout)
    for status, expected in (("in_progress", (False, 0)), ("completed", (True, 1))):
        with stripe_sandbox.store.transaction():
            at_stripe = stripe_sandbox.store.require(payout)
            stripe_sandbox.store.save({**at_stripe, "reconciliation_status": status})
        reconcile()
        assert _state() == [("581.33", "paid", *expected)]


def test_process_killed_while_copying_leaves_nothing_half_done(
    stripe_sandbox: StripeSandbox, paid: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    payout = stripe_sandbox.pay_out()["id"]
    stripe_sandbox.advance_payout(payout)
    stripe_sandbox.capture_webhooks()

    def die(*_: object) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr("payments.payouts.store_entries", die)
        with pytest.raises(SystemExit):
            sync_payout(payout)
    assert _state() == []
    reconcile()
    assert _state() == [("581.33", "in_transit", True, 1)]


def test_unknown_payout_is_ignored(stripe_sandbox: StripeSandbox) -> None:
    assert not sync_payout("po_unknown")
    assert _state() == []

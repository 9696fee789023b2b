"""A payment ends in its state at Stripe, in whatever order and however often its events arrive."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from common.errors import DomainError
from payments import ledger
from payments.client import client
from payments.intents import Intent
from payments.ledger import sync_payment
from payments.models import Payment, StripeEvent, StripeObjectVersion
from testing import cards
from testing.cards import open_intent
from testing.payments import CHECKOUT_DOLLARS, StripeSandbox, deliver

Step = Callable[[StripeSandbox, Intent], Any]


def _declined(stripe_sandbox: StripeSandbox, intent: Intent) -> None:
    with pytest.raises(DomainError):
        cards.pay(intent.client_secret, cards.DECLINED)


def _paid(stripe_sandbox: StripeSandbox, intent: Intent) -> None:
    cards.pay(intent.client_secret)


def _processing(stripe_sandbox: StripeSandbox, intent: Intent) -> None:
    stripe_sandbox.process_next()
    cards.pay(intent.client_secret)


def _processed(stripe_sandbox: StripeSandbox, intent: Intent) -> None:
    stripe_sandbox.finish_processing(intent.payment.stripe_payment_intent_id)


def _canceled(stripe_sandbox: StripeSandbox, intent: Intent) -> None:
    client().v1.payment_intents.cancel(intent.payment.stripe_payment_intent_id)


def _refunded(stripe_sandbox: StripeSandbox, intent: Intent) -> None:
    stripe_sandbox.refund(intent.payment.stripe_payment_intent_id, amount=9900)


def _disputed(stripe_sandbox: StripeSandbox, intent: Intent) -> None:
    stripe_sandbox.dispute(intent.payment.stripe_payment_intent_id)


LIVES: dict[str, tuple[list[Step], tuple[Any, ...]]] = {
    "declined, then paid": ([_declined, _paid], ("succeeded", CHECKOUT_DOLLARS, "0.00", False, "")),
    "paid and refunded": ([_paid, _refunded], ("succeeded", CHECKOUT_DOLLARS, "99.00", False, "")),
    "paid, refunded, disputed": ([_paid, _refunded, _disputed], ("succeeded", CHECKOUT_DOLLARS, "99.00", True, "")),
    "processing, then paid": ([_processing, _processed], ("succeeded", CHECKOUT_DOLLARS, "0.00", False, "")),
    "declined and given up": ([_declined, _canceled], ("canceled", "0.00", "0.00", False, "")),
}


def _state() -> tuple[Any, ...]:
    payment = Payment.objects.get()
    return (
        payment.status, str(payment.amount_received), str(payment.amount_refunded), payment.disputed,
        payment.failure_message,
    )  # fmt: skip


def _forget(payment: Payment) -> None:
    """Reset the payment and its events, as if none had arrived."""
    StripeEvent.objects.all().delete()
    StripeObjectVersion.objects.all().delete()
    Payment.objects.filter(id=payment.id).update(
        status="open", amount_received=0, amount_refunded=0, disputed=False, failure_message="", succeeded_at=None
    )


@pytest.mark.parametrize("life", LIVES)
def test_events_in_any_order_lead_to_same_state(customer: User, stripe_sandbox: StripeSandbox, life: str) -> None:
    steps, end = LIVES[life]
    intent = open_intent(purpose="checkout", reference=None, viewer=customer)
    for step in steps:
        step(stripe_sandbox, intent)
    events = _ours(stripe_sandbox.capture_webhooks())
    for order in (events[::-1], random.Random(life).sample(events, len(events))):
        _forget(intent.payment)
        for body, signature in (*order, order[0]):
            assert deliver(body, signature) == 200
        assert _state() == end


@pytest.mark.parametrize("life", LIVES)
@pytest.mark.parametrize("seed", range(2))
def test_late_events_lead_to_same_state(customer: User, stripe_sandbox: StripeSandbox, life: str, seed: int) -> None:
    """Some events arrive between the steps and others after the last one, in any order, and some twice."""
    chance = random.Random(seed)
    steps, end = LIVES[life]
    intent = open_intent(purpose="checkout", reference=None, viewer=customer)
    StripeObjectVersion.objects.create(stripe_id="another", version=1)
    waiting: list[tuple[bytes, str]] = []
    for step in steps:
        step(stripe_sandbox, intent)
        waiting += _ours(stripe_sandbox.capture_webhooks())
        chance.shuffle(waiting)
        for body, signature in waiting[: chance.randrange(len(waiting) + 1)]:
            assert deliver(body, signature) == 200
    for body, signature in waiting:
        assert deliver(body, signature) == 200
    assert _state() == end


def _stored(sandbox: StripeSandbox, customer: User) -> Intent:
    """Open a payment, pay it, and let Stripe report it."""
    intent = open_intent(purpose="checkout", reference=None, viewer=customer)
    _paid(sandbox, intent)
    sandbox.deliver()
    return intent


def test_state_fetched_earlier_does_not_overwrite_newer_one(
    customer: User, stripe_sandbox: StripeSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process stores a refund between this one's fetch and its write."""
    intent, fetch = _stored(stripe_sandbox, customer), ledger._fetch

    def overtaken(id: str) -> Any:
        fetched = fetch(id)
        monkeypatch.setattr(ledger, "_fetch", fetch)
        _refunded(stripe_sandbox, intent)
        sync_payment(intent.payment.stripe_payment_intent_id)
        assert _state() == ("succeeded", CHECKOUT_DOLLARS, "99.00", False, "")
        return fetched

    monkeypatch.setattr(ledger, "_fetch", overtaken)
    sync_payment(intent.payment.stripe_payment_intent_id)
    assert _state() == ("succeeded", CHECKOUT_DOLLARS, "99.00", False, "")


def test_newer_state_replaces_older_one_that_was_stored_in_the_meantime(
    customer: User, stripe_sandbox: StripeSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process fetches before a refund, and stores that between this one's fetch and its write."""
    intent, fetch = _stored(stripe_sandbox, customer), ledger._fetch

    def overtaken(id: str) -> Any:
        before = fetch(id)
        _refunded(stripe_sandbox, intent)
        after = fetch(id)
        monkeypatch.setattr(ledger, "_fetch", lambda id: before)
        sync_payment(intent.payment.stripe_payment_intent_id)
        assert _state() == ("succeeded", CHECKOUT_DOLLARS, "0.00", False, "")
        monkeypatch.setattr(ledger, "_fetch", fetch)
        return after

    monkeypatch.setattr(ledger, "_fetch", overtaken)
    sync_payment(intent.payment.stripe_payment_intent_id)
    assert _state() == ("succeeded", CHECKOUT_DOLLARS, "99.00", False, "")


def _ours(events: list[tuple[bytes, str]]) -> list[tuple[bytes, str]]:
    """Return the events that have a handler."""
    kinds = (b"payment_intent.created", b"charge.succeeded", b"charge.failed", b"charge.updated", b"funds_withdrawn")
    return [event for event in events if not any(b'"type": "' + kind in event[0] for kind in kinds)]

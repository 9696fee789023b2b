"""Events of a subscription in any order, and repeated, lead to its state at Stripe."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from common.errors import DomainError
from payments.client import client
from payments.models import Payment, StripeEvent, StripeObjectVersion
from payments.reconciliation import reconcile
from storage.models import StorageSubscription
from storage.subscribing import Subscribed, begin_subscription, finish_subscription
from storage.tests.factories import make_address
from testing import cards
from testing.payments import StripeSandbox, deliver

Step = Callable[[StripeSandbox, Subscribed], Any]


def _declined(stripe_sandbox: StripeSandbox, begun: Subscribed) -> None:
    with pytest.raises(DomainError):
        cards.pay(begun.client_secret or "", cards.DECLINED)


def _paid(stripe_sandbox: StripeSandbox, begun: Subscribed) -> None:
    cards.pay(begun.client_secret or "")


def _renewed(stripe_sandbox: StripeSandbox, begun: Subscribed) -> None:
    stripe_sandbox.renew(begun.subscription.stripe_subscription_id)


def _renewal_declined(stripe_sandbox: StripeSandbox, begun: Subscribed) -> None:
    stripe_sandbox.renew(begun.subscription.stripe_subscription_id, success=False)


def _canceled(stripe_sandbox: StripeSandbox, begun: Subscribed) -> None:
    client().v1.subscriptions.update(begun.subscription.stripe_subscription_id, {"cancel_at_period_end": True})


def _ended(stripe_sandbox: StripeSandbox, begun: Subscribed) -> None:
    client().v1.subscriptions.cancel(begun.subscription.stripe_subscription_id)


def _expired(stripe_sandbox: StripeSandbox, begun: Subscribed) -> None:
    stripe_sandbox.expire(begun.subscription.stripe_subscription_id)


# Steps, and the resulting status, active, status of the address, and number of payments
LIVES: dict[str, tuple[list[Step], tuple[Any, ...]]] = {
    "paid": ([_declined, _paid], ("active", True, "subscribed", 1)),
    "renewed": ([_paid, _renewed], ("active", True, "subscribed", 2)),
    "renewal refused": ([_paid, _renewal_declined], ("past_due", True, "subscribed", 1)),
    "canceling": ([_paid, _canceled], ("canceling", True, "subscribed", 1)),
    "ended": ([_paid, _canceled, _ended], ("canceled", False, "active", 1)),
    "ended by the renewal": ([_paid, _canceled, _renewed], ("canceled", False, "active", 1)),
    "expired": ([_declined, _expired], ("canceled", False, "active", 0)),
}


def _state() -> tuple[Any, ...]:
    row = StorageSubscription.objects.get()
    payments = Payment.objects.filter(purpose="storage", status="succeeded")
    return (row.status, row.active, row.addresses.get().status, payments.count())


def _reset(begun: Subscribed) -> None:
    """Reset our rows to before the first event."""
    StripeEvent.objects.all().delete()
    StripeObjectVersion.objects.all().delete()
    Payment.objects.all().delete()
    StorageSubscription.objects.update(status="incomplete", started_at=None, ends_at=None)


def _begin(customer: User) -> Subscribed:
    home = make_address(customer)
    row = begin_subscription(user=customer, plan="consumer", address_id=home.id)
    return finish_subscription(user=customer, subscription_id=row.id, plan="consumer", address_id=home.id)


@pytest.mark.parametrize("life", LIVES)
def test_events_in_any_order_lead_to_the_state_at_stripe(
    customer: User, stripe_sandbox: StripeSandbox, life: str
) -> None:
    steps, end = LIVES[life]
    begun = _begin(customer)
    for step in steps:
        step(stripe_sandbox, begun)
    events = stripe_sandbox.capture_webhooks()
    shuffled = random.Random(life).sample(events, len(events))
    orders = {"": shuffled, begun.subscription.stripe_subscription_id: events[::-1]}  # newest first
    for known_id, order in orders.items():
        _reset(begun)
        StorageSubscription.objects.update(stripe_subscription_id=known_id)
        for body, signature in (*order, *order[:3]):
            assert deliver(body, signature) == 200
        assert _state() == end


@pytest.mark.parametrize("life", LIVES)
def test_any_single_event_is_enough_for_the_state(customer: User, stripe_sandbox: StripeSandbox, life: str) -> None:
    steps, end = LIVES[life]
    begun = _begin(customer)
    for step in steps:
        step(stripe_sandbox, begun)
    for body, signature in stripe_sandbox.capture_webhooks():
        if b'"type": "customer.subscription.' in body or b'"type": "invoice.paid' in body:
            _reset(begun)
            assert deliver(body, signature) == 200
            assert _state()[:3] == end[:3]


@pytest.mark.parametrize("life", LIVES)
def test_events_sent_while_the_webhook_was_down_are_processed_later(
    customer: User, stripe_sandbox: StripeSandbox, life: str
) -> None:
    steps, end = LIVES[life]
    stripe_sandbox.set_webhooks(drop_share=1.0)
    begun = _begin(customer)
    for step in steps:
        step(stripe_sandbox, begun)
    assert stripe_sandbox.deliver() == []
    for _ in range(2):
        reconcile()
        assert _state() == end

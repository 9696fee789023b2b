"""Subscriptions at Stripe: every change is asked for here, and what Stripe says afterwards is taken over.

Who keeps rows of them hears of it through ``payments.hooks``; nothing here changes such a row by itself.
"""

import datetime as dt
from uuid import UUID

import stripe

from accounts.models import User
from catalog.catalog import STORAGE_PLAN_BY_ID
from payments import hooks
from payments.client import Refused, asks_stripe, client, repeatable, write_once
from payments.customers import with_customer
from payments.ledger import Owner, as_uuid, from_cents, instant, note, sync_payment
from payments.models import Payment
from payments.present import take_over
from payments.prices import price_of
from payments.states import Card, Preview, PreviewLine, SubscriptionState, SubscriptionStatus

_EXPAND = ["latest_invoice.confirmation_secret", "latest_invoice.payments", "default_payment_method"]
_ENDED = {"canceled", "incomplete_expired"}
_UNPAID = {"past_due", "unpaid", "paused"}


@asks_stripe
def start(*, user: User, plan: str, purpose: str, reference: UUID, attempt: int) -> SubscriptionState:
    """A new subscription that waits for its first payment; for the same reference and attempt always the same one.

    Raises PaymentsUnavailable; the next call then goes on with the same subscription.
    """
    price = price_of(STORAGE_PLAN_BY_ID[plan])
    metadata = {"purpose": purpose, "reference": str(reference), "attempt": str(attempt), "user": str(user.pk)}
    subscription = with_customer(user, lambda customer: _create(customer, price, metadata))
    # An answer to a repeated call is the one of the first: what has happened since is not in it.
    return fetch(subscription.id)


def _create(customer: str, price: str, metadata: dict[str, str]) -> stripe.Subscription:
    # The customer is part of the key: after a deleted one is replaced, it is another call.
    return write_once(
        f"subscription-{metadata['reference']}-{metadata['attempt']}-{customer}",
        lambda options: client().v1.subscriptions.create(
            {
                "customer": customer,
                "items": [{"price": price}],
                "payment_behavior": "default_incomplete",
                "payment_settings": {
                    "save_default_payment_method": "on_subscription",
                    "payment_method_types": ["card"],
                },
                "metadata": metadata,
            },
            options,
        ),
    )


def fetch(subscription_id: str) -> SubscriptionState:
    """The present state at Stripe. Raises Refused (missing) where there is none, PaymentsUnavailable."""
    return _state(_retrieve(subscription_id))


def sync_subscription(subscription_id: str, *, invoice_id: str | None = None) -> bool:
    """Take over the present state, and the payments of its latest invoice and of ``invoice_id``; whether the
    subscription is one of ours. Raises PaymentsUnavailable."""
    seen: list[stripe.Subscription] = []
    ours = []

    def look() -> stripe.Subscription:
        seen.append(_retrieve(subscription_id))
        return seen[-1]

    try:
        take_over(subscription_id, look, lambda found: ours.append(hooks.apply_subscription(_state(found))))
    except Refused as refusal:
        if refusal.missing:
            return False
        raise
    if ours and not ours[0]:
        return False
    _keep_payments(seen[-1], invoice_id)
    return True


def abandon(subscription_id: str) -> SubscriptionState:
    """Give up a subscription that was not paid for, and answer its state: ended, or live where the first payment was
    made a moment before. Raises Conflict while that payment is being processed."""
    subscription = _retrieve(subscription_id)
    if subscription.status == "incomplete":
        try:
            # First of all its bill: a void one can't be paid, and a paid one can't be voided. Whoever pays at this
            # moment is either too late, or keeps the subscription.
            _void(subscription)
        except Refused:
            subscription = _retrieve(subscription_id)
            if subscription.status == "incomplete":
                raise
            return _state(subscription)
        _cancel(subscription_id)
        subscription = _retrieve(subscription_id)
    return _state(subscription)


def change_plan(subscription_id: str, plan: str) -> None:
    """Go over to another plan now; the difference for the rest of the month is on the next bill."""
    _change_price(subscription_id, price_of(STORAGE_PLAN_BY_ID[plan]))
    sync_subscription(subscription_id)


def cancel_at_period_end(subscription_id: str) -> None:
    """End with the paid period."""
    _end_with_period(subscription_id, True)
    sync_subscription(subscription_id)


def resume(subscription_id: str) -> None:
    """Take ``cancel_at_period_end`` back. Raises Conflict where it has ended."""
    _end_with_period(subscription_id, False)
    sync_subscription(subscription_id)


@asks_stripe
def preview_change(subscription_id: str, plan: str) -> Preview:
    """What the next bill would be after a change of plan at this moment; nothing is changed."""
    chosen = STORAGE_PLAN_BY_ID[plan]
    subscription = _retrieve(subscription_id)
    bill = client().v1.invoices.create_preview(
        {
            "subscription": subscription_id,
            "subscription_details": {
                "items": [{"id": subscription.items.data[0].id, "price": price_of(chosen)}],
                "proration_behavior": "create_prorations",
            },
        }
    )
    # Stripe sends a bill out an hour after the month is over; the day is what counts.
    due_at = subscription.items.data[0].current_period_end
    return Preview(
        plan=plan,
        monthly_amount=chosen.monthly_price,
        next_payment_amount=from_cents(bill.amount_due),
        next_payment_date=instant(due_at) if due_at else None,
        lines=[PreviewLine(line.description or "", from_cents(line.amount)) for line in bill.lines.data],
    )


@asks_stripe
def _retrieve(subscription_id: str) -> stripe.Subscription:
    return client().v1.subscriptions.retrieve(subscription_id, {"expand": _EXPAND})


@asks_stripe
def _change_price(subscription_id: str, price: str) -> None:
    item = client().v1.subscriptions.retrieve(subscription_id).items.data[0]
    if item.price.id != price:
        client().v1.subscriptions.update(
            subscription_id,
            {"items": [{"id": item.id, "price": price}], "proration_behavior": "create_prorations"},
            repeatable(),
        )


@asks_stripe
def _end_with_period(subscription_id: str, end: bool) -> None:
    client().v1.subscriptions.update(subscription_id, {"cancel_at_period_end": end}, repeatable())


@asks_stripe
def _void(subscription: stripe.Subscription) -> None:
    invoice = subscription.latest_invoice
    if isinstance(invoice, stripe.Invoice) and invoice.status == "open":
        client().v1.invoices.void_invoice(invoice.id, {}, repeatable())


@asks_stripe
def _cancel(subscription_id: str) -> None:
    if client().v1.subscriptions.retrieve(subscription_id).status not in _ENDED:
        client().v1.subscriptions.cancel(subscription_id, {}, repeatable())


def _state(subscription: stripe.Subscription) -> SubscriptionState:
    item = subscription.items.data[0]
    period_end = instant(item.current_period_end) if item.current_period_end else None
    return SubscriptionState(
        id=subscription.id,
        reference=as_uuid(note(subscription, "reference")),
        attempt=int(note(subscription, "attempt") or 0),
        status=_status(subscription),
        plan=note(item.price, "plan"),
        monthly_amount=from_cents(item.price.unit_amount or 0),
        current_period_end=period_end,
        ends_at=_end(subscription, item.current_period_end),
        card=_card(subscription),
        client_secret=_secret(subscription),
    )


def _status(subscription: stripe.Subscription) -> SubscriptionStatus:
    if subscription.status in _ENDED:
        return SubscriptionStatus.CANCELED
    if subscription.status == "incomplete":
        return SubscriptionStatus.INCOMPLETE
    if subscription.status in _UNPAID:
        return SubscriptionStatus.PAST_DUE
    ending = subscription.cancel_at_period_end or subscription.cancel_at
    return SubscriptionStatus.CANCELING if ending else SubscriptionStatus.ACTIVE


def _end(subscription: stripe.Subscription, period_end: int | None) -> dt.datetime | None:
    ends = subscription.ended_at or subscription.cancel_at
    if not ends and subscription.cancel_at_period_end:
        ends = period_end
    return instant(ends) if ends else None


def _card(subscription: stripe.Subscription) -> Card | None:
    method = subscription.default_payment_method
    if not isinstance(method, stripe.PaymentMethod) or not method.card:
        return None
    return Card(method.card.brand, method.card.last4)


def _secret(subscription: stripe.Subscription) -> str | None:
    invoice = subscription.latest_invoice
    if subscription.status != "incomplete" or not isinstance(invoice, stripe.Invoice):
        return None
    return invoice.confirmation_secret.client_secret if invoice.confirmation_secret else None


def _keep_payments(subscription: stripe.Subscription, invoice_id: str | None) -> None:
    """A row for every payment that Stripe collected for the subscription's latest bill and the named one."""
    latest = subscription.latest_invoice
    bills = [latest] if isinstance(latest, stripe.Invoice) else []
    if invoice_id and invoice_id not in {bill.id for bill in bills}:
        bills.append(_invoice(invoice_id))
    for bill in bills:
        for intent_id in _intents(bill):
            if not Payment.objects.filter(stripe_payment_intent_id=intent_id).exists():
                sync_payment(intent_id, _owner(subscription))


@asks_stripe
def _invoice(invoice_id: str) -> stripe.Invoice:
    return client().v1.invoices.retrieve(invoice_id, {"expand": ["payments"]})


def _intents(bill: stripe.Invoice) -> list[str]:
    """The payment intents that paid the bill."""
    if bill.status != "paid" or not bill.payments:
        return []
    made = [made.payment.payment_intent for made in bill.payments.data if made.payment]
    return [intent if isinstance(intent, str) else intent.id for intent in made if intent]


def _owner(subscription: stripe.Subscription) -> Owner:
    customer = subscription.customer if isinstance(subscription.customer, str) else subscription.customer.id
    plan = note(subscription.items.data[0].price, "plan")
    return Owner(
        purpose=note(subscription, "purpose"),
        reference=as_uuid(note(subscription, "reference")),
        user=User.objects.filter(stripe_customer_id=customer).first(),
        description=f"{STORAGE_PLAN_BY_ID[plan].name} storage" if plan in STORAGE_PLAN_BY_ID else "Storage",
    )

"""Changes subscriptions at Stripe, and passes their current state to the app that stores them.

That app registers with ``payments.hooks``; nothing here changes its rows.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

import stripe

from accounts.models import User
from catalog.catalog import STORAGE_PLAN_BY_ID
from payments import hooks
from payments.client import Refused, client, repeatable, translate_stripe_errors, write_once
from payments.customers import with_customer
from payments.latest_state import apply_latest_state
from payments.ledger import Owner, sync_payment
from payments.models import Payment
from payments.prices import plan_of_product, price_of
from payments.states import Bill, BillOutcome, Card, Preview, PreviewLine, SubscriptionState, SubscriptionStatus
from payments.values import as_uuid, from_cents, id_of, instant, metadata_value


@dataclass(frozen=True)
class _Fetched:
    subscription: stripe.Subscription
    invoices: list[stripe.Invoice]


_EXPAND = ["latest_invoice.confirmation_secret", "latest_invoice.payments", "default_payment_method"]
_ENDED = {"canceled", "incomplete_expired"}
_UNPAID = {"past_due", "unpaid", "paused"}


@translate_stripe_errors
def start(*, user: User, plan: str, purpose: str, reference: UUID, attempt: int) -> SubscriptionState:
    """Create a subscription that waits for its first payment, only one for each reference and attempt.

    Raises PaymentsUnavailable, after which the next call continues with the same subscription.
    """
    price = price_of(STORAGE_PLAN_BY_ID[plan])
    metadata = {"purpose": purpose, "reference": str(reference), "attempt": str(attempt), "user": str(user.pk)}
    subscription = with_customer(user, lambda customer: _create(customer, price, metadata))
    # Stripe repeats its first response to a repeated call, so it may be out of date.
    return fetch(subscription.id)


def _create(customer: str, price: str, metadata: dict[str, str]) -> stripe.Subscription:
    # With a replacement customer it is another request, so the customer is part of the key.
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
    """Return the current state. Raises Refused if there is no such subscription, and PaymentsUnavailable."""
    return _state(_retrieve(subscription_id))


def sync_subscription(subscription_id: str, *, invoice_id: str | None = None) -> bool:
    """Pass the current state to the app that stores it, with the bills of the latest invoice and ``invoice_id``, and
    store the payments of both.

    Return whether the subscription is ours. Raises PaymentsUnavailable.
    """
    fetched: list[_Fetched] = []
    ours = []

    def fetch_latest() -> _Fetched:
        subscription = _retrieve(subscription_id)
        fetched.append(_Fetched(subscription, _invoices(subscription, invoice_id)))
        return fetched[-1]

    def apply(latest: _Fetched) -> None:
        ours.append(hooks.apply_subscription(_state(latest.subscription, latest.invoices)))

    if not apply_latest_state(subscription_id, fetch_latest, apply) or (ours and not ours[0]):
        return False
    _store_payments(fetched[-1])
    return True


def abandon(subscription_id: str) -> SubscriptionState:
    """Cancel a subscription whose first payment was not made. Return its state, which is live if that was just paid.

    Raises Conflict while the first payment is being processed.
    """
    subscription = _retrieve(subscription_id)
    if subscription.status == "incomplete":
        try:
            # The invoice comes first: a void one can't be paid, and a paid one can't be voided. So a customer who pays
            # at this moment is either too late or keeps the subscription.
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
    """Change the plan now; the next invoice includes the proration for the rest of the month."""
    _change_price(subscription_id, price_of(STORAGE_PLAN_BY_ID[plan]))
    sync_subscription(subscription_id)


def cancel_at_period_end(subscription_id: str) -> None:
    """Cancel the subscription at the end of the paid period."""
    _end_with_period(subscription_id, True)
    sync_subscription(subscription_id)


def resume(subscription_id: str) -> None:
    """Undo ``cancel_at_period_end``. Raises Conflict if the subscription has ended."""
    _end_with_period(subscription_id, False)
    sync_subscription(subscription_id)


@translate_stripe_errors
def preview_change(subscription_id: str, plan: str) -> Preview:
    """Return the next invoice as it would be after a plan change now, without changing anything."""
    chosen = STORAGE_PLAN_BY_ID[plan]
    subscription = _retrieve(subscription_id)
    invoice = client().v1.invoices.create_preview(
        {
            "subscription": subscription_id,
            "subscription_details": {
                "items": [{"id": subscription.items.data[0].id, "price": price_of(chosen)}],
                "proration_behavior": "create_prorations",
            },
        }
    )
    # Stripe charges an invoice an hour after the month ends, but only the date matters here.
    due_at = subscription.items.data[0].current_period_end
    return Preview(
        plan=plan,
        monthly_amount=chosen.monthly_price,
        next_payment_amount=from_cents(invoice.amount_due),
        next_payment_date=instant(due_at) if due_at else None,
        lines=[PreviewLine(line.description or "", from_cents(line.amount)) for line in invoice.lines.data],
    )


@translate_stripe_errors
def _retrieve(subscription_id: str) -> stripe.Subscription:
    return client().v1.subscriptions.retrieve(subscription_id, {"expand": _EXPAND})


@translate_stripe_errors
def _change_price(subscription_id: str, price: str) -> None:
    item = client().v1.subscriptions.retrieve(subscription_id).items.data[0]
    if item.price.id != price:
        client().v1.subscriptions.update(
            subscription_id,
            {"items": [{"id": item.id, "price": price}], "proration_behavior": "create_prorations"},
            repeatable(),
        )


@translate_stripe_errors
def _end_with_period(subscription_id: str, end: bool) -> None:
    client().v1.subscriptions.update(subscription_id, {"cancel_at_period_end": end}, repeatable())


@translate_stripe_errors
def _void(subscription: stripe.Subscription) -> None:
    invoice = subscription.latest_invoice
    if isinstance(invoice, stripe.Invoice) and invoice.status == "open":
        client().v1.invoices.void_invoice(invoice.id, {}, repeatable())


@translate_stripe_errors
def _cancel(subscription_id: str) -> None:
    if client().v1.subscriptions.retrieve(subscription_id).status not in _ENDED:
        client().v1.subscriptions.cancel(subscription_id, {}, repeatable())


@translate_stripe_errors
def receipt_url(invoice_id: str) -> str | None:
    """Return the URL of Stripe's page with the invoice and its receipt, None if it has none.

    The URL may expire after ten days (Stripe documentation, "Hosted Invoice Page"), so it is not stored. Raises
    PaymentsUnavailable.
    """
    return client().v1.invoices.retrieve(invoice_id).hosted_invoice_url


def _state(subscription: stripe.Subscription, invoices: Sequence[stripe.Invoice] = ()) -> SubscriptionState:
    item = subscription.items.data[0]
    period_end = instant(item.current_period_end) if item.current_period_end else None
    return SubscriptionState(
        id=subscription.id,
        reference=as_uuid(metadata_value(subscription, "reference")),
        attempt=int(metadata_value(subscription, "attempt") or 0),
        status=_status(subscription),
        plan=metadata_value(item.price, "plan"),
        monthly_amount=from_cents(item.price.unit_amount or 0),
        current_period_end=period_end,
        ends_at=_end(subscription, item.current_period_end),
        card=_card(subscription),
        client_secret=_secret(subscription),
        bills=tuple(bill for invoice in invoices if (bill := _bill(invoice))),
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


def _invoices(subscription: stripe.Subscription, invoice_id: str | None) -> list[stripe.Invoice]:
    """Return the subscription's latest invoice and ``invoice_id``."""
    latest = subscription.latest_invoice
    invoices = [latest] if isinstance(latest, stripe.Invoice) else []
    if invoice_id and invoice_id not in {invoice.id for invoice in invoices}:
        invoices.append(_invoice(invoice_id))
    return invoices


def _bill(invoice: stripe.Invoice) -> Bill | None:
    """Return the bill of an invoice, None if the card was not charged (yet)."""
    outcome = _outcome(invoice)
    if outcome is None or not invoice.amount_due or not invoice.id:
        return None
    billed_at = instant(invoice.created)
    paid_at = invoice.status_transitions.paid_at
    return Bill(
        id=invoice.id,
        plan=_billed_plan(invoice),
        outcome=outcome,
        amount=from_cents(invoice.amount_due),
        billed_at=billed_at,
        charged_at=instant(paid_at) if paid_at else billed_at,
        payment_intent_id=next(iter(_intents(invoice)), ""),
    )


def _billed_plan(invoice: stripe.Invoice) -> str:
    """Return the plan of the month that an invoice bills, whatever the plan is now; blank if it bills no month."""
    for line in invoice.lines.data:
        item = line.parent.subscription_item_details if line.parent else None
        if item and not item.proration and line.pricing and line.pricing.price_details:
            return plan_of_product(line.pricing.price_details.product)
    return ""


def _outcome(invoice: stripe.Invoice) -> BillOutcome | None:
    """Return the outcome of an invoice, None if it has none.

    A card that is declined for the first month is no failed bill, since the customer is still at the card form.
    """
    if invoice.status == "paid":
        return BillOutcome.PAID
    if invoice.billing_reason == "subscription_create" or not invoice.attempted:
        return None
    return BillOutcome.CANCELED if invoice.status == "void" else BillOutcome.FAILED


def _store_payments(fetched: _Fetched) -> None:
    """Store each payment that Stripe collected for the invoices."""
    for invoice in fetched.invoices:
        for intent_id in _intents(invoice):
            if not Payment.objects.filter(stripe_payment_intent_id=intent_id).exists():
                sync_payment(intent_id, _owner(fetched.subscription, invoice))


@translate_stripe_errors
def _invoice(invoice_id: str) -> stripe.Invoice:
    return client().v1.invoices.retrieve(invoice_id, {"expand": ["payments"]})


def _intents(invoice: stripe.Invoice) -> list[str]:
    """Return the IDs of the payment intents that paid the invoice."""
    if invoice.status != "paid" or not invoice.payments:
        return []
    made = [made.payment.payment_intent for made in invoice.payments.data if made.payment]
    return [id_of(intent) for intent in made if intent]


def _owner(subscription: stripe.Subscription, invoice: stripe.Invoice) -> Owner:
    plan = _billed_plan(invoice) or metadata_value(subscription.items.data[0].price, "plan")
    return Owner(
        purpose=metadata_value(subscription, "purpose"),
        reference=as_uuid(metadata_value(subscription, "reference")),
        user=User.objects.filter(stripe_customer_id=id_of(subscription.customer)).first(),
        description=f"{STORAGE_PLAN_BY_ID[plan].name} storage" if plan in STORAGE_PLAN_BY_ID else "Storage",
    )

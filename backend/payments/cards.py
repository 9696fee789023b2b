"""Replacing the card of a subscription."""

from contextlib import suppress

import stripe

from accounts.models import User
from payments.client import client, if_it_exists, repeatable, translate_stripe_errors, write_once
from payments.customers import with_customer
from payments.subscriptions import sync_subscription
from payments.values import id_of, metadata_value


@translate_stripe_errors
def start_card_update(*, user: User, subscription_id: str) -> str:
    """Return the client secret with which Stripe's form asks for the subscription's new card."""
    intent = with_customer(
        user,
        lambda customer: client().v1.setup_intents.create(
            {
                "customer": customer,
                "allowed_payment_method_types": ["card"],
                "usage": "off_session",
                "metadata": {"subscription": subscription_id},
            },
            repeatable(),
        ),
    )
    return intent.client_secret or ""


def finish_card_update(setup_intent_id: str) -> bool:
    """Use the card of a setup intent for its subscription, and pay the overdue invoices with it.

    Return whether the setup intent is ours. May run late and repeatedly: an older card never replaces a newer one.
    Raises PaymentsUnavailable.
    """
    intent = if_it_exists(lambda: _setup_intent(setup_intent_id))
    if intent is None:
        return False
    subscription_id, card = metadata_value(intent, "subscription"), intent.payment_method
    if not subscription_id:
        return False
    if intent.status == "succeeded" and isinstance(card, stripe.PaymentMethod):
        _use(card, subscription_id)
    return sync_subscription(subscription_id)


@translate_stripe_errors
def _setup_intent(setup_intent_id: str) -> stripe.SetupIntent:
    return client().v1.setup_intents.retrieve(setup_intent_id, {"expand": ["payment_method"]})


@translate_stripe_errors
def _use(card: stripe.PaymentMethod, subscription_id: str) -> None:
    subscription = client().v1.subscriptions.retrieve(subscription_id, {"expand": ["default_payment_method"]})
    current = subscription.default_payment_method
    if isinstance(current, stripe.PaymentMethod) and current.created > card.created:
        return
    if subscription.status in {"canceled", "incomplete_expired"}:
        return
    client().v1.subscriptions.update(subscription_id, {"default_payment_method": card.id}, repeatable())
    client().v1.customers.update(
        id_of(subscription.customer), {"invoice_settings": {"default_payment_method": card.id}}, repeatable()
    )
    if subscription.status != "past_due":
        return
    unpaid = list(client().v1.invoices.list({"subscription": subscription_id, "status": "open"}).auto_paging_iter())
    for overdue in reversed(unpaid):  # the oldest month first
        # If the card was declined or the invoice is already paid, the sync that follows shows it.
        with suppress(stripe.CardError, stripe.InvalidRequestError):
            _pay(overdue.id, card.id)


def _pay(invoice_id: str, card_id: str) -> None:
    write_once(
        f"pay-{invoice_id}-{card_id}",
        lambda options: client().v1.invoices.pay(invoice_id, {"payment_method": card_id}, options),
    )

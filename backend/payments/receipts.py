"""Stripe's receipts of card payments."""

from uuid import UUID

import stripe
from django.http import Http404

from accounts.models import User
from payments.client import client, translate_stripe_errors
from payments.history import paid_by_card


def receipt_url(user: User, payment_id: UUID) -> str:
    """Return the address of Stripe's page with the receipt of one of the user's payments, in its present state.

    Stripe ends such addresses after some time, so it is not stored. Raises Http404 if there is no such payment or
    receipt, and PaymentsUnavailable.
    """
    for rows in paid_by_card(user):
        if payment := rows.filter(id=payment_id).first():
            if url := _receipt_url(payment.stripe_payment_intent_id):
                return url
            break
    raise Http404


@translate_stripe_errors
def _receipt_url(intent_id: str) -> str | None:
    intent = client().v1.payment_intents.retrieve(intent_id, {"expand": ["latest_charge"]})
    charge = intent.latest_charge
    return charge.receipt_url if isinstance(charge, stripe.Charge) else None

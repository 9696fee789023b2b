"""Stripe's receipts for card payments, and correcting the address that a visitor's receipt goes to."""

from uuid import UUID

import stripe
from django.http import Http404
from django.shortcuts import get_object_or_404

from accounts.models import User
from common.errors import Conflict
from payments.client import client, repeatable, translate_stripe_errors
from payments.history import paid_by_card
from payments.ledger import sync_payment
from payments.models import Payment, PaymentStatus


def receipt_url(user: User, payment_id: UUID) -> str:
    """Return the URL of Stripe's receipt for one of the user's payments.

    Such URLs expire, so it is not stored. Raises Http404 if there is no such payment or receipt, and
    PaymentsUnavailable.
    """
    for rows in paid_by_card(user):
        if payment := rows.filter(id=payment_id).first():
            charge = _charge(payment.stripe_payment_intent_id)
            if charge and charge.receipt_url:
                return charge.receipt_url
    raise Http404


def correct_receipt_email(*, payment_id: UUID, receipt_email: str) -> Payment:
    """Send the receipt of a visitor's payment, and later emails about refunds, to a corrected address.

    Call it outside of transactions. Raises Http404, Conflict for a payment that has not gone through or belongs to an
    account, an invoice or an order, and PaymentsUnavailable.
    """
    payment: Payment = get_object_or_404(Payment, id=payment_id)
    if payment.status != PaymentStatus.SUCCEEDED:
        raise Conflict("This payment hasn't gone through, so it has no receipt.")
    if payment.user_id or payment.reference:
        raise Conflict("The receipt for this payment goes to the customer's own address.")
    _send_to(payment.stripe_payment_intent_id, receipt_email)
    sync_payment(payment.stripe_payment_intent_id)
    return Payment.objects.for_desk().get(id=payment_id)


@translate_stripe_errors
def _charge(intent_id: str) -> stripe.Charge | None:
    intent = client().v1.payment_intents.retrieve(intent_id, {"expand": ["latest_charge"]})
    return intent.latest_charge if isinstance(intent.latest_charge, stripe.Charge) else None


@translate_stripe_errors
def _send_to(intent_id: str, email: str) -> None:
    """Change a receipt's address. Stripe sends the receipt to the new one at once."""
    if charge := _charge(intent_id):
        client().v1.charges.update(charge.id, {"receipt_email": email}, repeatable())

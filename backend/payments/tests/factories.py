"""Card payments for tests."""

from decimal import Decimal
from typing import Any
from uuid import UUID

from django.utils import timezone

from accounts.models import Viewer
from payments.checkout import PURPOSE
from payments.hooks import PaymentPart
from payments.intents import Intent, claim_payment, continue_payment
from payments.models import Payment


def make_payment(**changes: Any) -> Payment:
    """Return a stored payment of the published amount by a guest."""
    amount = Decimal("599.00")
    payment: Payment = Payment.objects.create(
        **{
            "purpose": PURPOSE,
            "description": "Holiday lighting",
            "amount": amount,
            "amount_received": amount,
            "status": "succeeded",
            "succeeded_at": timezone.now(),
            **changes,
        }
    )
    return payment


def open_intent(*, purpose: str, reference: UUID | None, viewer: Viewer, part: PaymentPart = PaymentPart.ALL) -> Intent:
    """Return what the browser needs to pay for ``reference``, as the API does; repeated calls return the same one."""
    payment = claim_payment(purpose=purpose, reference=reference, viewer=viewer, part=part)
    return continue_payment(payment_id=payment.id, viewer=viewer, part=part)

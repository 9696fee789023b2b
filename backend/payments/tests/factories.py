"""Card payments for tests."""

from decimal import Decimal
from typing import Any

from django.utils import timezone

from payments.checkout import PURPOSE
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

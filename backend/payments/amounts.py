"""The amounts that Stripe accepts."""

from decimal import Decimal

from common.errors import Conflict
from common.money import dollars

# Stripe's limits for a card payment (Stripe documentation, "Minimum and maximum charge amounts").
MIN_CHARGE, MAX_CHARGE = Decimal("0.50"), Decimal("999999.99")


def is_chargeable(amount: Decimal) -> bool:
    """Return whether ``amount`` (US dollars) can be paid by card."""
    return MIN_CHARGE <= amount <= MAX_CHARGE


def refuse_unchargeable(amount: Decimal) -> None:
    """Raise Conflict if ``amount`` (US dollars) can't be paid by card."""
    if not is_chargeable(amount):
        raise Conflict(f"{dollars(amount)} can't be paid by card. Please call us.")

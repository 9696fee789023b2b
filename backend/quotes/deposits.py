"""How much of a price is asked for when it is accepted. The client has the same rule (``lib/deposit.ts``), and both are
tested with the same cases (``quotes/tests/deposit_cases.json``).
"""

from decimal import ROUND_HALF_UP, Decimal

from django.conf import settings
from django.db import models
from django.db.models import F, Sum
from django.db.models.functions import Coalesce

from common.new_hampshire import is_in_new_hampshire
from quotes.models import Quote

# Stripe takes no card payment below this (Stripe documentation, "Minimum and maximum charge amounts").
LEAST_DEPOSIT = Decimal("0.50")
CENT = Decimal("0.01")


class StateCheck(models.TextChoices):
    """Why staff should look at the state that the work is in: other states tax what is sold there."""

    INSIDE = ""
    OUTSIDE = "outside"
    UNKNOWN = "unknown"


def state_check(quote: Quote) -> StateCheck:
    """Return whether the quote's saved address is in New Hampshire; without one, whether its city is one of ours."""
    if quote.address:
        return StateCheck.INSIDE if is_in_new_hampshire(quote.address.zip_code) else StateCheck.OUTSIDE
    return StateCheck.INSIDE if quote.city in settings.FORM_CITIES else StateCheck.UNKNOWN


def deposit_percent(quote: Quote) -> int:
    """Return the share of the price to pay at acceptance, in percent; 0 if accepting makes no invoice."""
    if quote.service_package not in settings.DEPOSIT_PACKAGES or state_check(quote) == StateCheck.OUTSIDE:
        return 0
    return int(settings.DEPOSIT_PERCENT)


def credit_of(quote: Quote) -> Decimal:
    """Return what was paid for an earlier price (US dollars) and counts toward the one that waits for a yes."""
    waiting = quote.invoices.filter(awaits_yes=True)
    left = Coalesce(Sum(F("amount_paid") - F("amount_refunded") - F("amount_kept")), Decimal("0.00"))
    credit: Decimal = waiting.aggregate(left=left)["left"]
    return credit.quantize(CENT)


def deposit_of(amount: Decimal, percent: int) -> Decimal | None:
    """Return ``percent`` of an amount in US dollars, rounded half up to a cent; None if it is too little to charge."""
    deposit = (amount * percent / 100).quantize(CENT, ROUND_HALF_UP)
    return deposit if deposit >= LEAST_DEPOSIT else None

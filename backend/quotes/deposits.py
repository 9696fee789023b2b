"""The deposit that is due at acceptance. The client has the same rule (``lib/deposit.ts``), and both sides run the
cases in ``quotes/tests/deposit_cases.json``.
"""

from decimal import ROUND_HALF_UP, Decimal

from django.conf import settings
from django.db import models
from django.db.models import F, Sum
from django.db.models.functions import Coalesce

from common.new_hampshire import is_in_new_hampshire
from invoices.models import BILLS_OF_ACCEPTANCES, REPLACEABLE, Invoice, InvoiceStatus
from quotes.models import Quote

# Stripe rejects smaller card payments (Stripe documentation, "Minimum and maximum charge amounts").
MIN_DEPOSIT = Decimal("0.50")
CENT = Decimal("0.01")
NOTHING = Decimal("0.00")


class StateCheck(models.TextChoices):
    """Whether the work is in New Hampshire; other states tax what is sold there, so staff have to check."""

    INSIDE = ""
    OUTSIDE = "outside"
    UNKNOWN = "unknown"


def state_check(quote: Quote) -> StateCheck:
    """Go by the ZIP code of the saved address; without one, the cities of the quote form count as inside, also typed in
    other letter case.
    """
    if quote.address:
        return StateCheck.INSIDE if is_in_new_hampshire(quote.address.zip_code) else StateCheck.OUTSIDE
    is_of_form = quote.city.casefold() in map(str.casefold, settings.FORM_CITIES)
    return StateCheck.INSIDE if is_of_form else StateCheck.UNKNOWN


def deposit_percent(quote: Quote) -> int:
    """Return the share of the price that is due at acceptance, in percent; 0 if acceptance creates no invoice.

    An accepted quote has the share of its next acceptance, which comes after a new price and its own invoice.
    """
    if quote.service_package not in settings.DEPOSIT_PACKAGES or state_check(quote) == StateCheck.OUTSIDE:
        return 0
    return 0 if _has_another_invoice(quote) else int(settings.DEPOSIT_PERCENT)


def _has_another_invoice(quote: Quote) -> bool:
    """Return whether an invoice is in force that the next acceptance doesn't replace: drafts count, too."""
    in_force = quote.invoices.exclude(status__in=InvoiceStatus.VOID)
    return in_force.exclude(BILLS_OF_ACCEPTANCES).exists()


def credit_of(quote: Quote) -> Decimal:
    """Return the payments for an earlier price that count toward the next acceptance, in US dollars."""
    paid = _left_on(quote.invoices.filter(awaits_yes=True))
    return paid if paid and deposit_percent(quote) else NOTHING


def paid_before(quote: Quote) -> Decimal:
    """Return what is left of the payments for an earlier price, in US dollars. If the next acceptance creates no
    invoice, they don't count toward it, and staff refund or keep them.
    """
    return _left_on(quote.invoices.filter(REPLACEABLE))


def _left_on(invoices: models.QuerySet[Invoice]) -> Decimal:
    left = Coalesce(Sum(F("amount_paid") - F("amount_refunded") - F("amount_kept")), NOTHING)
    paid: Decimal = invoices.aggregate(left=left)["left"]
    return paid.quantize(CENT)


def deposit_of(amount: Decimal, percent: int) -> Decimal | None:
    """Return ``percent`` of an amount in US dollars, rounded half up to a cent; None if too small to charge."""
    deposit = (amount * percent / 100).quantize(CENT, ROUND_HALF_UP)
    return deposit if deposit >= MIN_DEPOSIT else None

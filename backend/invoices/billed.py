"""How much of a quote has been invoiced, for staff who create the next invoice."""

from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from django.db.models import Sum
from django.shortcuts import get_object_or_404

from invoices.models import InvoiceStatus
from quotes.deposits import StateCheck, deposit_percent, state_check
from quotes.models import Quote, QuoteStatus

NOTHING = Decimal("0.00")


@dataclass(frozen=True)
class Billed:
    """The accepted and the invoiced amount of a quote, in US dollars. ``accepted`` is None before acceptance.
    ``deposit_percent`` is 0 if acceptance creates no invoice.
    """

    accepted: Decimal | None
    billed: Decimal
    state_check: StateCheck
    deposit_percent: int

    @property
    def unbilled(self) -> Decimal:
        """The accepted amount that is on no invoice yet."""
        return max((self.accepted or NOTHING) - self.billed, NOTHING)


def billed_of(quote_id: UUID) -> Billed:
    """Return how much of a quote is billed, not counting canceled invoices. Raises Http404."""
    quote = get_object_or_404(Quote.objects.select_related("address"), id=quote_id)
    invoices = quote.invoices.exclude(status__in=InvoiceStatus.VOID)
    return Billed(
        accepted=quote.quote_amount if quote.status in QuoteStatus.AGREED else None,
        billed=invoices.aggregate(sum=Sum("amount"))["sum"] or NOTHING,
        state_check=state_check(quote),
        deposit_percent=deposit_percent(quote),
    )

"""The demo's proposals: one is waiting for the customer, and one was accepted on the phone and has its deposit.

The services create them, so their emails and the invoice exist, too. Amounts are in US dollars.
"""

from decimal import Decimal

from accounts.models import User
from demo.days import ago
from demo.neighbors import guest_quote
from invoices.models import Invoice
from invoices.services import record_payment
from payments.models import PaymentMethod
from quotes.answers import accept_quote
from quotes.editing import replace_lines
from quotes.models import LineUnit, Quote, QuoteStatus
from quotes.proposals.rules import DraftLine
from quotes.services import revise_quote


def load(admin: User) -> None:
    """Create both."""
    _propose(admin, guest_quote(10, ago(0.6), bulbs="warm", square_footage=1900))
    accepted = _propose(admin, guest_quote(11, ago(0.9), bulbs="cool", square_footage=2300))
    amount = accepted.quote_amount
    if amount is None:
        return
    accept_quote(
        quote_id=accepted.id, by=admin, seen_amount=amount, accepted_by=accepted.full_name, revision=accepted.revision
    )
    # There is no deposit if the settings don't require one.
    for invoice in Invoice.objects.filter(quote=accepted, first_amount__isnull=False):
        check = PaymentMethod.CHECK
        record_payment(
            invoice_id=invoice.id, by=admin, method=check, note="Check 1187, deposit", amount=invoice.first_amount
        )


def _propose(admin: User, quote: Quote) -> Quote:
    """Tell a customer the price of these lines."""
    lines = [
        _line("Roofline and gutters", "612.00", choice="How much we light"),
        _line("Roofline, porch and two trees", "884.00", choice="How much we light", suggested=True),
        _line("Wreaths with red bows, 20 in.", "38.00", quantity=Decimal(3), unit=LineUnit.PIECE),
        _line("Smart timer", "25.00", optional=True),
        _line("Returning neighbor discount", "-40.00"),
    ]
    quote.refresh_from_db()
    note = "We bring the long ladder for the north gable."
    quote = replace_lines(quote_id=quote.id, by=admin, seen=quote.updated_at, lines=lines, note=note)
    return revise_quote(quote_id=quote.id, by=admin, status=QuoteStatus.REVIEWED)


def _line(
    text: str,
    price: str,
    *,
    quantity: Decimal = Decimal(1),
    unit: LineUnit = LineUnit.FLAT,
    optional: bool = False,
    choice: str = "",
    suggested: bool = False,
) -> DraftLine:
    return DraftLine(
        text=text,
        quantity=quantity,
        unit=unit,
        unit_price=Decimal(price),
        optional=optional,
        choice=choice,
        suggested=suggested,
    )

"""What a change of its status means for a proposal. Callers hold the lock on the quote's row, and save it."""

from quotes.models import ProposalRevision, Quote, QuoteStatus
from quotes.proposals.copies import copies_of, stored_copies
from quotes.proposals.rules import suggested_sum


def follow_status(quote: Quote, *, was: str) -> None:
    """Follow a change of the quote's status from ``was``: the customer is told its lines, or asked again."""
    if quote.status in QuoteStatus.OPEN and was not in QuoteStatus.OPEN:
        quote.acceptance = None
        if quote.has_lines:
            quote.quote_amount = suggested_sum(list(quote.lines.all()))
    if quote.has_lines and quote.status not in (*QuoteStatus.DRAFTING, *QuoteStatus.DECLINED):
        note_told(quote)


def note_told(quote: Quote) -> None:
    """Keep the lines as the customer can see them from now on."""
    if quote.told_revision == quote.revision:
        return
    quote.told_revision = quote.revision
    lines = list(quote.lines.order_by("position"))
    ProposalRevision.objects.create(
        quote=quote, number=quote.revision, lines=stored_copies(copies_of(lines)), amount=suggested_sum(lines)
    )

"""The consequences of a status change for a proposal. Callers have locked the quote and save it."""

from common.days import in_words
from common.errors import Conflict
from quotes.models import ProposalRevision, Quote, QuoteStatus
from quotes.proposals.copies import copies_of, stored_copies
from quotes.proposals.rules import suggested_sum


def apply_status_change(quote: Quote, *, old_status: str) -> None:
    """Withdraw the acceptance of a reopened quote, and record a revision if the customer can see the lines now.

    Raises Conflict if the customer would be asked to accept a proposal whose last day has passed: they would get no
    email, and no row of the desk's queue would stand for them.
    """
    if quote.status in QuoteStatus.OPEN and old_status not in QuoteStatus.OPEN:
        quote.acceptance = None
        if quote.has_lines:
            quote.quote_amount = suggested_sum(list(quote.lines.all()))
    if quote.has_lines and quote.status not in (*QuoteStatus.DRAFTING, *QuoteStatus.DECLINED):
        record_told_revision(quote)
    if quote.status != old_status and quote.is_expired and quote.valid_until:
        raise Conflict(
            f"The last day to accept this proposal was {in_words(quote.valid_until)}. Set the quote to Quoting, choose "
            "a new last day in the proposal, and send it from there."
        )


def record_told_revision(quote: Quote) -> None:
    """Record the current lines as a revision that the customer can see, unless that was done before."""
    if quote.told_revision == quote.revision:
        return
    quote.told_revision = quote.revision
    lines = list(quote.lines.order_by("position"))
    ProposalRevision.objects.create(
        quote=quote, number=quote.revision, lines=stored_copies(copies_of(lines)), amount=suggested_sum(lines)
    )

"""The lines that changes add to a quote's thread, in two versions.

Staff read what was changed (``comment``). The customer reads what it means for them (``news``), without internal
terms. Both are stored, so that a line keeps saying what was true when it was written.
"""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

from django.utils import timezone

from common.money import dollars
from quotes.models import CommentType, Quote, QuoteComment, QuoteStatus

_STATUS_CHANGED = "Status changed to "
_PRICE_SET = "Quote amount set to "
_PRICE_REMOVED = "Quote amount removed"

_WORKING_ON_PRICE = "We're working on your price"
_DAY_TO_SET = "We'll call you to set your day"


@dataclass(frozen=True)
class Line:
    """One change, as staff read it (``comment``) and as the customer reads it (``news``)."""

    comment: str
    news: str


@dataclass(frozen=True)
class ScheduledVisit:
    """The visit that a quote was scheduled for: its name for the customer, and when it is, if known."""

    name: str
    at: dt.datetime | None
    is_takedown: bool = False


def price_line(quote: Quote, *, old_offer: Decimal | None) -> Line:
    """Return the line about a new price. ``old_offer`` is the price that the customer could accept before."""
    price = quote.quote_amount
    if price is None:
        return Line(_PRICE_REMOVED, _WORKING_ON_PRICE)
    comment = f"{_PRICE_SET}{dollars(price)}"
    if quote.offer is not None:
        return Line(comment, f"Your price {'is ready' if old_offer is None else 'changed'}: {dollars(price)}")
    if quote.status in QuoteStatus.OPEN:  # a draft, which the customer doesn't see yet
        return Line(comment, _WORKING_ON_PRICE)
    return Line(comment, f"Your price is now {dollars(price)}")


def status_line(
    quote: Quote,
    *,
    by_customer: bool,
    still_agreed: bool,
    announced: Decimal | None = None,
    visit: ScheduledVisit | None = None,
) -> Line:
    """Return the line about a new status. ``announced`` is the price that earlier lines told the customer, and
    ``still_agreed`` says that they had accepted the same price before.
    """
    news = _status_news(QuoteStatus(quote.status), quote.told_amount, by_customer, announced)
    if still_agreed and quote.status == QuoteStatus.APPROVED:
        news = "Your yes still stands" if quote.has_visit else _DAY_TO_SET
    if visit and visit.at:
        day = timezone.localtime(visit.at).strftime("%a, %b %-d")
        news = f"Your {visit.name.lower()} is on the calendar: {day}"
    return Line(f"{_STATUS_CHANGED}{quote.get_status_display()}", news)


def revision_line(quote: Quote) -> Line:
    """Return the line about a new revision of a proposal that the customer has seen."""
    if quote.quote_amount is None:
        return Line("Proposal removed", _WORKING_ON_PRICE)
    price = dollars(quote.quote_amount)
    return Line(f"Proposal changed to {price} (revision {quote.revision})", f"We changed your quote: {price}")


def asked_again_line(price: Decimal | None) -> Line:
    """Return the line of a customer who asks for a new price. ``price`` is the old one."""
    before = f" (it was {dollars(price)})" if price is not None else ""
    return Line(f"Asked for the price again{before}", f"You asked us for the price again{before}")


def _status_news(status: QuoteStatus, price: Decimal | None, by_customer: bool, announced: Decimal | None) -> str:
    if status in QuoteStatus.ANSWERABLE and price is not None:
        told = price == announced
        return "It's your turn: accept it or ask us a question" if told else f"Your price is ready: {dollars(price)}"
    amount = f" {dollars(price)}" if price is not None else ""
    to_amount = f" to{amount}" if amount else ""
    match status:
        case QuoteStatus.PENDING:
            return "We have your request"
        case QuoteStatus.QUOTING | QuoteStatus.REVIEWED:
            return _WORKING_ON_PRICE
        case QuoteStatus.APPROVED:
            return f"You said yes{to_amount}" if by_customer else f"We recorded that you accepted{amount}"
        case QuoteStatus.SERVICE_SCHEDULED:
            return _DAY_TO_SET
        case QuoteStatus.COMPLETE:
            return "All done. Thanks for letting us light your place"
        case QuoteStatus.COMPLETE_STORAGE:
            return "All done. Your decorations are in storage until next season"
        case QuoteStatus.REJECTED:
            return f"You declined{amount}" if by_customer else "We closed this request"


def customer_text(entry: QuoteComment) -> str:
    """Return the entry as the customer reads it. For lines older than ``news``, it is derived from ``comment``."""
    if entry.comment_type == CommentType.COMMENT:
        return entry.comment
    return entry.news or _news_from_comment(entry.comment, by_customer=not entry.is_staff_comment)


def _news_from_comment(comment: str, *, by_customer: bool) -> str:
    if comment.startswith(_PRICE_SET):
        return f"Your price: {comment.removeprefix(_PRICE_SET)}"
    if comment == _PRICE_REMOVED:
        return _WORKING_ON_PRICE
    label = comment.removeprefix(_STATUS_CHANGED)
    if status := next((each for each in QuoteStatus if each.label == label), None):
        return _status_news(status, None, by_customer, None)
    return comment

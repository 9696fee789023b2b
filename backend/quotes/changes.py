"""What every change of a quote leads to: a line in the thread, emails, and word to other apps (``quotes.signals``)."""

import datetime as dt
from decimal import Decimal

from accounts.models import User, Viewer
from common.days import eastern
from notifications.planning import plan
from quotes import clocks, emails, lines
from quotes.lines import Line, ScheduledVisit
from quotes.models import CommentType, Quote, QuoteComment, QuoteStatus
from quotes.proposals.following import follow_status
from quotes.signals import quote_closed, quote_completed, quote_open, quote_reopened, quote_repriced

EXPIRY_TOLD_AT = dt.time(9)  # Eastern, on the day after the last one


def change_status(quote: Quote, by: Viewer, status: QuoteStatus, visit: ScheduledVisit | None = None) -> QuoteComment:
    """Set a status alone, and save the quote, which the caller has locked. Return the line in its thread."""
    was, offered, amount = quote.status, quote.offer, quote.quote_amount
    quote.status = status
    follow_status(quote, was=was)
    line = lines.status_line(quote, by_customer=not is_staff(by, quote), announced=offered, visit=visit)
    clocks.follow_change(quote, status=was, offered=offered)
    quote.save()
    announce_change(quote, by, was=was, amount=amount)
    return note_change(quote, by, line)


def announce_change(quote: Quote, by: Viewer, *, was: str, amount: Decimal | None) -> None:
    """Confirm a yes to the customer, also one that they said on the phone, and tell other apps what became of one.

    The quote was saved; before the change, its status was ``was`` and its price ``amount``.
    """
    if quote.status == QuoteStatus.APPROVED and was not in QuoteStatus.ACCEPTED:
        plan(emails.yes_confirmed, quote.id, occasion=str(quote.accepted_at))
    plan_expiry(quote)
    if was in QuoteStatus.AGREED and (quote.status in QuoteStatus.OPEN or quote.quote_amount != amount):
        quote_repriced.send(Quote, quote=quote, by=by)
    elif quote.status in QuoteStatus.OPEN:
        quote_open.send(Quote, quote=quote, by=by)
    if quote.status in QuoteStatus.COMPLETED and was not in QuoteStatus.COMPLETED:
        quote_completed.send(Quote, quote=quote, by=by)
    if quote.status in QuoteStatus.DECLINED and was not in QuoteStatus.DECLINED:
        quote_closed.send(Quote, quote=quote, by=by)
    if was in QuoteStatus.DECLINED and quote.status not in QuoteStatus.DECLINED:
        quote_reopened.send(Quote, quote=quote, by=by)


def plan_expiry(quote: Quote) -> None:
    """Tell customer and office in time that the price, which the customer can accept now, has expired."""
    if quote.offer is None or quote.valid_until is None:
        return
    morning = eastern(quote.valid_until + dt.timedelta(days=1), EXPIRY_TOLD_AT)
    for kind in (emails.price_expired, emails.office_expired):
        plan(kind, quote.id, occasion=emails.expiry_of(quote), not_before=morning)


def note_change(quote: Quote, by: Viewer, line: Line) -> QuoteComment:
    """Add a line about a change to the thread."""
    return QuoteComment.objects.create(
        quote=quote,
        user=account_of(by),
        is_staff_comment=is_staff(by, quote),
        comment_type=CommentType.STATUS_UPDATE,
        comment=line.comment,
        news=line.news,
    )


def is_staff(by: Viewer, quote: Quote) -> bool:
    """Return whether someone who may change the quote is not its customer."""
    return isinstance(by, User) and quote.user_id != by.id


def account_of(author: Viewer) -> User | None:
    """Return the author's account, None if they act through a private link."""
    return author if isinstance(author, User) else None

"""The consequences of every change to a quote: a line in the thread, emails, and signals (``quotes.signals``)."""

import datetime as dt
from decimal import Decimal

from django.utils import timezone

from accounts.models import User, Viewer
from common.days import eastern
from invoices.models import BILLS_OF_ACCEPTANCES
from notifications.planning import plan, plan_news
from quotes import clocks, emails, lines, office_emails
from quotes.lines import Line, ScheduledVisit
from quotes.models import CommentType, Quote, QuoteComment, QuoteStatus
from quotes.proposals.status_changes import apply_status_change
from quotes.signals import quote_changed, quote_closed, quote_open, quote_reopened, quote_repriced

EXPIRY_EMAIL_TIME = dt.time(9)  # Eastern, the morning after the last day
# What staff closed or withdrew by mistake can be restored before the customer hears of it.
CLOSED_EMAIL_DELAY = dt.timedelta(minutes=10)


def change_status(quote: Quote, by: Viewer, status: QuoteStatus, visit: ScheduledVisit | None = None) -> QuoteComment:
    """Set the status and save the quote, which the caller has locked. Return the line added to its thread."""
    old_status, old_offer, old_amount = quote.status, quote.offer, quote.quote_amount
    quote.status = status
    apply_status_change(quote, old_status=old_status)
    line = lines.status_line(
        quote,
        by_customer=not is_staff(by, quote),
        still_agreed=old_status in QuoteStatus.AGREED,
        announced=old_offer,
        visit=visit,
    )
    clocks.apply_change(quote, old_status=old_status, old_offer=old_offer)
    quote.save()
    announce_change(quote, by, old_status=old_status, old_amount=old_amount, old_offer=old_offer)
    return note_change(quote, by, line)


def announce_change(
    quote: Quote, by: Viewer, *, old_status: str, old_amount: Decimal | None, old_offer: Decimal | None
) -> None:
    """Tell the customer of an acceptance, including one by phone, or that staff closed the quote or withdrew its price,
    and send the signals that the change calls for.

    The quote is saved already; ``old_status``, ``old_amount`` and ``old_offer`` are from before the change.
    """
    if quote.status == QuoteStatus.APPROVED and old_status not in QuoteStatus.ACCEPTED:
        plan(emails.acceptance_confirmed, quote.id, occasion=str(quote.accepted_at))
    plan_expiry(quote)
    if is_staff(by, quote) and _is_withdrawn(quote, old_status, old_offer):
        soon = timezone.now() + CLOSED_EMAIL_DELAY
        plan_news(emails.price_withdrawn, quote.id, thing=quote.id, not_before=soon)
    # First, since what was paid on an earlier acceptance depends on the invoices that are open again.
    if old_status in QuoteStatus.DECLINED and quote.status not in QuoteStatus.DECLINED:
        quote_reopened.send(Quote, quote=quote, by=by)
    if old_status in QuoteStatus.AGREED and (quote.status in QuoteStatus.OPEN or quote.quote_amount != old_amount):
        quote_repriced.send(Quote, quote=quote, by=by)
    elif quote.status in QuoteStatus.OPEN:
        quote_open.send(Quote, quote=quote, by=by)
    if quote.status in QuoteStatus.DECLINED and old_status not in QuoteStatus.DECLINED:
        quote_closed.send(Quote, quote=quote, by=by)
        # The customer of a quote that was let go is no longer waiting.
        if is_staff(by, quote) and quote.let_go_at is None:
            plan_news(emails.quote_closed, quote.id, thing=quote.id, not_before=timezone.now() + CLOSED_EMAIL_DELAY)
    quote_changed.send(Quote, quote=quote, by=by)


def _is_withdrawn(quote: Quote, old_status: str, old_offer: Decimal | None) -> bool:
    """Return whether a price that the customer could accept, or had accepted, no longer holds and has no successor yet.
    If its invoice is about to be canceled, the email about that says so (``invoices.emails.invoice_withdrawn``).
    """
    if not quote.waits_for_price or quote.let_go_at:
        return False
    was_accepted = old_status in QuoteStatus.ACCEPTED and not quote.invoices.filter(BILLS_OF_ACCEPTANCES).exists()
    return old_offer is not None or was_accepted


def plan_expiry(quote: Quote) -> None:
    """Plan the messages about the expiry of an open price, to the customer and the office."""
    if quote.offer is None or quote.valid_until is None:
        return
    morning = eastern(quote.valid_until + dt.timedelta(days=1), EXPIRY_EMAIL_TIME)
    for kind in (emails.price_expired, office_emails.office_expired):
        plan(kind, quote.id, occasion=emails.expiry_of(quote), not_before=morning)


def note_change(quote: Quote, by: Viewer, line: Line) -> QuoteComment:
    """Add a line about a change to the quote's thread."""
    return QuoteComment.objects.create(
        quote=quote,
        user=account_of(by),
        is_staff_comment=is_staff(by, quote),
        comment_type=CommentType.STATUS_UPDATE,
        comment=line.comment,
        news=line.news,
    )


def is_staff(by: Viewer, quote: Quote) -> bool:
    """Return whether ``by``, who may change the quote, acts as staff rather than as its customer."""
    return isinstance(by, User) and quote.user_id != by.id


def account_of(author: Viewer) -> User | None:
    """Return the author's account, None if they act through a private link."""
    return author if isinstance(author, User) else None

"""What starts and ends a quote's deadlines. The desk's queue and its response figures are derived from them.

Services call these functions while they hold the lock on the quote's row.
"""

import datetime as dt
from decimal import Decimal

from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from quotes.models import OPEN_QUESTIONS, Question, Quote, QuoteStatus


def apply_change(quote: Quote, *, old_status: str, old_offer: Decimal | None) -> None:
    """Update the clocks after a change of status or price. The caller saves the quote."""
    now = timezone.now()
    was_unpriced = old_status in QuoteStatus.OPEN and old_offer is None
    if quote.offer is not None and quote.offer != old_offer:
        quote.answered_at = quote.answered_at or now
        quote.last_word_at = now
        _reopen(quote)
    elif quote.waits_for_price and not was_unpriced:  # back to waiting for a price
        if quote.answered_at:
            quote.clock_at = now
        _reopen(quote)
    elif old_status in QuoteStatus.OPEN and quote.status not in QuoteStatus.OPEN:
        _close(quote, now)
        _reset_tries(quote)
    if quote.status in QuoteStatus.ACCEPTED and old_status not in QuoteStatus.ACCEPTED:
        quote.accepted_at = now
    if quote.status not in QuoteStatus.AGREED:  # what is accepted next needs an invoice again
        quote.unbilled_since, quote.no_invoice_reason = None, ""


def note_question(quote: Quote) -> None:
    """Note that the customer wrote a comment, which counts as a question until staff reply."""
    now = timezone.now()
    if quote.question_at is None:
        quote.question_at = now
        Question.objects.create(quote=quote, created_at=now)
    if quote.let_go_at:
        quote.let_go_at, quote.clock_at = None, now
    quote.last_word_at, quote.retry_at = now, None
    _save(quote)


def note_reply(quote: Quote) -> None:
    """Note that staff wrote a comment or reached the customer."""
    now = timezone.now()
    _open_questions(quote).update(answered_at=now)
    quote.question_at = None
    if quote.status not in QuoteStatus.SETTLED:
        quote.answered_at = quote.answered_at or now
    quote.clock_at = quote.last_word_at = now
    _reset_tries(quote)
    _save(quote)


def note_try(quote: Quote, retry_at: dt.datetime) -> bool:
    """Count an attempt that did not reach the customer. Return False if the quote is settled and has no question."""
    if quote.status in QuoteStatus.SETTLED and quote.question_at is None:
        return False
    now = timezone.now()
    _open_questions(quote).update(tries=F("tries") + 1, tried_at=Coalesce(F("tried_at"), now), last_tried_at=now)
    if quote.answered_at is None:
        quote.tried_at = quote.tried_at or now
    quote.tries += 1
    quote.last_tried_at, quote.retry_at = now, retry_at
    _save(quote)
    return True


def note_deposit(quote: Quote, *, is_paid: bool, at: dt.datetime | None = None) -> None:
    """Store when the deposit was paid (``at``, default: now), or that it is unpaid."""
    if is_paid != (quote.deposit_paid_at is not None):
        quote.deposit_paid_at = (at or timezone.now()) if is_paid else None
        quote.save(update_fields=["deposit_paid_at"])


def note_unbilled(quote: Quote, *, is_unbilled: bool) -> None:
    """Store since when the work is done without an invoice (now, unless it is stored already), or that it isn't."""
    if is_unbilled != (quote.unbilled_since is not None):
        quote.unbilled_since = timezone.now() if is_unbilled else None
        quote.save(update_fields=["unbilled_since"])


def note_no_invoice_needed(quote: Quote, reason: str) -> None:
    """Store why the work needs no invoice. It applies until the quote is open again or rejected."""
    quote.unbilled_since, quote.no_invoice_reason = None, reason
    quote.save(update_fields=["unbilled_since", "no_invoice_reason"])


def set_question_aside(quote: Quote) -> None:
    """Close the open question without a reply. The caller saves the quote."""
    now = timezone.now()
    _open_questions(quote).update(closed_at=now)
    quote.question_at, quote.no_reply_needed_at = None, now


def let_go(quote: Quote) -> None:
    """Stop following up until the customer writes or the quote gets a new price. The caller saves the quote."""
    quote.let_go_at = timezone.now()
    _close(quote, quote.let_go_at)


def _open_questions(quote: Quote) -> QuerySet[Question]:
    return Question.objects.filter(OPEN_QUESTIONS, quote=quote)


def _close(quote: Quote, now: dt.datetime) -> None:
    if quote.answered_at is None and quote.closed_at is None:
        quote.closed_at = now


def _reopen(quote: Quote) -> None:
    quote.let_go_at = quote.closed_at = None
    _reset_tries(quote)


def _reset_tries(quote: Quote) -> None:
    quote.tries, quote.last_tried_at, quote.retry_at = 0, None, None


def _save(quote: Quote) -> None:
    """Save only the clocks: ``updated_at`` stays as it is, so that forms that staff have open do not conflict."""
    quote.save(
        update_fields=[
            "answered_at", "clock_at", "question_at", "last_word_at", "let_go_at", "retry_at",
            "tries", "tried_at", "last_tried_at",
        ]
    )  # fmt: skip

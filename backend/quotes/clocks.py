"""What starts and ends a quote's deadlines, from which the desk's queue and the promise are derived.

Services call these functions while they hold the lock on the quote's row.
"""

import datetime as dt
from decimal import Decimal

from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from quotes.models import OPEN_QUESTIONS, Question, Quote, QuoteStatus


def follow_change(quote: Quote, *, status: str, offered: Decimal | None) -> None:
    """Follow a change of the quote's status and price, which were ``status`` and ``offered``. The caller saves it."""
    now = timezone.now()
    was_unpriced = status in QuoteStatus.OPEN and offered is None
    if quote.offer is not None and quote.offer != offered:
        quote.answered_at = quote.answered_at or now
        quote.last_word_at = now
        _reopen(quote)
    elif quote.waits_for_price and not was_unpriced:  # asked for again
        if quote.answered_at:
            quote.clock_at = now
        _reopen(quote)
    elif status in QuoteStatus.OPEN and quote.status not in QuoteStatus.OPEN:
        _close(quote, now)
        _forget_tries(quote)
    if quote.status in QuoteStatus.ACCEPTED and status not in QuoteStatus.ACCEPTED:
        quote.accepted_at = now


def note_question(quote: Quote) -> None:
    """Note that the customer has written a comment: a question, until staff reply."""
    now = timezone.now()
    if quote.question_at is None:
        quote.question_at = now
        Question.objects.create(quote=quote, created_at=now)
    if quote.let_go_at:
        quote.let_go_at, quote.clock_at = None, now
    quote.last_word_at, quote.retry_at = now, None
    _save(quote)


def note_reply(quote: Quote) -> None:
    """Note that the customer has heard from us: by a staff comment, or by a contact that reached them."""
    now = timezone.now()
    _open_questions(quote).update(answered_at=now)
    quote.question_at = None
    if quote.status not in QuoteStatus.SETTLED:
        quote.answered_at = quote.answered_at or now
    quote.clock_at = quote.last_word_at = now
    _forget_tries(quote)
    _save(quote)


def note_try(quote: Quote, retry_at: dt.datetime) -> bool:
    """Count a contact that did not reach the customer. Return whether it has an effect, which it has not if nothing is
    left to do.
    """
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
    """Store when the deposit came in, or that we don't have it. ``at`` is when it was paid (default: now)."""
    if is_paid != (quote.deposit_paid_at is not None):
        quote.deposit_paid_at = (at or timezone.now()) if is_paid else None
        quote.save(update_fields=["deposit_paid_at"])


def set_question_aside(quote: Quote) -> None:
    """End the wait for a reply without one. The caller saves the quote."""
    now = timezone.now()
    _open_questions(quote).update(closed_at=now)
    quote.question_at, quote.no_reply_needed_at = None, now


def let_go(quote: Quote) -> None:
    """Stop following the quote up, until the customer writes or it gets another price. The caller saves it."""
    quote.let_go_at = timezone.now()
    _close(quote, quote.let_go_at)


def _open_questions(quote: Quote) -> QuerySet[Question]:
    return Question.objects.filter(OPEN_QUESTIONS, quote=quote)


def _close(quote: Quote, now: dt.datetime) -> None:
    if quote.answered_at is None and quote.closed_at is None:
        quote.closed_at = now


def _reopen(quote: Quote) -> None:
    quote.let_go_at = quote.closed_at = None
    _forget_tries(quote)


def _forget_tries(quote: Quote) -> None:
    quote.tries, quote.last_tried_at, quote.retry_at = 0, None, None


def _save(quote: Quote) -> None:
    """Save the times alone: ``updated_at`` stays as it is, so that open forms with the quote do not conflict."""
    quote.save(
        update_fields=[
            "answered_at", "clock_at", "question_at", "last_word_at", "let_go_at", "retry_at",
            "tries", "tried_at", "last_tried_at",
        ]
    )  # fmt: skip

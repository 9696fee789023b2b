"""Undo a price before the customer is notified.

The price is stored right away, but its email is delayed. Until it is sent, undoing restores the quote.
"""

import datetime as dt
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from accounts.models import User
from common.errors import Conflict
from common.locks import lock_unchanged
from notifications.planning import plan_news
from quotes import emails
from quotes.models import Quote, QuoteComment, QuoteStatus, UnsentPrice
from quotes.signals import quote_changed, quote_closed, quote_reinstated

# The desk shows "Undo" for five seconds; the rest allows for a slow connection.
UNDO_WINDOW = dt.timedelta(seconds=7)
EMAIL_DELAY = dt.timedelta(seconds=8)

TOO_LATE = "It's too late to undo this price. Set a new one instead."
_COLUMNS = {
    field.attname: field
    for field in Quote._meta.concrete_fields
    # The revision that the customer may have seen is not undone, so that its number is not used again.
    if field.name not in {"id", "created_at", "updated_at", "told_revision"} and not field.generated
}


def columns_of(quote: Quote) -> dict[str, Any]:
    """Return the values of the quote's columns, for ``announce_price``."""
    return {name: quote.__dict__[name] for name in _COLUMNS}


def announce_price(quote: Quote, *, before: dict[str, Any], old_offer: Any, lines: Sequence[QuoteComment]) -> None:
    """Email the price in a few seconds if the customer can accept it now and it differs from ``old_offer``.

    The quote is saved already. ``before`` is the result of ``columns_of`` before the change, and ``lines`` are the
    entries that the change added to the thread.
    """
    if quote.offer is None or quote.offer == old_offer:
        return
    after = Quote.objects.values(*before).get(id=quote.id)
    UnsentPrice.objects.create(
        quote=quote,
        amount=quote.offer,
        changes={name: [_text(value), _text(after[name])] for name, value in before.items() if value != after[name]},
        lines=[line.id for line in lines],
        quote_updated_at=quote.updated_at,
    )
    _email_later(quote)


@transaction.atomic
def undo_price(*, quote_id: UUID, by: User, seen: dt.datetime | None = None) -> Quote:
    """Restore a quote to its state before the last price. The audit log keeps both changes.

    ``seen`` is the ``updated_at`` that the administrator saw. Raises Http404, and Conflict once the customer may have
    been notified of the price, or after any other change, such as a comment.
    """
    quote = lock_unchanged(Quote.objects.all(), quote_id, seen)
    recent = quote.unsent_prices.filter(quote_updated_at=quote.updated_at, created_at__gt=Now() - UNDO_WINDOW)
    price = recent.first()
    if price is None or _has_changed_since(quote, price):
        raise Conflict(TOO_LATE)
    for name, (before, _) in price.changes.items():
        setattr(quote, name, _COLUMNS[name].to_python(before))
    quote.save()
    QuoteComment.objects.filter(id__in=price.lines).delete()
    price.delete()
    if quote.status in QuoteStatus.AGREED:
        quote_reinstated.send(Quote, quote=quote, by=by)
    if quote.status in QuoteStatus.DECLINED:
        quote_closed.send(Quote, quote=quote, by=by)
    quote_changed.send(Quote, quote=quote, by=by)
    # An earlier price is open again, and its email may have been skipped in the meantime.
    if quote.offer is not None and quote.unsent_prices.filter(amount=quote.offer).exists():
        _email_later(quote)
    return quote


def _has_changed_since(quote: Quote, price: UnsentPrice) -> bool:
    """Return whether there was a comment or a contact since. They set ``last_word_at`` but not ``updated_at``."""
    return any(_text(getattr(quote, name)) != after for name, (_, after) in price.changes.items())


def _email_later(quote: Quote) -> None:
    plan_news(emails.quote_priced, quote.id, thing=quote.id, not_before=timezone.now() + EMAIL_DELAY)


def _text(value: Any) -> str | None:
    return None if value is None else str(value)

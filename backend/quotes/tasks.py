"""The worker's part of quotes: mails. Each looks at its quote again before it says anything."""

from decimal import Decimal
from uuid import UUID

from django.db import transaction
from procrastinate import RetryStrategy
from procrastinate.contrib.django import app

from quotes import emails
from quotes.models import ANSWERABLE, Quote

_AGAIN = RetryStrategy(max_attempts=6, exponential_wait=5)


@app.task(retry=_AGAIN)
@transaction.atomic
def mail_request(quote_id: str) -> None:
    """Tell the customer that we have their request."""
    emails.quote_requested(Quote.objects.get(id=UUID(quote_id)))


@app.task(retry=_AGAIN)
@transaction.atomic
def mail_offer(quote_id: str, amount: str) -> None:
    """Tell the customer the price, if it still is ``amount`` (US dollars) and waits for their answer."""
    offered = Quote.objects.filter(id=UUID(quote_id), quote_amount=Decimal(amount), status__in=ANSWERABLE)
    if quote := offered.first():
        emails.quote_priced(quote)

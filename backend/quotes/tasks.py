"""The worker's part of quotes: mails. Each looks at its quote again before it says anything."""

from decimal import Decimal
from uuid import UUID

from notifications.composing import email_task
from quotes import emails
from quotes.models import ANSWERABLE, Quote


@email_task
def mail_request(quote_id: str) -> None:
    """Tell the customer that we have their request."""
    emails.quote_requested(Quote.objects.get(id=UUID(quote_id)))


@email_task
def mail_offer(quote_id: str, amount: str) -> None:
    """Tell the customer the price, if it still is ``amount`` (US dollars) and waits for their answer."""
    offered = Quote.objects.filter(id=UUID(quote_id), quote_amount=Decimal(amount), status__in=ANSWERABLE)
    if quote := offered.first():
        emails.quote_priced(quote)

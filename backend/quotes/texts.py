"""What all messages about quotes share: the recipient, and the news as a text."""

from uuid import UUID

from accounts.models import User
from accounts.own_address import customer_address
from notifications.layout import Recipient
from notifications.texting import ShortText
from quotes.models import Quote
from texts.preferences import texting_preference
from texts.requests import Asked


def recipient_of(quote: Quote) -> Recipient:
    """Return the recipient of emails about a quote."""
    return Recipient(customer_address(quote.user, quote.email), quote.full_name)


def recipient_by_id(quote_id: UUID) -> Recipient:
    """Return the recipient of emails about a quote, with a blank address if it was removed."""
    quote = Quote.objects.select_related("user").filter(id=quote_id).first()
    return recipient_of(quote) if quote else Recipient("")


def newest_asked(user: User) -> Asked | None:
    """Return how ``user`` asked in their newest quote request to be contacted."""
    quote = Quote.objects.owned_by(user).order_by("-created_at", "-id").first()
    return Asked(quote.created_at, quote.communication_preference, quote.phone) if quote else None


def quote_text(quote: Quote, body: str, *, replaces_email: bool = False) -> ShortText:
    """Return news about a quote as a text to its customer, with the link to the quote; see ``ShortText``."""
    preference = texting_preference(
        user=quote.user,
        phone=quote.phone,
        text_updates=quote.text_updates,
        asked_at=quote.created_at,
        preference=quote.communication_preference,
    )
    return ShortText(preference, body, replaces_email=replaces_email)

"""Text messages about quotes."""

from notifications.texting import ShortText
from quotes.models import Quote
from texts.preferences import texting_preference


def quote_text(quote: Quote, body: str, *, replaces_email: bool = False, says_how_to_stop: bool = False) -> ShortText:
    """Return news about a quote as a text to its customer, with the link to the quote; see ``ShortText``."""
    preference = texting_preference(
        user=quote.user,
        phone=quote.phone,
        text_updates=quote.text_updates,
        preference=quote.communication_preference,
    )
    return ShortText(preference, body, replaces_email=replaces_email, says_how_to_stop=says_how_to_stop)

"""Text messages about quotes."""

from notifications.texting import ShortText
from quotes.models import Quote
from texts.wishes import text_wish


def quote_text(quote: Quote, body: str, *, replaces_email: bool = False, says_how_to_stop: bool = False) -> ShortText:
    """Return a text to the customer that ends with the link to their quote; see ``ShortText``."""
    wish = text_wish(
        user=quote.user,
        phone=quote.phone,
        text_updates=quote.text_updates,
        preference=quote.communication_preference,
    )
    return ShortText(wish, body, replaces_email=replaces_email, says_how_to_stop=says_how_to_stop)

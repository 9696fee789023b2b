"""Text messages about tree orders, which go with the emails."""

from notifications.texting import ShortText
from texts.wishes import text_wish
from trees.models import TreeOrder


def tree_text(order: TreeOrder, body: str, *, says_how_to_stop: bool = False) -> ShortText:
    """Return a text message to the customer, with the link to the order; see ``ShortText``."""
    wish = text_wish(user=order.user, phone=order.customer_phone, text_updates=order.text_updates)
    return ShortText(wish, body, says_how_to_stop=says_how_to_stop)

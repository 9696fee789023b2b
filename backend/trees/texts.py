"""Text messages about tree orders, which go with the emails."""

from notifications.texting import ShortText
from texts.preferences import texting_preference
from trees.models import TreeOrder


def tree_text(order: TreeOrder, body: str, *, says_how_to_stop: bool = False) -> ShortText:
    """Return news about a tree order as a text to its customer, with the link to the order; see ``ShortText``."""
    preference = texting_preference(user=order.user, phone=order.customer_phone, text_updates=order.text_updates)
    return ShortText(preference, body, says_how_to_stop=says_how_to_stop)

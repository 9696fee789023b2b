"""What all messages about tree orders share: the recipient, and the news as a text."""

from accounts.models import User
from accounts.own_address import customer_address
from notifications.layout import Recipient
from notifications.texting import ShortText
from texts.preferences import texting_preference
from texts.requests import Asked
from trees.models import TreeOrder


def recipient_of(order: TreeOrder) -> Recipient:
    """Return the recipient of emails about an order."""
    return Recipient(customer_address(order.user, order.customer_email), order.customer_name)


def newest_asked(user: User) -> Asked | None:
    """Return the phone number of ``user``'s newest tree order; the form doesn't ask how to contact them."""
    order = TreeOrder.objects.owned_by(user).order_by("-created_at", "-id").first()
    return Asked(order.created_at, None, order.customer_phone) if order else None


def tree_text(order: TreeOrder, body: str) -> ShortText:
    """Return news about a tree order as a text to its customer, with the link to the order; see ``ShortText``."""
    preference = texting_preference(
        user=order.user, phone=order.customer_phone, text_updates=order.text_updates, asked_at=order.created_at
    )
    return ShortText(preference, body)

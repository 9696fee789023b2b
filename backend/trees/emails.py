"""The emails about tree orders."""

from accounts.own_address import confirmation_address, confirmation_cause
from common.email_kinds import Cause, EmailKind
from common.money import dollars
from links.delivery import PLACEHOLDER_PATH
from notifications.kinds import message_kind
from notifications.layout import Email
from notifications.models import AboutKind, Message
from trees.models import TreeOrder


@message_kind(EmailKind("tree-order-received", Cause.STRANGER), AboutKind.TREE_ORDER)
def tree_order_received(message: Message) -> Email:
    """Confirm the order to the customer, without the address and the notes: a stranger can enter anyone's email
    address in the form.
    """
    order = TreeOrder.objects.get(id=message.row_id)
    return Email(
        cause=confirmation_cause(order.user),
        to=confirmation_address(order.user, order.customer_email),
        name=order.customer_name,
        subject=f"Your Christmas tree order: {dollars(order.total_amount)}",
        paragraphs=[
            "Thanks for your order! We'll call you within 24 hours to confirm the delivery date and time.",
            "You haven't been charged.",
        ],
        facts=_summary(order),
        action=("View your order", "/my-services?tab=tree-orders") if order.user_id else None,
        closing="Need to change something? Reply to this email or tell us when we call.",
    )


@message_kind(EmailKind("tree-order-link", Cause.STRANGER), AboutKind.TREE_ORDER)
def tree_order_link(message: Message) -> Email:
    """Send a new private link to whoever asked for one with the customer's address."""
    order = TreeOrder.objects.get(id=message.row_id)
    return Email(
        to=confirmation_address(order.user, order.customer_email),
        name=order.customer_name,
        subject="Your new link to your Christmas tree order",
        paragraphs=["Here's a new link to your order. It opens without a password, so keep this email to yourself."],
        facts=_summary(order),
        action=("Open your order", PLACEHOLDER_PATH),
        closing="Didn't ask for this? You can ignore this email.",
    )


def _summary(order: TreeOrder) -> list[tuple[str, str]]:
    day = order.preferred_delivery_date
    return [
        (order.get_tree_size_display(), dollars(order.tree_price)),
        ("Delivery", dollars(order.delivery_price)),
        *((add_on.name, dollars(add_on.price)) for add_on in order.add_ons),
        ("Total", dollars(order.total_amount)),
        *([("Requested delivery", f"{day:%a, %b} {day.day}")] if day else []),
        ("Reference", str(order.id)[-8:]),
    ]

"""The emails about tree orders."""

from uuid import UUID

from accounts.own_address import confirmation_address, confirmation_kind
from common.email_kinds import Cause, EmailKind
from common.money import dollars
from notifications.composing import email_task
from notifications.emails import About, Email, queue_email
from notifications.models import AboutKind
from trees.models import TreeOrder

TREE_ORDER_RECEIVED = EmailKind("tree-order-received", Cause.STRANGER)


@email_task
def email_tree_order_received(order_id: str) -> None:
    """Confirm the order to the customer."""
    queue_tree_order_received(TreeOrder.objects.get(id=UUID(order_id)))


def queue_tree_order_received(order: TreeOrder) -> None:
    """Leave out the address and the notes: a stranger can enter anyone's email address in the form."""
    queue_email(
        Email(
            kind=confirmation_kind(order.user, TREE_ORDER_RECEIVED),
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
            about=About(AboutKind.TREE_ORDER, order.id),
        )
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

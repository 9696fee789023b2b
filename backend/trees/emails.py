"""The emails about tree orders."""

from uuid import UUID

from accounts.own_address import confirmation_address, confirmation_kind
from common.email_kinds import Cause, EmailKind
from common.money import dollars
from notifications.composing import email_task
from notifications.letters import Letter, post
from trees.models import TreeOrder

TREE_ORDER_RECEIVED = EmailKind("tree-order-received", Cause.STRANGER)


@email_task
def mail_order(order_id: str) -> None:
    """Tell the customer that we have their order."""
    order_received(TreeOrder.objects.get(id=UUID(order_id)))


def order_received(order: TreeOrder) -> None:
    """What was ordered and what it costs, and that we call. The address is left out: anybody may name anybody's
    e-mail address in the form."""
    post(
        Letter(
            kind=confirmation_kind(order.user, TREE_ORDER_RECEIVED),
            to=confirmation_address(order.user, order.customer_email),
            name=order.customer_name,
            subject=f"Your Christmas tree order: {dollars(order.total_amount)}",
            paragraphs=[
                "Thank you for your order. We call you within 24 hours to confirm the delivery date and time.",
                "Nothing has been charged.",
            ],
            facts=_summary(order),
            action=("See it in My Services", "/my-services?tab=tree-orders") if order.user_id else None,
            closing="Is something wrong? Tell us when we call, or answer this mail.",
        )
    )


def _summary(order: TreeOrder) -> list[tuple[str, str]]:
    day = order.preferred_delivery_date
    return [
        (order.get_tree_size_display(), dollars(order.tree_price)),
        ("Delivery", dollars(order.delivery_price)),
        *((add_on.name, dollars(add_on.price)) for add_on in order.add_ons),
        ("Total", dollars(order.total_amount)),
        *([("You would like it on", f"{day:%A, %B} {day.day}")] if day else []),
        ("Reference", str(order.id)[-8:]),
    ]

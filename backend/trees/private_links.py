"""What private links to tree orders open."""

from accounts.claims import rows_of_address
from links.resources import MOST_NEW_LINKS, ResourceType
from notifications.planning import plan
from trees.emails import tree_order_link
from trees.models import TreeOrder, TreeOrderStatus


def _plan_new_links(email: str, occasion: str) -> None:
    """Plan an email with a new link for each tree order of this address that is still to be delivered."""
    undelivered = TreeOrder.objects.filter(status__in=TreeOrderStatus.UNDELIVERED)
    orders = rows_of_address(undelivered, email=email, field="customer_email")
    for order in orders.order_by("-created_at", "-id")[:MOST_NEW_LINKS]:
        plan(tree_order_link, order.id, occasion=occasion)


TREE_ORDERS = ResourceType(
    model=TreeOrder,
    path="tree-orders",
    rows=TreeOrder.objects.all,
    plan_new_links=_plan_new_links,
    note_opened=lambda order_id, at: TreeOrder.objects.filter(id=order_id).update(opened_at=at),
)

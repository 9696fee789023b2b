"""Private links to tree orders."""

from django.db.models import Q

from links.resources import ResourceType
from notifications.planning import plan
from trees.emails import tree_order_link
from trees.models import UNPAID_ORDERS, TreeOrder, TreeOrderStatus

TREE_ORDERS = ResourceType(
    model=TreeOrder,
    path="tree-orders",
    email_field="customer_email",
    rows=TreeOrder.objects.all,
    open_rows=lambda: TreeOrder.objects.filter(Q(status__in=TreeOrderStatus.UNDELIVERED) | UNPAID_ORDERS),
    plan_new_link=lambda order_id, occasion: plan(tree_order_link, order_id, occasion=occasion),
    note_opened=lambda order_id, at: TreeOrder.objects.filter(id=order_id).update(opened_at=at),
)

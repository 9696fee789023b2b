"""What the business does with tree orders."""

from decimal import Decimal
from typing import Any

from django.db import transaction

from accounts.models import Viewer
from catalog.catalog import TREE_ADD_ON_BY_ID, TREE_SIZE_BY_ID
from trees import tasks
from trees.models import TreeOrder

_PRICED_SWITCHES = {
    "include_tree_stand": TREE_ADD_ON_BY_ID["includeTreeStand"].price,
    "include_tree_lights": TREE_ADD_ON_BY_ID["includeTreeLights"].price,
    "include_wreaths": TREE_ADD_ON_BY_ID["includeWreaths"].price,
    "include_disposal": TREE_ADD_ON_BY_ID["includeDisposal"].price,
}


@transaction.atomic(savepoint=False)
def place_tree_order(*, ordered_by: Viewer, tree_size: str, **fields: Any) -> TreeOrder:
    """Take a tree order, priced from the catalogue; the prices are kept with it, whatever they become later.

    ``ordered_by`` may be signed out. ``fields`` are the order's own, as ``TreeOrderInput`` validated them.
    """
    size = TREE_SIZE_BY_ID[tree_size]
    add_ons = sum((price for switch, price in _PRICED_SWITCHES.items() if fields.get(switch)), Decimal(0))
    order = TreeOrder.objects.create(
        user=ordered_by if ordered_by.is_authenticated else None,
        tree_size=tree_size,
        tree_price=size.price,
        delivery_price=size.delivery_price,
        total_amount=size.price + size.delivery_price + add_ons,
        **fields,
    )
    tasks.mail_order.defer(order_id=str(order.id))
    return order

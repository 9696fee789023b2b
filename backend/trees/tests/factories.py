"""Tree orders for tests."""

from typing import Any

from trees.models import TreeOrder
from trees.services import compute_prices


def tree_order_body(**changes: Any) -> dict[str, Any]:
    """Return a valid body for ``POST /api/tree-orders``."""
    return {
        "customerName": "Eleanor Hayes",
        "customerEmail": "eleanor@example.com",
        "customerPhone": "603-555-0172",
        "addressLine1": "41 Marcy Street",
        "city": "Portsmouth",
        "state": "NH",
        "zipCode": "03801",
        "treeSize": "modest_6ft",
        **changes,
    }


def make_tree_order(**changes: Any) -> TreeOrder:
    """Create a tree order."""
    order: TreeOrder = TreeOrder.objects.create(
        **{
            "customer_name": "Eleanor Hayes",
            "customer_email": "eleanor@example.com",
            "customer_phone": "603-555-0172",
            "address_line1": "41 Marcy Street",
            "city": "Portsmouth",
            "state": "NH",
            "zip_code": "03801",
            "tree_size": "modest_6ft",
            **compute_prices("modest_6ft", {}),
            **changes,
        }
    )
    return order

"""Tree orders for tests."""

from typing import Any


def tree_order_body(**changes: Any) -> dict[str, Any]:
    """A request body that ``POST /api/tree-orders`` takes."""
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

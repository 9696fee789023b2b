"""The confirmation of a tree order lists the order and its prices."""

from pathlib import Path

import pytest
from rest_framework.test import APIClient

from catalog.catalog import TREE_ADD_ONS
from testing.helpers import delivered, delivered_to_office, text_of
from trees.models import TreeOrder
from trees.tests.factories import make_tree_order, tree_order_body

pytestmark = pytest.mark.django_db(transaction=True)


def test_confirmation_lists_the_order(guest: APIClient, tmp_path: Path) -> None:
    make_tree_order(customer_email="someone@example.com")
    guest.post(
        "/api/tree-orders",
        tree_order_body(
            customerName="Eleanor Hayes", customerEmail="eleanor@example.com", treeSize="quality_7_8ft",
            includeTreeStand=True, includeDisposal=True, preferredDeliveryDate="2099-12-05",
            addressLine1="41 Marcy Street", notes="Call me at evil.example",
        ),
        format="json",
    )  # fmt: skip
    [email] = delivered(tmp_path)
    assert email["To"] == "eleanor@example.com"
    order = TreeOrder.objects.latest("id")
    assert email["Subject"] == f"Your Christmas tree order: ${order.total_amount}"
    text = text_of(email)
    prices = {add_on.id: add_on.price for add_on in TREE_ADD_ONS}
    assert "We'll call you within 24 hours" in text
    assert (
        f"Higher Quality 7-8 ft Tree: ${order.tree_price}\nDelivery: ${order.delivery_price}\n"
        f"Christmas Tree Stand: ${prices['includeTreeStand']}\n"
        f"End of Season Christmas Tree Disposal: ${prices['includeDisposal']}\n"
        f"Requested delivery: Sat, Dec 5\nReference: {str(order.id)[-8:]}\nTotal: ${order.total_amount}\n"
    ) in text
    assert "Marcy" not in email.as_string()
    assert "evil" not in email.as_string()
    [news] = delivered_to_office(tmp_path)
    assert news["Subject"] == "Eleanor Hayes ordered a tree"
    assert f"Higher Quality 7-8 ft Tree, ${order.total_amount}, Portsmouth" in text_of(news)
    assert f"/admin?tab=trees&view=all&q={str(order.id)[-8:]}&open={order.id}\n" in text_of(news)


@pytest.mark.parametrize("settled", ["calls", "status"])
def test_confirmation_after_the_call_promises_none(
    guest: APIClient, admin_client: APIClient, tmp_path: Path, settled: str
) -> None:
    order = guest.post("/api/tree-orders", tree_order_body(), format="json").json()
    path = f"/api/tree-orders/{order['id']}"
    if settled == "calls":
        admin_client.post(f"{path}/calls", {"outcome": "reached"}, format="json")
    else:
        admin_client.patch(path, {"status": "confirmed"}, format="json")
    text = text_of(delivered(tmp_path)[0])
    assert "Thanks for your order!\n" in text
    assert "24 hours" not in text
    assert "Need to change something? Reply to this email or call us." in text


def test_repeated_request_is_confirmed_once(guest: APIClient, tmp_path: Path) -> None:
    for _ in range(2):
        guest.post("/api/tree-orders", tree_order_body(), format="json", headers={"Idempotency-Key": "one-tree-order"})
    assert len(delivered(tmp_path)) == 1

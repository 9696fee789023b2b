"""The amounts due include unpaid trees that are delivered or have a day."""

import datetime as dt
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from invoices.tests.factories import make_invoice
from trees.models import TreeOrder
from trees.tests.factories import make_tree_order


def _tree(days: int | None, status: str = "scheduled", **changes: Any) -> TreeOrder:
    """Create an order for $100 that is delivered in ``days`` days."""
    day = None if days is None else timezone.localdate() + dt.timedelta(days=days)
    return make_tree_order(scheduled_delivery_date=day, status=status, **changes)


def _due(client: APIClient) -> dict[str, Any]:
    response = client.get("/api/desk/money/due")
    assert response.status_code == 200, response.content
    body: dict[str, Any] = response.json()
    return body


def _trees(client: APIClient) -> dict[str, tuple[int, str]]:
    rows = {row["age"]: (row["trees"], row["treeSum"]) for row in _due(client)["ages"]}
    return {age: row for age, row in rows.items() if row != (0, "0.00")}


def _unpaid(client: APIClient) -> list[str]:
    response = client.get("/api/tree-orders?scope=admin&unpaid=1")
    assert response.status_code == 200, response.content
    return [row["id"] for row in response.json()]


@pytest.mark.parametrize(
    ("days", "status", "age"),
    [
        (7, "scheduled", "later"), (6, "confirmed", "this_week"), (0, "scheduled", "this_week"),
        (None, "delivered", "this_week"), (-1, "delivered", "overdue_1_10"), (-11, "scheduled", "overdue_11_30"),
        (-31, "delivered", "overdue_over_30"),
    ],
)  # fmt: skip
def test_unpaid_tree_is_due_on_its_delivery_day(
    admin_client: APIClient, days: int | None, status: str, age: str
) -> None:
    tree = _tree(days, status)
    assert _trees(admin_client) == {age: (1, "100.00")}
    assert _unpaid(admin_client) == [str(tree.id)]


@pytest.mark.parametrize(
    ("days", "status", "changes"),
    [
        (None, "pending", {}), (None, "confirmed", {}), (-1, "cancelled", {}),
        (-1, "delivered", {"amount_paid": "100.00"}), (-1, "delivered", {"amount_paid": "80.00", "amount_waived": 20}),
    ],
)  # fmt: skip
def test_tree_that_is_paid_or_may_change_is_not_due(
    admin_client: APIClient, days: int | None, status: str, changes: dict[str, Any]
) -> None:
    _tree(days, status, **changes)
    assert _trees(admin_client) == {}
    assert _unpaid(admin_client) == []


def test_trees_and_invoices_are_due_together(admin_client: APIClient) -> None:
    make_invoice(due_date=timezone.localdate())
    first, second = _tree(-2, "delivered", amount_paid="20.00", amount_waived=10), _tree(1)
    due = _due(admin_client)
    assert (due["invoices"], due["rest"], due["trees"], due["treeSum"]) == (1, "500.00", 2, "170.00")
    assert due["together"] == "670.00"
    assert [row["together"] for row in due["ages"] if row["age"] == "this_week"] == ["600.00"]
    assert _unpaid(admin_client) == [str(first.id), str(second.id)]


@pytest.mark.django_db
def test_unpaid_trees_are_read_from_their_index(admin_client: APIClient) -> None:
    TreeOrder.objects.bulk_create((
        TreeOrder(
            customer_name="Eleanor Hayes", customer_email="eleanor@example.com", customer_phone="603-555-0172",
            address_line1="41 Marcy Street", city="Portsmouth", state="NH", zip_code="03801", tree_size="modest_6ft",
            tree_price=70, delivery_price=30, total_amount=100, amount_paid=100, status="delivered",
            scheduled_delivery_date=timezone.localdate() - dt.timedelta(days=number % 900),
        )
        for number in range(3000)
    ), batch_size=1000)  # fmt: skip
    _tree(-2)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE trees_treeorder")
    for read in (_due, _unpaid):
        with CaptureQueriesContext(connection) as queries:
            read(admin_client)
        plans = [_plan(each["sql"]) for each in queries if 'FROM "trees_treeorder"' in each["sql"]]
        assert any("treeorder_unpaid" in plan for plan in plans), plans


def _plan(statement: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {statement}")
        return "\n".join(row[0] for row in cursor.fetchall())

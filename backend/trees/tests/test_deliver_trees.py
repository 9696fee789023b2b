"""Staff confirm, schedule, filter and deliver tree orders."""

from typing import Any

import pytest
import time_machine
from django.utils import timezone
from rest_framework.test import APIClient

from trees.models import TreeOrder
from trees.tests.factories import make_tree_order

LIST = "/api/tree-orders?scope=admin"
STATUSES = ["pending", "confirmed", "scheduled", "delivered", "cancelled"]


def _patch(client: APIClient, order: TreeOrder, **body: Any) -> Any:
    return client.patch(f"/api/tree-orders/{order.id}", body, format="json")


def _shown(client: APIClient, query: str) -> list[str]:
    response = client.get(f"{LIST}&{query}")
    assert response.status_code == 200, response.content
    return [row["customerName"] for row in response.json()]


@pytest.mark.parametrize("new", STATUSES)
@pytest.mark.parametrize("old", STATUSES)
def test_any_status_can_follow_any_other(admin_client: APIClient, old: str, new: str) -> None:
    order = make_tree_order(status=old)
    assert _patch(admin_client, order, status=new).json()["status"] == new


def test_delivery_can_be_scheduled_for_a_day(admin_client: APIClient) -> None:
    order = make_tree_order()
    response = _patch(admin_client, order, status="scheduled", scheduledDeliveryDate="2026-12-05", notes="Back door")
    assert response.json()["scheduledDeliveryDate"] == "2026-12-05"
    assert response.json()["notes"] == "Back door"
    assert _patch(admin_client, order, scheduledDeliveryDate=None).json()["scheduledDeliveryDate"] is None


def test_instant_counts_as_its_day_in_eastern_time(admin_client: APIClient) -> None:
    response = _patch(admin_client, make_tree_order(), scheduledDeliveryDate="2026-12-06T04:30:00Z")
    assert response.json()["scheduledDeliveryDate"] == "2026-12-05"


@pytest.mark.parametrize("status", ["confirmed", "scheduled", "cancelled"])
def test_status_change_does_not_count_as_a_response(admin_client: APIClient, status: str) -> None:
    response = _patch(admin_client, make_tree_order(), status=status).json()
    assert response["answeredAt"] is None
    assert response["respondBy"] > response["createdAt"]


def test_confirmation_time_is_kept_until_the_order_is_pending_again(admin_client: APIClient) -> None:
    order, times = make_tree_order(), []
    for status in ("confirmed", "scheduled", "pending"):
        _patch(admin_client, order, status=status)
        order.refresh_from_db()
        times.append(order.closed_at)
    assert times == [times[0], times[0], None]
    assert times[0] is not None


@pytest.mark.parametrize("change", [{"notes": "Back door"}, {"status": "scheduled"}, {"status": "delivered"}])
def test_first_response_time_is_kept_after_later_changes(admin_client: APIClient, change: dict[str, str]) -> None:
    order = make_tree_order()
    admin_client.post(f"/api/tree-orders/{order.id}/calls", {"outcome": "reached"}, format="json")
    first = admin_client.get(f"/api/tree-orders/{order.id}").json()["answeredAt"]
    assert first is not None
    assert _patch(admin_client, order, **change).json()["answeredAt"] == first


def test_outdated_change_is_a_conflict(admin_client: APIClient) -> None:
    order = make_tree_order()
    seen = order.updated_at.isoformat()
    assert _patch(admin_client, order, status="confirmed", updatedAt=seen).status_code == 200
    assert _patch(admin_client, order, status="cancelled", updatedAt=seen).status_code == 409


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"status": "lost"}, "status"),
        ({"status": None}, "status"),
        ({"scheduledDeliveryDate": "someday"}, "scheduledDeliveryDate"),
        ({"scheduledDeliveryDate": "2026-02-30"}, "scheduledDeliveryDate"),
        ({"notes": "a\x00b"}, "notes"),
        ({"notes": "x" * 2001}, "notes"),
    ],
)
def test_bad_input_is_a_400(admin_client: APIClient, body: dict[str, Any], field: str) -> None:
    response = _patch(admin_client, make_tree_order(), **body)
    assert response.status_code == 400
    assert list(response.json()["errors"]) == [field]


def test_past_delivery_day_is_allowed_only_for_delivered_orders(admin_client: APIClient) -> None:
    order = make_tree_order()
    with time_machine.travel("2026-12-05T23:30:00-05:00"):  # the 6th in UTC
        refused = _patch(admin_client, order, scheduledDeliveryDate="2026-12-04")
        assert refused.json()["errors"] == {"scheduledDeliveryDate": ["Please pick today or a later date"]}
        assert _patch(admin_client, order, scheduledDeliveryDate="2026-12-05").status_code == 200
    with time_machine.travel("2026-12-07T12:00:00-05:00"):
        kept = _patch(admin_client, order, scheduledDeliveryDate="2026-12-05", notes="Nobody home").json()
        assert (kept["scheduledDeliveryDate"], kept["notes"]) == ("2026-12-05", "Nobody home")
        assert _patch(admin_client, order, scheduledDeliveryDate="2026-12-06").status_code == 400
        done = _patch(admin_client, order, scheduledDeliveryDate="2026-12-06", status="delivered").json()
        assert done["scheduledDeliveryDate"] == "2026-12-06"


def test_prices_and_customer_details_cannot_be_changed(admin_client: APIClient) -> None:
    order = make_tree_order()
    _patch(admin_client, order, totalAmount="1.00", customerName="X")
    before = order.total_amount
    order.refresh_from_db()
    assert order.total_amount == before
    assert order.customer_name == "Eleanor Hayes"


def test_order_is_found_by_its_full_id(admin_client: APIClient) -> None:
    order, _other = make_tree_order(customer_name="Ada Smith"), make_tree_order(customer_name="Tom Okafor")
    assert _shown(admin_client, f"q={order.id}") == ["Ada Smith"]


def test_orders_can_be_filtered_searched_and_sorted(admin_client: APIClient) -> None:
    make_tree_order(
        customer_name="Ada Smith", city="Dover", include_disposal=True, preferred_delivery_date="2026-12-05"
    )
    make_tree_order(
        customer_name="bob Jones", status="scheduled", tree_size="premium_8_10ft", scheduled_delivery_date="2026-12-06",
        answered_at=timezone.now(), customer_phone="603-555-0999",
    )  # fmt: skip
    make_tree_order(customer_name="Cleo Hall", city="Dover", status="cancelled", include_disposal=True)
    assert _shown(admin_client, "") == ["Cleo Hall", "bob Jones", "Ada Smith"]
    assert _shown(admin_client, "ordering=createdAt") == ["Ada Smith", "bob Jones", "Cleo Hall"]
    assert _shown(admin_client, "ordering=customerName") == ["Ada Smith", "bob Jones", "Cleo Hall"]
    assert _shown(admin_client, "ordering=-customerName") == ["Cleo Hall", "bob Jones", "Ada Smith"]
    assert _shown(admin_client, "ordering=scheduledDeliveryDate")[0] == "bob Jones"
    assert _shown(admin_client, "ordering=preferredDeliveryDate")[0] == "Ada Smith"
    assert _shown(admin_client, "ordering=status") == ["Cleo Hall", "Ada Smith", "bob Jones"]
    assert _shown(admin_client, "status=pending,scheduled") == ["bob Jones", "Ada Smith"]
    assert _shown(admin_client, "size=premium_8_10ft") == ["bob Jones"]
    assert _shown(admin_client, "town=Dover&status=pending") == ["Ada Smith"]
    assert _shown(admin_client, "town=Dover&size=premium_8_10ft") == []
    assert _shown(admin_client, "deliveryDay=2026-12-06") == ["bob Jones"]
    assert _shown(admin_client, "preferredDay=2026-12-05") == ["Ada Smith"]
    assert _shown(admin_client, "disposal=1") == ["Ada Smith"]
    assert _shown(admin_client, "unanswered=1") == ["Ada Smith"]
    assert _shown(admin_client, "q=0999") == ["bob Jones"]
    assert _shown(admin_client, "q=smi&town=Dover") == ["Ada Smith"]
    for filters in (
        "status=pending,scheduled", "size=premium_8_10ft", "town=Dover", "deliveryDay=2026-12-06",
        "preferredDay=2026-12-05", "disposal=1", "unanswered=1",
    ):  # fmt: skip
        for ordering in ("-createdAt", "customerName"):
            chosen = f"{filters}&ordering={ordering}"
            assert _shown(admin_client, f"q=603&{chosen}") == _shown(admin_client, chosen), chosen


@pytest.mark.parametrize(
    "query", ["status=x", "size=huge", "deliveryDay=x", "preferredDay=5", "disposal=x", "unanswered=2", "ordering=x"]
)
def test_bad_filter_is_a_400(admin_client: APIClient, query: str) -> None:
    response = admin_client.get(f"{LIST}&{query}")
    assert response.status_code == 400
    assert list(response.json()["errors"]) == [query.split("=")[0]]


def test_day_sheet_is_grouped_by_city(admin_client: APIClient) -> None:
    on_the_day = {"scheduled_delivery_date": "2026-12-05", "status": "scheduled"}
    make_tree_order(**on_the_day, city="Portsmouth", address_line1="9 Zion Rd", include_wreaths=True)
    make_tree_order(**on_the_day, city="portsmouth", address_line1="1 Ash St", tree_size="premium_8_10ft")
    make_tree_order(**on_the_day, city="Portsmouth", address_line1="the old mill")
    make_tree_order(**on_the_day, city="Portsmouth", address_line1="Wharf 3")
    make_tree_order(**on_the_day, city="Dover", include_wreaths=True, include_disposal=True)
    make_tree_order(**{**on_the_day, "status": "cancelled"}, city="Exeter")
    make_tree_order(city="Hampton", status="scheduled", scheduled_delivery_date="2026-12-06")
    sheet = admin_client.get("/api/tree-orders/day-sheet?day=2026-12-05").json()
    assert sheet["day"] == "2026-12-05"
    assert [(town["town"], [order["addressLine1"] for order in town["orders"]]) for town in sheet["towns"]] == [
        ("Dover", ["41 Marcy Street"]),
        ("portsmouth", ["1 Ash St", "9 Zion Rd", "the old mill", "Wharf 3"]),
    ]
    load = {name: sheet["totals"][name] for name in ("orders", "sizes", "addOns")}
    assert load == {
        "orders": 5,
        "sizes": {"modest_6ft": 4, "quality_7_8ft": 0, "premium_8_10ft": 1},
        "addOns": {"includeTreeStand": 0, "includeTreeLights": 0, "includeWreaths": 2, "includeDisposal": 1},
    }


def test_empty_day_has_an_empty_sheet(admin_client: APIClient) -> None:
    sheet = admin_client.get("/api/tree-orders/day-sheet?day=2026-12-24").json()
    assert (sheet["towns"], sheet["totals"]["orders"]) == ([], 0)


@pytest.mark.parametrize("query", ["", "?day=", "?day=tomorrow"])
def test_day_sheet_requires_a_day(admin_client: APIClient, query: str) -> None:
    response = admin_client.get(f"/api/tree-orders/day-sheet{query}")
    assert response.status_code == 400
    assert list(response.json()["errors"]) == ["day"]

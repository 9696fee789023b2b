"""A visitor without an account orders a delivered tree."""

import datetime as dt
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from catalog.catalog import TREE_ADD_ONS, TREE_SIZE_BY_ID, TREE_SIZES, TreeAddOn, TreeSize
from testing.helpers import input_table
from texts.models import ConsentEvent
from trees.models import TreeOrder
from trees.tests.factories import tree_order_body

TABLE = Path(__file__).parent / "tree_order_inputs.json"

CHOICES = [chosen for count in range(5) for chosen in combinations(TREE_ADD_ONS, count)]


@pytest.mark.parametrize("size", TREE_SIZES, ids=lambda size: size.id)
@pytest.mark.parametrize("chosen", CHOICES, ids=lambda chosen: "+".join(add_on.id for add_on in chosen))
def test_prices_are_computed_by_the_server(guest: APIClient, size: TreeSize, chosen: tuple[TreeAddOn, ...]) -> None:
    body = tree_order_body(treeSize=size.id, **{add_on.id: True for add_on in chosen})
    response = guest.post("/api/tree-orders", body, format="json")
    assert response.status_code == 201
    order = response.json()
    assert order["status"] == "pending"
    assert order["treePrice"] == f"{size.price:.2f}"
    assert order["deliveryPrice"] == f"{size.delivery_price:.2f}"
    total = size.price + size.delivery_price + sum(add_on.price for add_on in chosen)
    assert order["totalAmount"] == f"{total:.2f}"


def test_server_assigned_fields_are_ignored(guest: APIClient) -> None:
    forged = {
        "totalAmount": "1.00",
        "treePrice": 0,
        "deliveryPrice": "0",
        "status": "delivered",
        "id": "x",
        "userId": 3,
    }
    order = guest.post("/api/tree-orders", tree_order_body(**forged), format="json").json()
    modest = TREE_SIZE_BY_ID["modest_6ft"]
    assert order["totalAmount"] == f"{modest.price + modest.delivery_price:.2f}"
    assert order["status"] == "pending"
    assert order["userId"] is None


@pytest.mark.parametrize(("name", "body", "_errors"), input_table(TABLE, "good"), ids=lambda value: str(value)[:60])
def test_valid_input_is_accepted(guest: APIClient, name: str, body: dict[str, Any], _errors: Any) -> None:
    response = guest.post("/api/tree-orders", body, format="json")
    assert response.status_code == 201, response.content
    assert TreeOrder.objects.count() == 1


@pytest.mark.parametrize(("name", "body", "errors"), input_table(TABLE, "bad"), ids=lambda value: str(value)[:60])
def test_invalid_input_is_rejected_with_the_forms_messages(
    guest: APIClient, name: str, body: dict[str, Any], errors: dict[str, str]
) -> None:
    response = guest.post("/api/tree-orders", body, format="json")
    assert response.status_code == 400
    assert response.json()["errors"] == {field: [message] for field, message in errors.items()}
    assert TreeOrder.objects.count() == 0


@pytest.mark.parametrize(
    ("sent", "stored"), [({}, False), ({"textUpdates": None}, False), ({"textUpdates": True}, True)]
)
def test_text_updates_are_off_by_default(guest: APIClient, sent: dict[str, Any], stored: bool) -> None:
    order = guest.post("/api/tree-orders", tree_order_body(**sent), format="json").json()
    assert order["textUpdates"] is stored
    assert TreeOrder.objects.get().text_updates is stored
    assert ConsentEvent.objects.exists() is stored


def test_order_returns_all_fields_sent(guest: APIClient) -> None:
    sent = tree_order_body(
        addressLine2="Apartment 2",
        notes="The blue door",
        preferredDeliveryDate=f"{timezone.localdate() + dt.timedelta(days=7)}",
        includeTreeStand=True,
        includeDisposal=True,
        textUpdates=True,
    )
    order = guest.post("/api/tree-orders", sent, format="json").json()
    assert {field: order[field] for field in sent} == sent
    assert (order["includeTreeLights"], order["includeWreaths"]) == (False, False)


def test_blank_preferred_day_means_no_day(guest: APIClient) -> None:
    order = guest.post("/api/tree-orders", tree_order_body(preferredDeliveryDate=""), format="json").json()
    assert order["preferredDeliveryDate"] is None


def test_preferred_day_is_in_eastern_time(guest: APIClient) -> None:
    body = tree_order_body(preferredDeliveryDate="2090-12-06T04:30:00.000Z")
    assert guest.post("/api/tree-orders", body, format="json").json()["preferredDeliveryDate"] == "2090-12-05"


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("2026-12-05", "2026-12-05"),
        ("2026-12-05T00:00:00Z", "2026-12-05"),
        ("2026-12-05T00:00:00.000Z", "2026-12-05"),
        ("2026-12-05T12:00:00.000Z", "2026-12-05"),
        ("2026-12-04T00:00:00Z", None),
        ("2026-12-05T04:59:59Z", None),
        ("2026-12-04", None),
    ],
)
def test_preferred_day_can_be_today_in_eastern_time_but_not_past(guest: APIClient, sent: str, kept: str | None) -> None:
    with time_machine.travel("2026-12-05T23:30:00-05:00"):  # the 6th in UTC
        response = guest.post("/api/tree-orders", tree_order_body(preferredDeliveryDate=sent), format="json")
    if kept:
        assert response.json()["preferredDeliveryDate"] == kept
    else:
        assert response.json()["errors"] == {"preferredDeliveryDate": ["Please pick today or a later date"]}


def test_customers_list_has_only_their_own_orders(
    customer_client: APIClient, outsider_client: APIClient, guest: APIClient
) -> None:
    order = customer_client.post("/api/tree-orders", tree_order_body(), format="json").json()
    assert [row["id"] for row in customer_client.get("/api/tree-orders").json()] == [order["id"]]
    assert outsider_client.get("/api/tree-orders").json() == []
    assert guest.get("/api/tree-orders").status_code == 401


def test_administrators_list_has_all_orders(admin: User, admin_client: APIClient, customer_client: APIClient) -> None:
    customer_client.post("/api/tree-orders", tree_order_body(), format="json")
    assert admin_client.get("/api/tree-orders").json() == []
    assert len(admin_client.get("/api/tree-orders?scope=admin").json()) == 1
    assert customer_client.get("/api/tree-orders?scope=admin").status_code == 403


def test_order_that_staff_enter_belongs_to_the_customer(
    admin: User, admin_client: APIClient, office_client: APIClient
) -> None:
    for client in (admin_client, office_client):
        entered = client.post("/api/tree-orders", tree_order_body(), format="json").json()
        assert entered["userId"] is None
    own = admin_client.post("/api/tree-orders", tree_order_body(customerEmail=admin.email), format="json").json()
    assert own["userId"] == str(admin.id)

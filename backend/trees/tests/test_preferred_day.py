"""Customers change their preferred delivery day until we have set one."""

import datetime as dt
from typing import Any

import pytest
from django.db import transaction
from rest_framework.test import APIClient

from accounts.models import User
from links.tests.factories import make_link, open_link
from testing.helpers import run_during_transaction
from trees.models import TreeOrder
from trees.services import revise_tree_order
from trees.tests.factories import make_tree_order

DAY = "2030-12-12"


@pytest.fixture
def order(customer: User) -> TreeOrder:
    return make_tree_order(user=customer, preferred_delivery_date="2030-12-10")


def _set_preferred(client: APIClient, order: TreeOrder, **body: Any) -> Any:
    return client.patch(f"/api/tree-orders/{order.id}", body, format="json")


@pytest.mark.parametrize(("sent", "day"), [(DAY, DAY), (f"{DAY}T00:00:00Z", DAY), (None, None)])
def test_owner_and_link_holder_can_set_preferred_day(
    sent: str | None, day: str | None, order: TreeOrder, customer_client: APIClient, guest: APIClient
) -> None:
    open_link(guest, make_link(order))
    for client in (customer_client, guest):
        TreeOrder.objects.update(preferred_delivery_date="2030-12-10")
        response = _set_preferred(client, order, preferredDeliveryDate=sent)
        assert (response.status_code, response.json()["preferredDeliveryDate"]) == (200, day)
        assert "respondBy" not in response.json()


def test_customer_can_change_only_the_preferred_day(order: TreeOrder, customer_client: APIClient) -> None:
    body = {"status": "delivered", "scheduledDeliveryDate": DAY, "notes": "mine", "totalAmount": "0.00"}
    before = customer_client.get(f"/api/tree-orders/{order.id}").json()
    assert _set_preferred(customer_client, order, **body).json() == before


@pytest.mark.parametrize("sent", ["2020-12-12", "soon", 5, []])
def test_bad_preferred_day_is_a_400(sent: object, order: TreeOrder, customer_client: APIClient) -> None:
    response = _set_preferred(customer_client, order, preferredDeliveryDate=sent)
    assert response.status_code == 400
    assert list(response.json()["errors"]) == ["preferredDeliveryDate"]


@pytest.mark.parametrize(
    "state", [{"scheduled_delivery_date": "2030-12-11"}, {"status": "delivered"}, {"status": "cancelled"}]
)
def test_preferred_day_is_fixed_once_a_day_is_set_or_the_order_is_closed(
    state: dict[str, str], order: TreeOrder, customer_client: APIClient
) -> None:
    TreeOrder.objects.update(**state)
    assert _set_preferred(customer_client, order, preferredDeliveryDate=DAY).status_code == 409
    assert _set_preferred(customer_client, order, preferredDeliveryDate="2030-12-10").status_code == 200, "unchanged"
    order.refresh_from_db()
    assert str(order.preferred_delivery_date) == "2030-12-10"


@pytest.mark.parametrize("status", ["pending", "confirmed", "scheduled"])
def test_preferred_day_can_change_until_a_day_is_set(status: str, order: TreeOrder, customer_client: APIClient) -> None:
    TreeOrder.objects.update(status=status)
    assert _set_preferred(customer_client, order, preferredDeliveryDate=DAY).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_concurrent_delivery_day_beats_preferred_day(order: TreeOrder, customer_client: APIClient) -> None:
    with transaction.atomic():
        revise_tree_order(order_id=order.id, scheduled_delivery_date=dt.date(2030, 12, 11))
        response = run_during_transaction(
            lambda: _set_preferred(customer_client, order, preferredDeliveryDate=DAY).status_code
        )
    assert response() == 409


def test_desk_shows_the_new_preferred_day(
    order: TreeOrder, customer_client: APIClient, admin_client: APIClient
) -> None:
    _set_preferred(customer_client, order, preferredDeliveryDate=DAY)
    assert admin_client.get(f"/api/tree-orders/{order.id}").json()["preferredDeliveryDate"] == DAY


def test_administrator_cannot_change_preferred_day(order: TreeOrder, admin_client: APIClient) -> None:
    assert _set_preferred(admin_client, order, preferredDeliveryDate=DAY).status_code == 200
    order.refresh_from_db()
    assert str(order.preferred_delivery_date) == "2030-12-10"

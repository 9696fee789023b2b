"""The customer changes the day they would like the tree on, until we have set one."""

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


def _wish(client: APIClient, order: TreeOrder, **body: Any) -> Any:
    return client.patch(f"/api/tree-orders/{order.id}", body, format="json")


@pytest.mark.parametrize(("wish", "day"), [(DAY, DAY), (f"{DAY}T00:00:00Z", DAY), (None, None)])
def test_owner_and_holder_set_it(
    wish: str | None, day: str | None, order: TreeOrder, customer_client: APIClient, guest: APIClient
) -> None:
    open_link(guest, make_link(order))
    for client in (customer_client, guest):
        TreeOrder.objects.update(preferred_delivery_date="2030-12-10")
        response = _wish(client, order, preferredDeliveryDate=wish)
        assert (response.status_code, response.json()["preferredDeliveryDate"]) == (200, day)
        assert "respondBy" not in response.json()


def test_nothing_else_can_be_changed(order: TreeOrder, customer_client: APIClient) -> None:
    body = {"status": "delivered", "scheduledDeliveryDate": DAY, "notes": "mine", "totalAmount": "0.00"}
    before = customer_client.get(f"/api/tree-orders/{order.id}").json()
    assert _wish(customer_client, order, **body).json() == before


@pytest.mark.parametrize("wish", ["2020-12-12", "soon", 5, []])
def test_bad_day_is_refused(wish: object, order: TreeOrder, customer_client: APIClient) -> None:
    response = _wish(customer_client, order, preferredDeliveryDate=wish)
    assert response.status_code == 400
    assert list(response.json()["errors"]) == ["preferredDeliveryDate"]


@pytest.mark.parametrize(
    "state", [{"scheduled_delivery_date": "2030-12-11"}, {"status": "delivered"}, {"status": "cancelled"}]
)
def test_set_day_and_done_orders_stay(state: dict[str, str], order: TreeOrder, customer_client: APIClient) -> None:
    TreeOrder.objects.update(**state)
    assert _wish(customer_client, order, preferredDeliveryDate=DAY).status_code == 409
    assert _wish(customer_client, order, preferredDeliveryDate="2030-12-10").status_code == 200, "as it is"
    order.refresh_from_db()
    assert str(order.preferred_delivery_date) == "2030-12-10"


@pytest.mark.django_db(transaction=True)
def test_day_that_is_set_at_the_same_moment_wins(order: TreeOrder, customer_client: APIClient, admin: User) -> None:
    with transaction.atomic():
        revise_tree_order(order_id=order.id, by=admin, scheduled_delivery_date=dt.date(2030, 12, 11))
        wish = run_during_transaction(lambda: _wish(customer_client, order, preferredDeliveryDate=DAY).status_code)
    assert wish() == 409


def test_desk_sees_the_new_day(order: TreeOrder, customer_client: APIClient, admin_client: APIClient) -> None:
    _wish(customer_client, order, preferredDeliveryDate=DAY)
    assert admin_client.get(f"/api/tree-orders/{order.id}").json()["preferredDeliveryDate"] == DAY


def test_administrator_does_not_change_it(order: TreeOrder, admin_client: APIClient) -> None:
    assert _wish(admin_client, order, preferredDeliveryDate=DAY).status_code == 200
    order.refresh_from_db()
    assert str(order.preferred_delivery_date) == "2030-12-10"

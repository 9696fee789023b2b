"""The first page of a list has a statement that is written once, and shows what the list would show without it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import Address, User
from invoices.tests.factories import make_invoice
from quotes.models import Quote
from quotes.tests.factories import make_quote
from trees.tests.factories import make_tree_order

pytestmark = pytest.mark.django_db


def _save_address(user: User) -> Address:
    return Address.objects.create(user=user, street="1 Main Street", city="Dover", state="NH", zip_code="03820")


def _send_invoice(user: User) -> Any:
    return make_invoice(user=user, sent_at=timezone.now())


LISTS: dict[str, Callable[[User], Any]] = {
    "/api/quotes": lambda user: make_quote(user=user),
    "/api/tree-orders": lambda user: make_tree_order(user=user),
    "/api/invoices": _send_invoice,
    "/api/addresses": _save_address,
}


def _ids(client: APIClient, path: str) -> list[str]:
    response = client.get(path)
    assert response.status_code == 200
    return [row["id"] for row in response.json()]


@pytest.mark.parametrize("path", LISTS)
def test_own_list_belongs_to_whoever_asks(
    path: str, customer: User, outsider: User, customer_client: APIClient, outsider_client: APIClient
) -> None:
    make = LISTS[path]
    customers = [str(make(customer).id) for _ in range(2)][::-1]
    outsiders = [str(make(outsider).id)]
    for _ in range(2):
        assert _ids(customer_client, path) == customers
        assert _ids(outsider_client, path) == outsiders
    customers.insert(0, str(make(customer).id))
    assert _ids(customer_client, path) == customers
    assert _ids(customer_client, f"{path}?limit=2") == customers[:2]
    assert _ids(customer_client, f"{path}?limit=1") == customers[:1]


def test_own_list_leaves_drafts_of_invoices_out(customer: User, customer_client: APIClient) -> None:
    sent = _send_invoice(customer)
    make_invoice(user=customer, status="draft", sent_at=None)
    for _ in range(2):
        assert _ids(customer_client, "/api/invoices") == [str(sent.id)]


def test_desk_list_without_filters_is_the_list_by_time(customer: User, admin_client: APIClient) -> None:
    for _ in range(3):
        make_quote(user=customer)
    for limit in (2, 50):
        by_name = admin_client.get("/api/quotes", {"scope": "admin", "ordering": "-createdAt", "limit": limit})
        for _ in range(2):
            unfiltered = admin_client.get("/api/quotes", {"scope": "admin", "limit": limit})
            assert unfiltered.json() == by_name.json()
            assert len(unfiltered.json()) == min(limit, 3)
    rest = admin_client.get(admin_client.get("/api/quotes?scope=admin&limit=2").headers["Link"][1:].partition(">")[0])
    assert [row["id"] for row in rest.json()] == [str(Quote.objects.earliest("created_at").id)]

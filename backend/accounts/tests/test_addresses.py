"""Customers save addresses, and exactly one is the default."""

from functools import partial
from typing import Any

import pytest
from django.db.models.signals import pre_save
from rest_framework.test import APIClient

from accounts.models import Address, User
from quotes.models import Quote
from quotes.tests.factories import make_quote, quote_body
from storage.models import StorageSubscription
from testing.helpers import in_threads, run_during_transaction

HOME = {"label": "Home", "street": "41 Marcy Street", "city": "Portsmouth", "state": "nh", "zipCode": "03801"}


def _add(client: APIClient, **changes: Any) -> dict[str, Any]:
    response = client.post("/api/addresses", {**HOME, **changes}, format="json")
    assert response.status_code == 201, response.content
    return response.json()  # type: ignore[no-any-return]


def _defaults(client: APIClient) -> list[str]:
    return [address["id"] for address in client.get("/api/addresses").json() if address["isDefault"]]


def test_first_address_is_the_default_until_another_is_chosen(customer_client: APIClient) -> None:
    first = _add(customer_client)
    assert first["isDefault"] is True
    assert first["state"] == "NH"
    second = _add(customer_client, label="Shop")
    assert _defaults(customer_client) == [first["id"]]
    third = _add(customer_client, label="Barn", isDefault=True)
    assert _defaults(customer_client) == [third["id"]]
    customer_client.patch(f"/api/addresses/{second['id']}", {"isDefault": True}, format="json")
    assert _defaults(customer_client) == [second["id"]]


def test_default_address_cannot_be_unset(customer_client: APIClient) -> None:
    home = _add(customer_client)
    response = customer_client.patch(f"/api/addresses/{home['id']}", {"isDefault": False}, format="json")
    assert response.status_code == 409
    assert _defaults(customer_client) == [home["id"]]


def test_address_that_is_not_the_default_can_be_saved_as_such(customer_client: APIClient) -> None:
    home, shop = _add(customer_client), _add(customer_client, label="Shop")
    change = {"label": "Store", "isDefault": False}
    response = customer_client.patch(f"/api/addresses/{shop['id']}", change, format="json")
    assert (response.status_code, response.json()["label"]) == (200, "Store")
    assert _defaults(customer_client) == [home["id"]]


def test_default_address_stays_when_another_is_deleted(customer_client: APIClient) -> None:
    home, shop, _barn = _add(customer_client), _add(customer_client), _add(customer_client)
    assert customer_client.delete(f"/api/addresses/{shop['id']}").status_code == 204
    assert _defaults(customer_client) == [home["id"]]


def test_deleted_default_address_is_replaced(customer_client: APIClient) -> None:
    first, second, third = _add(customer_client), _add(customer_client), _add(customer_client)
    assert customer_client.delete(f"/api/addresses/{first['id']}").status_code == 204
    assert _defaults(customer_client) == [third["id"]]
    customer_client.delete(f"/api/addresses/{third['id']}")
    customer_client.delete(f"/api/addresses/{second['id']}")
    assert customer_client.get("/api/addresses").json() == []


@pytest.mark.django_db(transaction=True)
def test_ten_concurrent_new_defaults_leave_one(customer: User) -> None:
    addresses = [
        Address.objects.create(
            user=customer, street=f"{n} Main St", city="Dover", state="NH", zip_code="03820", is_default=n == 0
        )
        for n in range(10)
    ]

    def make_default(number: int) -> int:
        client = APIClient()
        client.force_login(customer)
        return int(
            client.patch(f"/api/addresses/{addresses[number].id}", {"isDefault": True}, format="json").status_code
        )

    assert in_threads(10, make_default) == [200] * 10
    assert Address.objects.filter(is_default=True).count() == 1


@pytest.mark.django_db(transaction=True)
def test_second_new_default_waits_for_the_first(customer: User, customer_client: APIClient) -> None:
    """The second call arrives between the two writes of the first, every time."""
    _, first, second = (
        Address.objects.create(
            user=customer, street=f"{n} Main St", city="Dover", state="NH", zip_code="03820", is_default=n == 0
        )
        for n in range(3)
    )

    other_client = APIClient()
    other_client.force_login(customer)
    waiting = []

    def give(client: APIClient, address: Address) -> int:
        response = client.patch(f"/api/addresses/{address.id}", {"isDefault": True}, format="json")
        return int(response.status_code)

    def come_between(instance: Address, **of_signal: Any) -> None:
        if instance.id == first.id:
            waiting.append(run_during_transaction(lambda: give(other_client, second)))

    pre_save.connect(come_between, sender=Address)
    try:
        assert give(customer_client, first) == 200
    finally:
        pre_save.disconnect(come_between, sender=Address)
    assert [result() for result in waiting] == [200]
    assert _defaults(customer_client) == [str(second.id)]


@pytest.mark.django_db(transaction=True)
def test_concurrent_first_addresses_have_one_default(customer: User) -> None:
    def add(_: int) -> int:
        client = APIClient()
        client.force_login(customer)
        return int(client.post("/api/addresses", HOME, format="json").status_code)

    assert in_threads(8, add) == [201] * 8
    assert Address.objects.filter(is_default=True).count() == 1


def test_address_used_for_storage_cannot_be_deleted(customer: User, customer_client: APIClient) -> None:
    home = _add(customer_client)
    subscription = StorageSubscription.objects.create(user=customer, plan="consumer", monthly_amount=15)
    subscription.addresses.add(home["id"])
    assert customer_client.delete(f"/api/addresses/{home['id']}").status_code == 409
    subscription.status = "canceled"
    subscription.save()
    Address.objects.update(status="items_in_storage")
    assert customer_client.delete(f"/api/addresses/{home['id']}").status_code == 409
    Address.objects.update(status="active")
    assert customer_client.delete(f"/api/addresses/{home['id']}").status_code == 204


def test_address_in_another_state_stays_until_its_quotes_are_finished(
    customer: User, customer_client: APIClient
) -> None:
    cabin = _add(customer_client, city="Kittery", state="ME", zipCode="03904")
    quote = make_quote(user=customer, address_id=cabin["id"], street_address=cabin["street"])
    response = customer_client.delete(f"/api/addresses/{cabin['id']}")
    assert (response.status_code, "isn't finished" in response.json()["message"]) == (409, True)
    quote.status = "complete"
    quote.save()
    assert customer_client.delete(f"/api/addresses/{cabin['id']}").status_code == 204


def test_quote_keeps_the_street_of_a_deleted_address(customer: User, customer_client: APIClient) -> None:
    home = _add(customer_client)
    quote = make_quote(user=customer, address_id=home["id"], street_address=home["street"])
    assert customer_client.delete(f"/api/addresses/{home['id']}").status_code == 204
    quote.refresh_from_db()
    assert (quote.address_id, quote.street_address) == (None, "41 Marcy Street")


@pytest.mark.django_db(transaction=True)
def test_address_deleted_during_a_request_leaves_its_street(customer: User, customer_client: APIClient) -> None:
    home = _add(customer_client)
    other_client = APIClient()
    other_client.force_login(customer)
    waiting = []

    def come_between(**of_signal: Any) -> None:
        delete = partial(other_client.delete, f"/api/addresses/{home['id']}")
        waiting.append(run_during_transaction(lambda: int(delete().status_code)))

    pre_save.connect(come_between, sender=Quote)
    try:
        response = customer_client.post("/api/quotes", quote_body(addressId=home["id"]), format="json")
    finally:
        pre_save.disconnect(come_between, sender=Quote)
    assert (response.status_code, [result() for result in waiting]) == (201, [204])
    quote = Quote.objects.get()
    assert (quote.address_id, quote.street_address) == (None, "41 Marcy Street")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"street": "1 A"}, "Please provide a street address"),
        ({"street": ""}, "Please provide a street address"),
        ({"city": "D"}, "City is required"),
        ({"state": "New Hampshire"}, "State must be 2 characters (e.g., NH)"),
        ({"state": "ßß"}, "State must be 2 characters (e.g., NH)"),  # four letters in capitals
        ({"zipCode": "0380"}, "Invalid ZIP code format"),
        ({"zipCode": "٠٣٨٠١"}, "Invalid ZIP code format"),
        ({"label": "x" * 101}, "String must contain at most 100 character(s)"),
        ({"isDefault": "yes"}, "Expected boolean, received string"),
    ],
)
def test_invalid_address_is_rejected(customer_client: APIClient, change: dict[str, Any], message: str) -> None:
    expected = {"message": message, "errors": {next(iter(change)): [message]}}
    response = customer_client.post("/api/addresses", {**HOME, **change}, format="json")
    assert (response.status_code, response.json()) == (400, expected)
    home = _add(customer_client)
    response = customer_client.patch(f"/api/addresses/{home['id']}", change, format="json")
    assert (response.status_code, response.json()) == (400, expected)


def test_address_status_cannot_be_set_by_the_customer(customer_client: APIClient) -> None:
    assert _add(customer_client, status="items_in_storage", userId="x")["status"] == "active"


def test_customer_can_change_only_their_name(customer_client: APIClient) -> None:
    change = {"firstName": " Nora ", "isAdmin": True, "email": "new@example.com"}
    user = customer_client.patch("/api/auth/user", change, format="json").json()
    assert (user["firstName"], user["isAdmin"], user["email"]) == ("Nora", False, "eleanor@example.com")
    assert customer_client.patch("/api/auth/user", {"lastName": "x" * 101}, format="json").status_code == 400

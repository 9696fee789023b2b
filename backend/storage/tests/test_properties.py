"""The properties of a subscription stay within the plan's limit, and their addresses have the right status."""

import datetime as dt
from typing import Any

import pytest
from django.db.models.signals import pre_delete
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import Address, User
from payments.client import client
from payments.prices import sync_catalog
from storage.models import StorageSubscription
from storage.tests.factories import make_address, subscribe
from testing.helpers import in_threads, run_during_transaction
from testing.payments import StripeSandbox, send_event

LIST = "/api/storage-subscriptions"


def _attach(client: APIClient, row: StorageSubscription, address: Address) -> Any:
    return client.post(f"{LIST}/{row.id}/addresses", {"addressId": str(address.id)}, format="json")


def _detach(client: APIClient, row: StorageSubscription, address: Address) -> Any:
    return client.delete(f"{LIST}/{row.id}/addresses/{address.id}")


@pytest.mark.parametrize(("plan", "most"), [("consumer", 1), ("business", 3), ("enterprise", None)])
def test_plan_limits_the_number_of_properties(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox, plan: str, most: Any
) -> None:
    row = subscribe(customer, stripe_sandbox, plan)
    addresses = [make_address(customer, created_at=timezone.now() - dt.timedelta(days=each)) for each in range(5)]
    responses = [_attach(customer_client, row, address) for address in addresses]
    allowed = most or 5
    assert [response.status_code for response in responses] == [200] * allowed + [409] * (5 - allowed)
    assert Address.objects.filter(status="subscribed").count() == allowed
    again = _attach(customer_client, row, addresses[0])
    shown = [each["id"] for each in again.json()["addresses"]]
    assert (again.status_code, shown) == (200, [str(each.id) for each in reversed(addresses[:allowed])])


def test_removed_property_makes_room(
    customer: User, outsider: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    first, second, theirs = make_address(customer), make_address(customer), make_address(outsider, status="subscribed")
    row = subscribe(customer, stripe_sandbox, address=first)
    assert _attach(customer_client, row, second).status_code == 409
    response = _detach(customer_client, row, first)
    assert (response.status_code, response.json()["addresses"]) == (200, [])
    for address, status in ((first, "active"), (theirs, "subscribed")):
        address.refresh_from_db()
        assert address.status == status
    assert _detach(customer_client, row, first).status_code == 404
    assert _attach(customer_client, row, second).status_code == 200


@pytest.mark.parametrize(("status", "removed"), [("items_in_storage", 409), ("inactive", 200)])
def test_property_with_items_in_storage_cannot_be_removed(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox, status: str, removed: int
) -> None:
    home = make_address(customer, status=status)
    row = subscribe(customer, stripe_sandbox, address=home)
    home.refresh_from_db()
    assert home.status == status
    assert _detach(customer_client, row, home).status_code == removed
    home.refresh_from_db()
    assert home.status == status


def test_staff_record_that_items_are_stored_and_returned(
    customer: User,
    customer_client: APIClient,
    office_client: APIClient,
    stripe_sandbox: StripeSandbox,
) -> None:
    home = make_address(customer)
    row = subscribe(customer, stripe_sandbox, address=home)

    def record(status: str) -> str:
        page = f"/backoffice/accounts/address/{home.id}/change/"
        assert office_client.post(page, {"status": status}).status_code == 302
        home.refresh_from_db()
        return home.status

    assert record("items_in_storage") == "items_in_storage"
    assert _detach(customer_client, row, home).status_code == 409
    assert record("active") == "subscribed", "the plan still covers it"
    assert record("items_in_storage") == "items_in_storage"
    client().v1.subscriptions.cancel(row.stripe_subscription_id)
    stripe_sandbox.deliver()
    assert customer_client.delete(f"/api/addresses/{home.id}").status_code == 409, "the plan ended, the items are here"
    assert record("active") == "active"
    assert customer_client.delete(f"/api/addresses/{home.id}").status_code == 204


def test_customer_cannot_record_that_items_are_stored(customer: User, customer_client: APIClient) -> None:
    home = make_address(customer)
    customer_client.patch(f"/api/addresses/{home.id}", {"status": "items_in_storage"}, format="json")
    page = f"/backoffice/accounts/address/{home.id}/change/"
    assert customer_client.post(page, {"status": "items_in_storage"}).status_code == 302, "to the sign-in page"
    home.refresh_from_db()
    assert home.status == "active"


def test_other_customers_address_and_subscription_are_a_404(
    customer: User,
    outsider: User,
    customer_client: APIClient,
    outsider_client: APIClient,
    stripe_sandbox: StripeSandbox,
) -> None:
    row = subscribe(customer, stripe_sandbox)
    theirs = make_address(outsider)
    assert _attach(customer_client, row, theirs).status_code == 400
    assert _attach(outsider_client, row, theirs).status_code == 404
    assert Address.objects.filter(status="subscribed").count() == 0


def test_smaller_plan_requires_removing_properties_first(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    row = subscribe(customer, stripe_sandbox, "business")
    home, shop = make_address(customer), make_address(customer)
    for address in (home, shop):
        _attach(customer_client, row, address)
    for url in ("/api/create-subscription", f"{LIST}/{row.id}/preview-change"):
        response = customer_client.post(url, {"plan": "consumer"}, format="json")
        assert response.status_code == 409
        assert response.json()["message"].startswith("The Consumer plan takes 1 property, and yours has 2.")
    _detach(customer_client, row, shop)
    response = customer_client.post("/api/create-subscription", {"plan": "consumer"}, format="json")
    assert response.json()["subscription"]["plan"] == "consumer"


def test_larger_plan_and_new_property_can_be_requested_together(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    subscribe(customer, stripe_sandbox, address=make_address(customer))
    body = {"plan": "business", "addressId": str(make_address(customer).id)}
    response = customer_client.post("/api/create-subscription", body, format="json")
    assert len(response.json()["subscription"]["addresses"]) == 2


def test_stricter_limit_applies_during_a_change_to_a_smaller_plan(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    row = subscribe(customer, stripe_sandbox, "business", address=make_address(customer))
    stripe_sandbox.faults.add("drop", method="POST", path="subscriptions/", count=3)
    assert customer_client.post("/api/create-subscription", {"plan": "consumer"}, format="json").status_code == 503
    assert _attach(customer_client, row, make_address(customer)).status_code == 409
    row.refresh_from_db()
    assert (row.plan, row.pending_plan) == ("business", "consumer")
    response = customer_client.post("/api/create-subscription", {"plan": "consumer"}, format="json")
    assert response.json()["subscription"]["plan"] == "consumer"
    row.refresh_from_db()
    assert row.pending_plan == ""


def test_current_limit_applies_during_a_change_to_a_larger_plan(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    row = subscribe(customer, stripe_sandbox, address=make_address(customer))
    stripe_sandbox.faults.add("drop", method="POST", path="subscriptions/", count=3)
    assert customer_client.post("/api/create-subscription", {"plan": "business"}, format="json").status_code == 503
    refused = _attach(customer_client, row, make_address(customer))
    assert (refused.status_code, refused.json()["message"]) == (409, "Your plan takes one property")


def test_rejected_plan_change_keeps_the_limit(
    customer: User, outsider: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    theirs = StorageSubscription.objects.create(
        user=outsider, plan="business", pending_plan="consumer", monthly_amount=45, status="active"
    )
    row = subscribe(customer, stripe_sandbox, "business", address=make_address(customer))
    sync_catalog()
    [price] = stripe_sandbox.objects("price", lookup_key="storage_consumer")
    with stripe_sandbox.store.transaction():
        # A one-time price, so that Stripe rejects the subscription.
        stripe_sandbox.store.save(stripe_sandbox.store.require(price["id"]) | {"recurring": None})
    response = customer_client.post("/api/create-subscription", {"plan": "consumer"}, format="json")
    assert response.status_code not in (200, 503), response.content
    assert [_attach(customer_client, row, make_address(customer)).status_code for _ in range(3)] == [200, 200, 409]
    theirs.refresh_from_db()
    assert theirs.pending_plan == "consumer", "another customer's change is still pending"


@pytest.mark.parametrize("status", ["active", "past_due", "canceling"])
def test_address_of_a_live_subscription_is_not_released_by_a_late_event(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox, status: str
) -> None:
    home = make_address(customer)
    first = subscribe(customer, stripe_sandbox, address=home)
    client().v1.subscriptions.cancel(first.stripe_subscription_id)
    stripe_sandbox.deliver()
    home.refresh_from_db()
    assert home.status == "active"
    second = subscribe(customer, stripe_sandbox, address=home)
    assert second.id != first.id
    if status == "past_due":
        stripe_sandbox.renew(second.stripe_subscription_id, success=False)
        stripe_sandbox.deliver()
    if status == "canceling":
        customer_client.post(f"/api/storage-subscriptions/{second.id}/cancel")
    second.refresh_from_db()
    assert second.status == status
    ended = stripe_sandbox.get(first.stripe_subscription_id)
    assert send_event("customer.subscription.updated", ended) == 200
    home.refresh_from_db()
    assert home.status == "subscribed"
    assert customer_client.delete(f"/api/addresses/{home.id}").status_code == 409


@pytest.mark.django_db(transaction=True)
def test_address_cannot_be_added_while_it_is_being_deleted(customer: User, stripe_sandbox: StripeSandbox) -> None:
    row = subscribe(customer, stripe_sandbox)
    home = make_address(customer)

    def signed_in() -> APIClient:
        client = APIClient()
        client.force_login(customer)
        return client

    deleting, attaching = signed_in(), signed_in()
    waiting = []

    def come_between(**of_signal: Any) -> None:
        waiting.append(run_during_transaction(lambda: int(_attach(attaching, row, home).status_code)))

    pre_delete.connect(come_between, sender=Address)
    try:
        assert deleting.delete(f"/api/addresses/{home.id}").status_code == 204
    finally:
        pre_delete.disconnect(come_between, sender=Address)
    assert [result() for result in waiting] == [400]
    assert row.addresses.count() == 0


@pytest.mark.django_db(transaction=True)
def test_concurrent_requests_do_not_exceed_the_property_limit(customer: User, stripe_sandbox: StripeSandbox) -> None:
    row = subscribe(customer, stripe_sandbox, "business")
    addresses = [make_address(customer) for _ in range(8)]

    def attach(number: int) -> int:
        client = APIClient()
        client.force_login(customer)
        return int(_attach(client, row, addresses[number]).status_code)

    assert sorted(in_threads(8, attach)) == [200] * 3 + [409] * 5
    assert row.addresses.count() == 3
    assert Address.objects.filter(status="subscribed").count() == 3


@pytest.mark.django_db(transaction=True)
def test_concurrent_smaller_plan_and_new_property_respect_the_limit(
    customer: User, stripe_sandbox: StripeSandbox
) -> None:
    row = subscribe(customer, stripe_sandbox, "business", address=make_address(customer))
    second = make_address(customer)

    def work(number: int) -> int:
        client = APIClient()
        client.force_login(customer)
        if number:
            return int(_attach(client, row, second).status_code)
        return int(client.post("/api/create-subscription", {"plan": "consumer"}, format="json").status_code)

    assert sorted(in_threads(2, work)) == [200, 409]
    stripe_sandbox.deliver()
    row.refresh_from_db()
    assert row.limiting_plan.max_properties is not None
    assert row.addresses.count() <= row.limiting_plan.max_properties

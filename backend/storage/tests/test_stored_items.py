"""Staff see whose items are to be picked up, stored or returned, and record it. The customer is told."""

from pathlib import Path

import pytest
from django.db import connection
from rest_framework.test import APIClient

from accounts.models import Address, User
from payments.client import client
from storage.models import StorageSubscription
from storage.stored_items import properties_with_items
from storage.tests.factories import make_address, subscribe
from testing.helpers import delivered, end_waits, in_threads, text_of
from testing.payments import StripeSandbox

LIST = "/api/stored-items"


def _record(client: APIClient, address: Address, *, stored: bool) -> str:
    response = client.patch(f"{LIST}/{address.id}", {"inStorage": stored}, format="json")
    assert response.status_code == 200, response.content
    address.refresh_from_db()
    assert response.json()["status"] == address.status
    return address.status


def _listed(client: APIClient, status: str = "") -> list[tuple[str, str]]:
    response = client.get(f"{LIST}?scope=admin&status={status}")
    return [(row["id"], row["itemsStatus"]) for row in response.json()]


def test_property_moves_through_the_list_until_its_items_are_back(
    customer: User,
    outsider: User,
    customer_client: APIClient,
    office_client: APIClient,
    stripe_sandbox: StripeSandbox,
) -> None:
    make_address(customer)  # without a plan
    home, theirs = make_address(customer, street="1 Main St"), make_address(outsider, status="items_in_storage")
    row = subscribe(customer, stripe_sandbox, address=home)
    back = (str(theirs.id), "to_return")  # stored without a plan
    assert _listed(office_client) == [back, (str(home.id), "to_pick_up")]
    assert _record(office_client, home, stored=True) == "items_in_storage"
    assert _listed(office_client, "in_storage,to_pick_up") == [(str(home.id), "in_storage")]
    [mine] = customer_client.get(LIST).json()
    assert (mine["id"], mine["itemsStatus"]) == (str(home.id), "in_storage")

    customer_client.post(f"/api/storage-subscriptions/{row.id}/cancel")
    assert _listed(office_client, "to_return") == [back, (str(home.id), "to_return")]
    shown = office_client.get(f"{LIST}?scope=admin").json()[1]
    row.refresh_from_db()
    assert row.ends_at is not None
    assert shown["planEndsAt"] == f"{row.ends_at:%Y-%m-%dT%H:%M:%SZ}"
    assert (shown["plan"], shown["street"]) == ("consumer", "1 Main St")
    assert (shown["customerName"], shown["customerEmail"]) == ("Eleanor Hayes", "eleanor@example.com")

    assert _record(office_client, home, stored=False) == "subscribed", "the plan covers it until it ends"
    assert _listed(office_client) == [back], "there is nothing to fetch for a canceled plan"
    assert _record(office_client, home, stored=True) == "items_in_storage"
    client().v1.subscriptions.cancel(row.stripe_subscription_id)
    stripe_sandbox.deliver()
    assert _listed(office_client, "to_return") == [back, (str(home.id), "to_return")]
    assert _record(office_client, home, stored=False) == "active"
    assert _record(office_client, theirs, stored=False) == "active"
    assert _listed(office_client) == []


def test_past_due_plan_still_stores_until_it_is_canceled_and_a_newer_plan_counts(
    customer: User, customer_client: APIClient, office_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    home = make_address(customer)
    first = subscribe(customer, stripe_sandbox, address=home)
    client().v1.subscriptions.cancel(first.stripe_subscription_id)
    stripe_sandbox.deliver()
    second = subscribe(customer, stripe_sandbox, "business", address=home)
    stripe_sandbox.renew(second.stripe_subscription_id, success=False)
    stripe_sandbox.deliver()
    [row] = office_client.get(f"{LIST}?scope=admin").json()
    assert (row["itemsStatus"], row["plan"], row["planEndsAt"]) == ("to_pick_up", "business", None)
    customer_client.post(f"/api/storage-subscriptions/{second.id}/cancel")
    assert _listed(office_client) == [], "nothing is fetched for a canceled plan"
    assert _record(office_client, home, stored=True) == "items_in_storage"
    assert _listed(office_client) == [(str(home.id), "to_return")]


@pytest.mark.django_db(transaction=True)
def test_customer_is_told_once_and_not_of_a_wrong_click(
    customer: User, office_client: APIClient, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    home = make_address(customer)
    subscribe(customer, stripe_sandbox, address=home)

    def told() -> list[str]:
        emails = [email for email in delivered(tmp_path) if "decorations" in email["Subject"]]
        return [f"{email['Subject']}: {text_of(email).splitlines()[2]}" for email in emails]

    _record(office_client, home, stored=True)
    assert told() == [], "there is time to correct it"
    _record(office_client, home, stored=False)
    end_waits()
    assert told() == []
    for _ in range(2):
        _record(office_client, home, stored=True)
    end_waits()
    picked_up = (
        "Your decorations are in storage: We've picked up your decorations from 41 Marcy Street, Portsmouth. "
        "They're in storage now."
    )
    assert told() == [picked_up]
    _record(office_client, home, stored=False)
    _record(office_client, home, stored=True)
    end_waits()
    assert told() == [picked_up]
    _record(office_client, home, stored=False)
    end_waits()
    back = "Your decorations are back: We've returned your decorations to 41 Marcy Street, Portsmouth."
    assert told() == [picked_up, back]


def test_bad_input_and_unknown_status_are_refused(customer: User, office_client: APIClient) -> None:
    home = make_address(customer)
    for body in ({}, {"inStorage": "yes"}, {"inStorage": None}):
        response = office_client.patch(f"{LIST}/{home.id}", body, format="json")
        assert (response.status_code, response.json()["errors"].keys()) == (400, {"inStorage"})
    assert office_client.get(f"{LIST}?scope=admin&status=lost").status_code == 400
    home.refresh_from_db()
    assert home.status == "active"


def test_list_is_read_from_its_index(customer: User, office_client: APIClient) -> None:
    for number in range(300):
        make_address(customer, status="items_in_storage" if number < 3 else "active")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE accounts_address")
        cursor.execute("SET LOCAL enable_seqscan = off")
    plan = properties_with_items(Address.objects.all(), []).order_by("-created_at", "-id")[:51].explain()
    assert "address_in_use_new" in plan, plan


@pytest.mark.django_db(transaction=True)
def test_recording_while_the_plan_ends_leaves_no_covered_address(
    customer: User, office_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    home = make_address(customer, status="items_in_storage")
    row = subscribe(customer, stripe_sandbox, address=home)
    client().v1.subscriptions.cancel(row.stripe_subscription_id)

    def work(number: int) -> None:
        if number:
            stripe_sandbox.deliver()
        else:
            office_client.patch(f"{LIST}/{home.id}", {"inStorage": False}, format="json")

    in_threads(2, work)
    home.refresh_from_db()
    assert StorageSubscription.objects.live().count() == 0
    assert home.status == "active"

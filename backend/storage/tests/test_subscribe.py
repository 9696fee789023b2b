"""Customers subscribe to a storage plan, in one window or several."""

import itertools
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import Address, User
from common.errors import DomainError
from payments import subscriptions
from payments.client import client
from payments.models import Payment
from payments.states import SubscriptionState
from storage.models import StorageSubscription
from storage.subscribing import _next_attempt, begin_subscription, fetch_or_start
from storage.tests.factories import make_address, subscribe
from testing import cards
from testing.helpers import in_threads
from testing.payments import StripeSandbox, plan_cents, plan_dollars

URL = "/api/create-subscription"
LIST = "/api/storage-subscriptions"


def _ask(client: APIClient, plan: str = "consumer", key: str | None = None, **more: Any) -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    return client.post(URL, {"plan": plan, **more}, format="json", headers=headers)


def _secret(client: APIClient, plan: str = "consumer", **more: Any) -> str:
    response = _ask(client, plan, **more)
    assert response.status_code == 200, response.content
    return str(response.json()["clientSecret"])


def _live(stripe_sandbox: StripeSandbox) -> list[str]:
    return [one["status"] for one in stripe_sandbox.objects("subscription") if one["status"] in ("active", "past_due")]


def test_customer_can_subscribe(
    customer: User, outsider: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    for status in ("incomplete", "canceled"):  # unpaid and abandoned ones of another customer
        StorageSubscription.objects.create(user=outsider, plan="business", monthly_amount=45, status=status)
    home, others = make_address(customer), make_address(outsider)
    response = _ask(customer_client, addressId=str(home.id))
    assert response.status_code == 200
    shown = response.json()["subscription"]
    assert (shown["status"], shown["active"], shown["plan"], shown["monthlyAmount"]) == (
        "incomplete", False, "consumer", plan_dollars("consumer"),
    )  # fmt: skip
    cards.pay(response.json()["clientSecret"])
    assert customer_client.get(LIST).json()[0]["active"] is False  # not reported by Stripe yet
    assert {status for _, status in stripe_sandbox.deliver()} == {200}
    [shown] = customer_client.get(LIST).json()
    assert (shown["status"], shown["active"]) == ("active", True)
    assert shown["currentPeriodEnd"].endswith("Z")
    assert (shown["endsAt"], shown["card"]) == (None, {"brand": "visa", "last4": "4242"})
    assert [(one["id"], one["status"]) for one in shown["addresses"]] == [(str(home.id), "subscribed")]
    for changed in (customer, outsider, others):
        changed.refresh_from_db()
    assert (outsider.stripe_subscription_id, others.status) == ("", "active")
    row = StorageSubscription.objects.get(user=customer)
    assert (customer.stripe_subscription_id, row.stripe_subscription_id[:4]) == (row.stripe_subscription_id, "sub_")
    payment = Payment.objects.get()
    assert (payment.purpose, payment.reference, payment.user, payment.status, str(payment.amount_received)) == (
        "storage", row.id, customer, "succeeded", plan_dollars("consumer"),
    )  # fmt: skip


def test_subscription_starts_with_another_card_after_a_declined_one(
    customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    secret = _secret(customer_client)
    with pytest.raises(DomainError):
        cards.pay(secret, cards.DECLINED)
    stripe_sandbox.deliver()
    assert customer_client.get(LIST).json()[0]["status"] == "incomplete"
    assert _secret(customer_client) == secret
    cards.pay(secret)
    stripe_sandbox.deliver()
    assert customer_client.get(LIST).json()[0]["status"] == "active"
    assert len(stripe_sandbox.charges()) == 1


def test_repeated_request_returns_the_same_client_secret(
    customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    secrets = {_secret(customer_client, key=key) for key in (None, "form-number-1", "form-number-1", "form-number-2")}
    assert len(secrets) == 1
    assert len(stripe_sandbox.objects("subscription")) == 1
    assert _ask(customer_client, "business", key="form-number-1").status_code == 409


@pytest.mark.parametrize("body", [{}, {"plan": "gold"}, {"plan": None}, {"plan": "consumer", "addressId": "x"}])
def test_missing_or_unknown_plan_is_a_400(customer_client: APIClient, stripe_sandbox: StripeSandbox, body: Any) -> None:
    assert customer_client.post(URL, body, format="json").status_code == 400
    assert StorageSubscription.objects.count() == 0


def test_other_customers_address_is_a_400(
    customer_client: APIClient, outsider: User, stripe_sandbox: StripeSandbox
) -> None:
    response = _ask(customer_client, addressId=str(make_address(outsider).id))
    assert (response.status_code, list(response.json()["errors"])) == (400, ["addressId"])
    assert StorageSubscription.objects.count() == 0


def test_plan_can_be_changed_before_paying(
    outsider: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    theirs = begin_subscription(user=outsider, plan="enterprise")
    first = _secret(customer_client, "consumer")
    second = _secret(customer_client, "business")
    assert second != first
    with pytest.raises(DomainError):  # the form for the first plan is closed
        cards.pay(first)
    cards.pay(second)
    stripe_sandbox.deliver()
    [shown] = customer_client.get(LIST).json()
    assert (shown["plan"], shown["monthlyAmount"], shown["status"]) == ("business", plan_dollars("business"), "active")
    assert [charge["amount"] for charge in stripe_sandbox.charges()] == [plan_cents("business")]
    assert _live(stripe_sandbox) == ["active"]
    theirs.refresh_from_db()
    assert (theirs.plan, theirs.attempt) == ("enterprise", 1)


def test_bill_of_an_abandoned_plan_cannot_be_paid(
    customer_client: APIClient, stripe_sandbox: StripeSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = _secret(customer_client, "consumer")
    cancel = subscriptions._cancel

    def paid_at_this_moment(subscription_id: str) -> None:
        with pytest.raises(DomainError):
            cards.pay(first)
        cancel(subscription_id)

    monkeypatch.setattr(subscriptions, "_cancel", paid_at_this_moment)
    cards.pay(_secret(customer_client, "business"))
    stripe_sandbox.deliver()
    assert [charge["amount"] for charge in stripe_sandbox.charges()] == [plan_cents("business")]
    assert _live(stripe_sandbox) == ["active"]


@pytest.mark.parametrize("other_plan", ["business", "enterprise"])
def test_windows_changing_the_plan_at_once_leave_one_payable_subscription(
    customer: User,
    customer_client: APIClient,
    stripe_sandbox: StripeSandbox,
    monkeypatch: pytest.MonkeyPatch,
    other_plan: str,
) -> None:
    _secret(customer_client, "consumer")
    abandon = subscriptions.abandon
    other_window = []

    def overtaken(subscription_id: str) -> SubscriptionState:
        state = abandon(subscription_id)
        monkeypatch.setattr(subscriptions, "abandon", abandon)
        client = APIClient()
        client.force_login(customer)
        other_window.append(_secret(client, other_plan))
        return state

    monkeypatch.setattr(subscriptions, "abandon", overtaken)
    secret = _secret(customer_client, "business")
    assert (secret == other_window[0]) is (other_plan == "business")
    assert [one["status"] for one in stripe_sandbox.objects("subscription")].count("incomplete") == 1
    cards.pay(secret)
    stripe_sandbox.deliver()
    assert [charge["amount"] for charge in stripe_sandbox.charges()] == [plan_cents("business")]


def test_windows_that_keep_changing_the_plan_are_asked_to_try_again(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    _secret(customer_client, "consumer")
    abandon, other_plans = subscriptions.abandon, itertools.cycle(["enterprise", "consumer"])

    def overtaken(subscription_id: str) -> SubscriptionState:
        state = abandon(subscription_id)
        row = StorageSubscription.objects.get()
        _next_attempt(row, next(other_plans))  # the other window
        assert fetch_or_start(StorageSubscription.objects.get())
        return state

    monkeypatch.setattr(subscriptions, "abandon", overtaken)
    response = _ask(customer_client, "business")
    assert (response.status_code, "in another window" in response.json()["message"]) == (409, True)
    assert [one["status"] for one in stripe_sandbox.objects("subscription")].count("incomplete") == 1


@pytest.mark.parametrize("paid_before", [None, "abandon", "_void"])
def test_plan_change_right_after_paying_changes_the_live_subscription(
    customer_client: APIClient,
    stripe_sandbox: StripeSandbox,
    monkeypatch: pytest.MonkeyPatch,
    paid_before: str | None,
) -> None:
    """The payment counts, and the other plan is a change of the live subscription."""
    secret = _secret(customer_client, "consumer")
    if paid_before is None:
        cards.pay(secret)
    else:  # while the request is running
        step = getattr(subscriptions, paid_before)

        def paid_at_this_moment(which: Any) -> Any:
            monkeypatch.setattr(subscriptions, paid_before, step)
            cards.pay(secret)
            return step(which)

        monkeypatch.setattr(subscriptions, paid_before, paid_at_this_moment)
    response = _ask(customer_client, "business")
    assert response.json()["clientSecret"] is None
    assert response.json()["subscription"]["plan"] == "business"
    stripe_sandbox.deliver()
    assert [charge["amount"] for charge in stripe_sandbox.charges()] == [plan_cents("consumer")]
    assert _live(stripe_sandbox) == ["active"]
    assert customer_client.get(LIST).json()[0]["status"] == "active"


@pytest.mark.django_db(transaction=True)
def test_concurrent_requests_create_one_subscription(customer: User, stripe_sandbox: StripeSandbox) -> None:
    def click(number: int) -> str:
        client = APIClient()
        client.force_login(customer)
        return _secret(client, key=f"tab-number-{number % 4}")

    assert len(set(in_threads(8, click))) == 1
    assert len(stripe_sandbox.objects("subscription")) == 1
    assert len(stripe_sandbox.objects("customer")) == 1
    assert StorageSubscription.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_concurrent_plans_leave_one_payable_subscription(customer: User, stripe_sandbox: StripeSandbox) -> None:
    plans = ["consumer", "business", "enterprise"]

    def click(number: int) -> Any:
        client = APIClient()
        client.force_login(customer)
        return _ask(client, plans[number % 3])

    responses = in_threads(6, click)
    assert {response.status_code for response in responses} <= {200, 409, 503}
    waiting = [one for one in stripe_sandbox.objects("subscription") if one["status"] == "incomplete"]
    assert len(waiting) == 1
    paid = 0
    for secret in {response.json()["clientSecret"] for response in responses if response.status_code == 200}:
        try:
            cards.pay(secret)
            paid += 1
        except DomainError:
            continue
    assert paid <= 1
    stripe_sandbox.deliver()
    assert len(_live(stripe_sandbox)) == len(stripe_sandbox.charges()) == paid


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seed", range(4))
def test_concurrent_payment_and_plan_change_charge_once(
    customer: User, stripe_sandbox: StripeSandbox, seed: int
) -> None:
    client = APIClient()
    client.force_login(customer)
    secret = _secret(client, "consumer")

    def work(number: int) -> Any:
        if number == seed % 2:
            try:
                return cards.pay(secret)
            except DomainError:
                return None
        tab = APIClient()
        tab.force_login(customer)
        return _ask(tab, "business")

    in_threads(3, work)
    stripe_sandbox.deliver()
    [shown] = client.get(LIST).json()
    assert len(stripe_sandbox.charges()) == len(_live(stripe_sandbox)) <= 1
    assert shown["active"] is bool(_live(stripe_sandbox))


STRIPE_CALLS = ["customers", "prices", "products", "subscriptions$", "subscriptions/"]


@pytest.mark.parametrize(
    ("kind", "path"),
    [
        # Stripe processed the call but the response was lost, for each call; or Stripe didn't process the main call.
        *((kind, path) for kind in ("500_after", "drop_after") for path in STRIPE_CALLS),
        *((kind, "subscriptions$") for kind in ("500", "drop", "429")),
    ],
)
def test_failure_of_any_stripe_call_creates_no_second_subscription(
    customer_client: APIClient, stripe_sandbox: StripeSandbox, kind: str, path: str
) -> None:
    stripe_sandbox.faults.add(kind, path=path, count=3)
    for _ in range(4):
        response = _ask(customer_client, key="one-form-instance")
        if response.status_code == 200:
            break
        assert response.status_code == 503
        assert _ask(customer_client, "business", key="one-form-instance").status_code == 409
    cards.pay(response.json()["clientSecret"])
    stripe_sandbox.deliver()
    assert customer_client.get(LIST).json()[0]["status"] == "active"
    assert len(stripe_sandbox.charges()) == len(_live(stripe_sandbox)) == 1
    for unpaid in stripe_sandbox.objects("subscription", status="incomplete"):  # nobody received its client secret
        stripe_sandbox.expire(unpaid["id"])
    stripe_sandbox.deliver()
    assert customer_client.get(LIST).json()[0]["status"] == "active"


def test_expired_attempt_can_be_repeated(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    first = _secret(customer_client, addressId=str(make_address(customer).id))
    row = StorageSubscription.objects.get()
    stripe_sandbox.expire(row.stripe_subscription_id)
    stripe_sandbox.deliver()
    assert customer_client.get(LIST).json() == []
    second = _secret(customer_client, "business")
    assert second != first
    cards.pay(second)
    stripe_sandbox.deliver()
    [shown] = customer_client.get(LIST).json()
    assert (shown["id"], shown["plan"], shown["active"]) == (str(row.id), "business", True)
    assert shown["addresses"] == [], "the abandoned attempt's property was removed"


def test_attempt_unknown_to_stripe_can_be_repeated(customer_client: APIClient, stripe_sandbox: StripeSandbox) -> None:
    """For example after switching to another Stripe account."""
    _secret(customer_client)
    StorageSubscription.objects.update(stripe_subscription_id="sub_of_another_account")
    cards.pay(_secret(customer_client))
    stripe_sandbox.deliver()
    assert customer_client.get(LIST).json()[0]["status"] == "active"
    assert len(stripe_sandbox.charges()) == 1


def test_subscribing_without_keys_is_a_503(customer_client: APIClient, settings: Any) -> None:
    settings.STRIPE_SECRET_KEY = ""
    response = _ask(customer_client)
    assert response.status_code == 503
    assert "not set up" in response.json()["message"]
    assert StorageSubscription.objects.count() == 0
    assert customer_client.get(LIST).status_code == 200


def test_customer_can_subscribe_again_after_the_end(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    row = subscribe(customer, stripe_sandbox)
    client().v1.subscriptions.cancel(row.stripe_subscription_id)
    stripe_sandbox.deliver()
    assert customer_client.get(LIST).json()[0]["status"] == "canceled"
    cards.pay(_secret(customer_client))
    stripe_sandbox.deliver()
    assert [one["status"] for one in customer_client.get(LIST).json()] == ["active", "canceled"]


def test_address_can_be_changed_before_paying(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    first, second = make_address(customer), make_address(customer)
    _ask(customer_client, addressId=str(first.id))
    response = _ask(customer_client, addressId=str(second.id))
    assert [one["id"] for one in response.json()["subscription"]["addresses"]] == [str(second.id)]
    assert set(Address.objects.values_list("status", flat=True)) == {"active"}


def test_late_request_does_not_replace_a_newer_attempts_subscription(
    customer: User, stripe_sandbox: StripeSandbox
) -> None:
    seen = begin_subscription(user=customer, plan="consumer", address_id=None)
    StorageSubscription.objects.update(attempt=seen.attempt + 1)  # another window changed the plan
    assert fetch_or_start(seen) is None
    assert StorageSubscription.objects.get().stripe_subscription_id == ""


def test_late_request_for_a_missing_subscription_does_not_end_a_newer_one(
    customer: User, stripe_sandbox: StripeSandbox
) -> None:
    row = subscribe(customer, stripe_sandbox)
    seen = StorageSubscription.objects.get()
    seen.stripe_subscription_id = "sub_gone"  # what the request saw before another window began again
    assert fetch_or_start(seen) is None
    kept = StorageSubscription.objects.get()
    assert (kept.status, kept.stripe_subscription_id) == ("active", row.stripe_subscription_id)

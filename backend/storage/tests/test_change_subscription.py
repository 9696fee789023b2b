"""Customers change, cancel and resume a subscription; renewals succeed or fail."""

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import Address, User
from common.errors import DomainError
from notifications.models import Message
from payments import subscriptions
from payments.client import client
from payments.models import Payment, StripeEvent
from storage.changes import change_plan
from storage.models import StorageSubscription
from storage.subscribing import begin_subscription, fetch_or_start
from storage.tests.factories import make_address, subscribe
from testing import cards
from testing.helpers import run_during_transaction
from testing.payments import StripeSandbox, deliver, plan_cents, plan_dollars, send_event

LIST = "/api/storage-subscriptions"


def _shown(client: APIClient) -> dict[str, Any]:
    [shown] = client.get(LIST).json()
    return dict(shown)


def _post(client: APIClient, row: StorageSubscription, what: str, body: Any = None) -> Any:
    return client.post(f"{LIST}/{row.id}/{what}", body, format="json")


def test_plan_change_needs_no_card_and_charges_nothing_now(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    row = subscribe(customer, stripe_sandbox)
    preview = _post(customer_client, row, "preview-change", {"plan": "business"}).json()
    assert (preview["plan"], preview["monthlyAmount"]) == ("business", plan_dollars("business"))
    assert Decimal(preview["nextPaymentAmount"]) == sum(Decimal(line["amount"]) for line in preview["lines"])
    # The new plan's next month, and the difference for this month minus a few seconds.
    most = 2 * Decimal(plan_dollars("business")) - Decimal(plan_dollars("consumer"))
    assert most - Decimal("0.10") <= Decimal(preview["nextPaymentAmount"]) <= most
    assert preview["nextPaymentDate"] == _shown(customer_client)["currentPeriodEnd"]
    assert _shown(customer_client)["plan"] == "consumer"

    response = customer_client.post("/api/create-subscription", {"plan": "business"}, format="json").json()
    assert response["clientSecret"] is None
    changed = response["subscription"]
    assert (changed["plan"], changed["monthlyAmount"]) == ("business", plan_dollars("business"))
    stripe_sandbox.deliver()
    shown = _shown(customer_client)
    assert (shown["plan"], shown["nextPaymentDiffers"]) == ("business", True)
    assert [charge["amount"] for charge in stripe_sandbox.charges()] == [plan_cents("consumer")]

    stripe_sandbox.renew(row.stripe_subscription_id)
    stripe_sandbox.deliver()
    assert not _shown(customer_client)["nextPaymentDiffers"]
    assert sum(charge["amount"] for charge in stripe_sandbox.charges()) == plan_cents("consumer") + int(
        Decimal(preview["nextPaymentAmount"]) * 100
    )
    assert Payment.objects.filter(purpose="storage", status="succeeded").count() == 2


def test_difference_from_a_plan_change_is_charged_when_the_plan_ends(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    row = subscribe(customer, stripe_sandbox)
    customer_client.post("/api/create-subscription", {"plan": "business"}, format="json")
    assert _post(customer_client, row, "cancel").json()["nextPaymentDiffers"]
    stripe_sandbox.renew(row.stripe_subscription_id)
    stripe_sandbox.deliver()
    shown = _shown(customer_client)
    assert (shown["status"], shown["nextPaymentDiffers"]) == ("canceled", False)
    last, first = customer_client.get("/api/storage-charges").json()
    assert (last["status"], first["amount"]) == ("paid", plan_dollars("consumer"))
    most = Decimal(plan_dollars("business")) - Decimal(plan_dollars("consumer"))
    assert most - Decimal("0.10") <= Decimal(last["amount"]) <= most
    assert Payment.objects.filter(purpose="storage", status="succeeded").count() == 2


@pytest.mark.parametrize("status", ["active", "past_due", "canceling"])
def test_next_payment_differs_after_a_plan_change_while_the_plan_runs(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox, status: str
) -> None:
    row = subscribe(customer, stripe_sandbox)
    if status == "past_due":
        stripe_sandbox.renew(row.stripe_subscription_id, success=False)
        stripe_sandbox.deliver()
    if status == "canceling":
        _post(customer_client, row, "cancel")
    assert _shown(customer_client)["status"] == status
    customer_client.post("/api/create-subscription", {"plan": "business"}, format="json")
    shown = _shown(customer_client)
    assert (shown["status"], shown["plan"], shown["nextPaymentDiffers"]) == (status, "business", True)


def test_same_plan_changes_nothing(customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox) -> None:
    subscribe(customer, stripe_sandbox)
    before = _shown(customer_client)
    for _ in range(2):
        response = customer_client.post("/api/create-subscription", {"plan": "consumer"}, format="json").json()
        assert response["clientSecret"] is None
    assert _shown(customer_client) == before
    assert stripe_sandbox.deliver() == []


def test_failed_plan_change_keeps_another_windows_pending_plan(
    customer: User, stripe_sandbox: StripeSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = subscribe(customer, stripe_sandbox)

    def refuse(subscription_id: str, plan: str) -> None:
        StorageSubscription.objects.filter(id=row.id).update(pending_plan="enterprise")
        raise DomainError("No such price")

    monkeypatch.setattr(subscriptions, "change_plan", refuse)
    with pytest.raises(DomainError):
        change_plan(row, "business")
    row.refresh_from_db()
    assert row.pending_plan == "enterprise"


def test_choosing_the_current_plan_undoes_an_unconfirmed_change(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    row = subscribe(customer, stripe_sandbox)
    StorageSubscription.objects.update(pending_plan="business")  # Stripe's response was lost
    assert customer_client.post("/api/create-subscription", {"plan": "consumer"}, format="json").status_code == 200
    stripe_sandbox.deliver()
    row.refresh_from_db()
    assert (row.plan, row.pending_plan) == ("consumer", "")


def test_canceled_subscription_can_be_resumed(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    row = subscribe(customer, stripe_sandbox, address=make_address(customer))
    for _ in range(2):
        response = _post(customer_client, row, "cancel")
        assert response.status_code == 200
        assert (response.json()["status"], response.json()["active"]) == ("canceling", True)
        assert response.json()["endsAt"] == response.json()["currentPeriodEnd"]
    for _ in range(2):
        response = _post(customer_client, row, "resume")
        assert (response.status_code, response.json()["status"], response.json()["endsAt"]) == (200, "active", None)
    stripe_sandbox.deliver()
    assert _shown(customer_client)["status"] == "active"


def test_end_set_in_stripes_dashboard_shows_as_canceling(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    row = subscribe(customer, stripe_sandbox)
    with stripe_sandbox.store.transaction():
        subscription = stripe_sandbox.store.require(row.stripe_subscription_id)
        ends = subscription["items"]["data"][0]["current_period_end"] + 45 * 24 * 3600
        stripe_sandbox.store.save(subscription | {"cancel_at": ends})
    about = stripe_sandbox.get(row.stripe_subscription_id)
    assert send_event("customer.subscription.updated", about) == 200
    shown = _shown(customer_client)
    assert (shown["status"], shown["active"]) == ("canceling", True)
    assert dt.datetime.fromisoformat(shown["endsAt"]).timestamp() == ends
    with stripe_sandbox.store.transaction():  # another day, which is no news for the office
        stripe_sandbox.store.save(about | {"cancel_at": ends + 7 * 24 * 3600})
    about = stripe_sandbox.get(row.stripe_subscription_id)
    assert send_event("customer.subscription.updated", about, "evt_3") == 200
    assert dt.datetime.fromisoformat(_shown(customer_client)["endsAt"]).timestamp() == about["cancel_at"]
    news = Message.objects.filter(kind="office-storage").order_by("id")
    assert [message.occasion.split()[0] for message in news] == ["started", "canceled"]
    ended = int(timezone.now().timestamp())  # and canceled there before that day
    with stripe_sandbox.store.transaction():
        stripe_sandbox.store.save(about | {"status": "canceled", "ended_at": ended})
    about = stripe_sandbox.get(row.stripe_subscription_id)
    assert send_event("customer.subscription.deleted", about, "evt_2") == 200
    shown = _shown(customer_client)
    assert shown["status"] == "canceled"
    assert dt.datetime.fromisoformat(shown["endsAt"]).timestamp() == ended


def test_canceled_subscription_ends_with_its_paid_period_if_stripe_names_no_day(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    row = subscribe(customer, stripe_sandbox)
    with stripe_sandbox.store.transaction():
        subscription = stripe_sandbox.store.require(row.stripe_subscription_id)
        stripe_sandbox.store.save(subscription | {"cancel_at_period_end": True, "cancel_at": None})
    assert send_event("customer.subscription.updated", stripe_sandbox.get(row.stripe_subscription_id)) == 200
    shown = _shown(customer_client)
    assert (shown["status"], shown["endsAt"]) == ("canceling", shown["currentPeriodEnd"])


def test_start_time_stays_that_of_the_first_payment(customer: User, stripe_sandbox: StripeSandbox) -> None:
    row = subscribe(customer, stripe_sandbox)
    started = row.started_at
    assert started is not None
    for success in (True, False):
        stripe_sandbox.renew(row.stripe_subscription_id, success=success)
        stripe_sandbox.deliver()
        row.refresh_from_db()
        assert row.started_at == started


def test_address_is_released_when_the_subscription_ends(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    home, shop = make_address(customer), make_address(customer)
    row = subscribe(customer, stripe_sandbox, "business", address=home)
    assert _post(customer_client, row, "addresses", {"addressId": str(shop.id)}).status_code == 200
    Address.objects.filter(id=shop.id).update(status="items_in_storage")
    _post(customer_client, row, "cancel")
    stripe_sandbox.renew(row.stripe_subscription_id)
    stripe_sandbox.deliver()
    shown = _shown(customer_client)
    assert (shown["status"], shown["active"]) == ("canceled", False)
    statuses = {address["id"]: address["status"] for address in shown["addresses"]}
    assert statuses == {str(home.id): "active", str(shop.id): "items_in_storage"}
    assert customer_client.delete(f"/api/addresses/{shop.id}").status_code == 409, (
        "what we store is to be returned first"
    )
    plan, address = {"plan": "business"}, {"addressId": str(home.id)}
    calls = {"cancel": None, "resume": None, "update-card": None, "preview-change": plan, "addresses": address}
    for what, body in calls.items():
        assert _post(customer_client, row, what, body).status_code == 409
    assert customer_client.delete(f"/api/addresses/{home.id}").status_code == 204


def test_unpaid_subscription_ends_at_once(customer_client: APIClient, stripe_sandbox: StripeSandbox) -> None:
    secret = customer_client.post("/api/create-subscription", {"plan": "consumer"}, format="json").json()[
        "clientSecret"
    ]
    row = StorageSubscription.objects.get()
    assert _post(customer_client, row, "cancel").status_code == 200
    with pytest.raises(DomainError):
        cards.pay(secret)
    assert customer_client.get(LIST).json() == []


def test_subscription_whose_first_payment_is_being_processed_stays_as_it_is(
    customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    asked = customer_client.post("/api/create-subscription", {"plan": "consumer"}, format="json")
    stripe_sandbox.process_next()
    intent = cards.pay(asked.json()["clientSecret"])
    row = StorageSubscription.objects.get()
    assert _post(customer_client, row, "cancel").status_code == 409
    assert customer_client.post("/api/create-subscription", {"plan": "business"}, format="json").status_code == 409
    stripe_sandbox.finish_processing(intent.id)
    stripe_sandbox.deliver()
    [shown] = customer_client.get(LIST).json()
    assert (shown["status"], shown["plan"]) == ("active", "consumer")


def test_unpaid_subscription_that_stripe_never_confirmed_can_be_canceled(
    customer: User, outsider: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    begun, theirs = (begin_subscription(user=user, plan="consumer") for user in (customer, outsider))
    # Stripe has it, but its response was lost.
    state = subscriptions.start(
        user=customer, plan="consumer", purpose="storage", reference=begun.id, attempt=begun.attempt
    )
    assert _post(customer_client, begun, "cancel").status_code == 200
    stripe_sandbox.deliver()
    assert customer_client.get(LIST).json() == []
    response = customer_client.post("/api/create-subscription", {"plan": "business"}, format="json")
    assert response.status_code == 200
    begun.refresh_from_db()
    assert (begun.status, begun.plan) == ("incomplete", "business")
    assert begun.stripe_subscription_id not in ("", state.id)
    theirs.refresh_from_db()
    assert (theirs.status, theirs.attempt) == ("incomplete", 1)


@pytest.mark.django_db(transaction=True)
def test_subscription_started_while_it_is_canceled_ends_at_stripe_too(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    begun = begin_subscription(user=customer, plan="consumer")
    with transaction.atomic():  # the request that starts it is about to store its ID
        state = fetch_or_start(begun)
        canceled = run_during_transaction(lambda: _post(customer_client, begun, "cancel").status_code)
    assert canceled() == 200
    assert state
    assert stripe_sandbox.get(state.id)["status"] == "incomplete_expired"
    assert customer_client.get(LIST).json() == []


@pytest.mark.parametrize("removed", [False, True], ids=["kept card", "removed card"])
def test_declined_renewal_succeeds_with_another_card(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox, removed: bool
) -> None:
    row = subscribe(customer, stripe_sandbox)
    stripe_sandbox.renew(row.stripe_subscription_id, success=False)
    stripe_sandbox.deliver()
    shown = _shown(customer_client)
    assert (shown["status"], shown["active"]) == ("past_due", True)
    if removed:
        with stripe_sandbox.store.transaction():
            subscription = stripe_sandbox.store.require(row.stripe_subscription_id)
            stripe_sandbox.store.save(subscription | {"default_payment_method": None})

    secret = _post(customer_client, row, "update-card").json()["clientSecret"]
    assert secret.startswith("seti_")
    cards.set_up(secret)
    stripe_sandbox.deliver()
    shown = _shown(customer_client)
    assert (shown["status"], shown["card"]) == ("active", {"brand": "mastercard", "last4": "4444"})
    assert len(stripe_sandbox.charges()) == 2
    assert Payment.objects.filter(purpose="storage", status="succeeded").count() == 2


def test_late_webhook_does_not_bring_back_an_older_card(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    """The first new card's webhook arrives after the second one's."""
    row = subscribe(customer, stripe_sandbox)
    cards.set_up(_post(customer_client, row, "update-card").json()["clientSecret"], "pm_card_amex")
    caught = stripe_sandbox.capture_webhooks()
    # Cards are ordered by the second in which they were created.
    first = stripe_sandbox.objects("payment_method")[-1]
    with stripe_sandbox.store.transaction():
        method = stripe_sandbox.store.require(first["id"])
        stripe_sandbox.store.save(method | {"created": method["created"] - 60})
    cards.set_up(_post(customer_client, row, "update-card").json()["clientSecret"])
    stripe_sandbox.deliver()
    for body, signature in caught:
        assert deliver(body, signature) == 200
    assert _shown(customer_client)["card"] == {"brand": "mastercard", "last4": "4444"}


def test_card_that_arrives_after_the_end_changes_nothing(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    row = subscribe(customer, stripe_sandbox)
    secret = _post(customer_client, row, "update-card").json()["clientSecret"]
    client().v1.subscriptions.cancel(row.stripe_subscription_id)
    cards.set_up(secret)
    stripe_sandbox.deliver()
    shown = _shown(customer_client)
    assert (shown["status"], shown["card"]["last4"]) == ("canceled", "4242")
    assert not StripeEvent.objects.filter(state="failed").exists()


def test_subscription_ends_after_the_last_failed_attempt(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    row = subscribe(customer, stripe_sandbox, address=make_address(customer))
    stripe_sandbox.renew(row.stripe_subscription_id, success=False)
    stripe_sandbox.exhaust_retries(row.stripe_subscription_id)
    stripe_sandbox.deliver()
    shown = _shown(customer_client)
    assert (shown["status"], shown["active"], shown["addresses"][0]["status"]) == ("canceled", False, "active")


def test_refund_of_a_monthly_payment_is_recorded(
    customer: User, stripe_sandbox: StripeSandbox, customer_client: APIClient
) -> None:
    subscribe(customer, stripe_sandbox)
    payment = Payment.objects.get()
    stripe_sandbox.refund(payment.stripe_payment_intent_id, amount=500)
    stripe_sandbox.deliver()
    [shown] = customer_client.get("/api/payments").json()
    assert (shown["purpose"], shown["amountRefunded"]) == ("storage", "5.00")


@pytest.mark.parametrize("what", ["cancel", "resume", "update-card", "preview-change"])
@pytest.mark.parametrize("kind", ["503", "drop", "429"])
def test_subscription_change_is_a_503_while_stripe_is_down(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox, what: str, kind: str
) -> None:
    row = subscribe(customer, stripe_sandbox)
    StorageSubscription.objects.update(ends_at=row.current_period_end)
    stripe_sandbox.faults.add(kind, count=None)
    assert _post(customer_client, row, what, {"plan": "business"}).status_code == 503


def test_subscription_without_stripe_cannot_be_changed(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    row = StorageSubscription.objects.create(user=customer, plan="consumer", monthly_amount=15)
    assert _post(customer_client, row, "cancel").status_code == 409
    assert customer_client.post("/api/create-subscription", {"plan": "business"}, format="json").status_code == 409

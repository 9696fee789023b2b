"""Storage customers see their monthly charges, with status and Stripe's receipt."""

import datetime as dt
from collections.abc import Callable
from decimal import Decimal
from typing import Any
from urllib.request import urlopen

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from common.errors import DomainError
from payments.client import client
from payments.events import HANDLERS
from payments.models import BalanceTransaction, Payment, ReconciliationCheckpoint, StripeEvent
from payments.reconciliation import reconcile
from storage.models import StorageCharge, StorageSubscription
from storage.subscribing import begin_subscription, finish_subscription
from storage.tests.factories import make_address, subscribe
from testing import cards
from testing.payments import StripeSandbox, deliver, plan_dollars, send_event

PRICE = plan_dollars("consumer")


@pytest.fixture
def row(customer: User, stripe_sandbox: StripeSandbox) -> StorageSubscription:
    return subscribe(customer, stripe_sandbox, "consumer", address=make_address(customer))


def _charges(client: APIClient) -> list[dict[str, Any]]:
    response = client.get("/api/storage-charges")
    assert response.status_code == 200
    return response.json()  # type: ignore[no-any-return]


def _statuses(client: APIClient) -> list[str]:
    return [charge["status"] for charge in _charges(client)]


def test_first_payment_and_renewals_are_charges_newest_first(
    customer_client: APIClient, stripe_sandbox: StripeSandbox, row: StorageSubscription
) -> None:
    stripe_sandbox.renew(row.stripe_subscription_id)
    stripe_sandbox.deliver()
    charges = _charges(customer_client)
    assert [(each["status"], each["amount"], each["plan"], each["amountRefunded"]) for each in charges] == [
        ("paid", PRICE, "consumer", "0.00")
    ] * 2
    assert charges[0]["chargedAt"] >= charges[1]["chargedAt"]
    assert {each["subscriptionId"] for each in charges} == {str(row.id)}
    fees = BalanceTransaction.objects.filter(kind="charge").values_list("payment", flat=True)
    assert sorted(fees) == sorted(Payment.objects.values_list("id", flat=True)), "at once, not only once reconciled"


def test_charge_keeps_its_plan_after_a_plan_change(
    customer_client: APIClient, stripe_sandbox: StripeSandbox, row: StorageSubscription
) -> None:
    assert customer_client.post("/api/create-subscription", {"plan": "business"}, format="json").status_code == 200
    stripe_sandbox.deliver()
    assert [each["plan"] for each in _charges(customer_client)] == ["consumer"]
    stripe_sandbox.renew(row.stripe_subscription_id)
    stripe_sandbox.deliver()
    assert [each["plan"] for each in _charges(customer_client)] == ["business", "consumer"]


def test_charge_paid_after_a_plan_change_is_for_the_plan_that_was_billed(
    customer_client: APIClient, stripe_sandbox: StripeSandbox, row: StorageSubscription
) -> None:
    stripe_sandbox.renew(row.stripe_subscription_id, success=False)  # reported only after the change
    assert customer_client.post("/api/create-subscription", {"plan": "business"}, format="json").status_code == 200
    stripe_sandbox.deliver()
    assert [(each["plan"], each["amount"]) for each in _charges(customer_client)] == [("consumer", PRICE)] * 2
    [invoice] = [each for each in stripe_sandbox.objects("invoice") if each["status"] == "open"]
    client().v1.invoices.pay(invoice["id"])
    stripe_sandbox.deliver()
    assert set(Payment.objects.values_list("description", "amount")) == {("Consumer storage", Decimal(PRICE))}
    client().v1.subscriptions.update(row.stripe_subscription_id, {"cancel_at_period_end": True})
    stripe_sandbox.renew(row.stripe_subscription_id)
    stripe_sandbox.deliver()
    difference = Payment.objects.latest("succeeded_at", "id")
    assert (_charges(customer_client)[0]["plan"], difference.description) == ("business", "Business storage")


def test_declined_renewal_is_a_failed_charge_until_it_is_paid(
    customer_client: APIClient, stripe_sandbox: StripeSandbox, row: StorageSubscription
) -> None:
    stripe_sandbox.renew(row.stripe_subscription_id, success=False)
    stripe_sandbox.deliver()
    [failed, paid] = _charges(customer_client)
    assert (failed["status"], failed["hasReceipt"], paid["status"], paid["hasReceipt"]) == (
        "failed", False, "paid", True,
    )  # fmt: skip
    assert customer_client.get(f"/api/storage-charges/{failed['id']}/receipt").status_code == 404
    assert Payment.objects.filter(user=row.user).count() == 1, "a failed charge is no payment"
    [invoice] = [each for each in stripe_sandbox.objects("invoice") if each["status"] == "open"]
    with stripe_sandbox.store.transaction():  # it was billed three days ago
        billed = stripe_sandbox.store.require(invoice["id"])
        stripe_sandbox.store.save({**billed, "created": billed["created"] - 3 * 24 * 3600})
    client().v1.invoices.pay(invoice["id"])
    stripe_sandbox.deliver()
    retried = next(each for each in _charges(customer_client) if each["id"] == failed["id"])
    paid_at = dt.datetime.fromisoformat(retried["chargedAt"])
    assert (retried["status"], paid_at > timezone.now() - dt.timedelta(days=1)) == ("paid", True)


def test_bill_paid_from_credit_is_no_charge(
    customer_client: APIClient, stripe_sandbox: StripeSandbox, row: StorageSubscription
) -> None:
    with stripe_sandbox.store.transaction():
        customer = stripe_sandbox.store.require(stripe_sandbox.get(row.stripe_subscription_id)["customer"])
        stripe_sandbox.store.save({**customer, "balance": -10_000})
    stripe_sandbox.renew(row.stripe_subscription_id)
    stripe_sandbox.deliver()
    assert _statuses(customer_client) == ["paid"]
    assert not StripeEvent.objects.filter(state="failed").exists()


def test_voided_bill_is_a_canceled_charge(
    customer_client: APIClient, stripe_sandbox: StripeSandbox, row: StorageSubscription
) -> None:
    stripe_sandbox.renew(row.stripe_subscription_id, success=False)
    stripe_sandbox.deliver()
    [invoice] = [each for each in stripe_sandbox.objects("invoice") if each["status"] == "open"]
    client().v1.invoices.void_invoice(invoice["id"])
    stripe_sandbox.deliver()
    assert _statuses(customer_client) == ["canceled", "paid"]
    row.refresh_from_db()
    assert row.status == "active"


def test_any_event_about_an_older_bill_stores_its_charge(
    customer_client: APIClient, stripe_sandbox: StripeSandbox, row: StorageSubscription
) -> None:
    stripe_sandbox.renew(row.stripe_subscription_id, success=False)
    [older] = [each for each in stripe_sandbox.objects("invoice") if each["status"] == "open"]
    stripe_sandbox.renew(row.stripe_subscription_id)
    stripe_sandbox.capture_webhooks()  # lost
    kinds = [kind for kind in HANDLERS if kind.startswith("invoice.")]
    assert len(kinds) == 3
    for kind in kinds:
        StorageCharge.objects.all().delete()
        assert send_event(kind, older, f"evt_{kind}") == 200
        assert sorted(_statuses(customer_client)) == ["failed", "paid"], kind


def test_partial_and_full_refunds_show_on_the_charge(
    customer_client: APIClient, stripe_sandbox: StripeSandbox, row: StorageSubscription
) -> None:
    intent = StorageCharge.objects.get().stripe_payment_intent_id
    stripe_sandbox.refund(intent, amount=500)
    stripe_sandbox.deliver()
    [charge] = _charges(customer_client)
    assert (charge["status"], charge["amountRefunded"]) == ("paid", "5.00")
    stripe_sandbox.refund(intent)
    stripe_sandbox.deliver()
    [charge] = _charges(customer_client)
    assert (charge["status"], charge["amountRefunded"], charge["hasReceipt"]) == ("refunded", PRICE, True)


def test_first_payment_that_is_declined_is_no_charge(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    begun = begin_subscription(user=customer, plan="consumer")
    made = finish_subscription(user=customer, subscription_id=begun.id, plan="consumer")
    with pytest.raises(DomainError):
        cards.pay(made.client_secret or "", cards.DECLINED)
    stripe_sandbox.deliver()
    assert _charges(customer_client) == []


def test_receipt_redirects_to_stripes_page(
    customer_client: APIClient, stripe_sandbox: StripeSandbox, row: StorageSubscription
) -> None:
    [charge] = _charges(customer_client)
    response = customer_client.get(f"/api/storage-charges/{charge['id']}/receipt")
    assert response.status_code == 302
    page = urlopen(response["Location"]).read().decode()  # noqa: S310
    assert f"Paid: ${PRICE}" in page
    [invoice] = stripe_sandbox.objects("invoice")
    with stripe_sandbox.store.transaction():
        stripe_sandbox.store.save({**invoice, "hosted_invoice_url": None})
    assert customer_client.get(f"/api/storage-charges/{charge['id']}/receipt").status_code == 404


def test_receipt_and_charges_of_others_are_not_found(
    outsider_client: APIClient, admin_client: APIClient, guest: APIClient, row: StorageSubscription
) -> None:
    path = f"/api/storage-charges/{StorageCharge.objects.get().id}/receipt"
    for other in (outsider_client, admin_client):
        assert _charges(other) == []
        assert other.get(path).status_code == 404
    assert guest.get("/api/storage-charges").status_code == guest.get(path).status_code == 401


def test_receipt_is_unavailable_while_stripe_is_down(
    customer_client: APIClient, stripe_sandbox: StripeSandbox, row: StorageSubscription
) -> None:
    path = f"/api/storage-charges/{StorageCharge.objects.get().id}/receipt"
    stripe_sandbox.faults.add("500", path="/v1/invoices", count=None)
    assert customer_client.get(path).status_code == 503
    assert _statuses(customer_client) == ["paid"]


def test_repeated_events_in_any_order_store_one_charge(
    customer_client: APIClient, stripe_sandbox: StripeSandbox, row: StorageSubscription
) -> None:
    stripe_sandbox.renew(row.stripe_subscription_id, success=False)
    [invoice] = [each for each in stripe_sandbox.objects("invoice") if each["status"] == "open"]
    client().v1.invoices.pay(invoice["id"])
    captured = stripe_sandbox.capture_webhooks()
    for body, signature in [*reversed(captured), *captured]:
        deliver(body, signature)
    assert _statuses(customer_client) == ["paid", "paid"]


def test_client_cannot_add_a_charge(
    customer_client: APIClient, stripe_sandbox: StripeSandbox, row: StorageSubscription
) -> None:
    assert customer_client.post("/api/storage-charges", {"amount": "1.00"}, format="json").status_code == 405
    fake = {"id": "in_made_up", "object": "invoice", "status": "paid", "amount_due": 100}
    send_event("invoice.paid", {**fake, "parent": {"subscription_details": {"subscription": "sub_unknown"}}})
    assert _statuses(customer_client) == ["paid"]


def test_event_of_an_older_api_version_stores_its_charge(
    customer_client: APIClient, stripe_sandbox: StripeSandbox, row: StorageSubscription
) -> None:
    stripe_sandbox.renew(row.stripe_subscription_id)
    stripe_sandbox.capture_webhooks()  # lost
    newest = max(stripe_sandbox.objects("invoice"), key=lambda each: str(each["id"]))
    send_event("invoice.paid", {"id": newest["id"], "object": "invoice", "subscription": row.stripe_subscription_id})
    assert _statuses(customer_client) == ["paid", "paid"]


def test_missed_charge_is_found_by_the_reconciliation(
    customer_client: APIClient, stripe_sandbox: StripeSandbox, row: StorageSubscription
) -> None:
    ReconciliationCheckpoint.objects.update_or_create(
        id=True, defaults={"until": timezone.now() - dt.timedelta(minutes=1)}
    )
    stripe_sandbox.renew(row.stripe_subscription_id)
    stripe_sandbox.capture_webhooks()  # lost
    reconcile()
    assert _statuses(customer_client) == ["paid", "paid"]


@pytest.mark.parametrize("count", [2, 60])
def test_list_of_charges_takes_a_constant_number_of_queries(
    customer: User, customer_client: APIClient, count: int, django_assert_num_queries: Callable[[int], Any]
) -> None:
    subscription = StorageSubscription.objects.create(user=customer, plan="consumer", monthly_amount=15)
    for number in range(count):
        StorageCharge.objects.create(
            user=customer, subscription=subscription, plan="consumer", amount=15, outcome="paid",
            charged_at=timezone.now(), stripe_invoice_id=f"in_{number}",
        )  # fmt: skip
    with django_assert_num_queries(3):  # session, user, charges
        response = customer_client.get("/api/storage-charges")
    assert len(response.json()) == min(count, 50)
    assert ("Link" in response.headers) == (count > 50)

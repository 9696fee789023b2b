"""A customer is deleted in Stripe's dashboard: their subscription ends, and they can subscribe again."""

import datetime as dt
from contextlib import suppress
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from invoices.tests.factories import make_invoice
from payments.client import PaymentsUnavailable, client
from payments.customers import customer_of
from payments.models import Payment, ReconciliationCheckpoint
from payments.reconciliation import reconcile
from storage.models import StorageSubscription
from storage.subscribing import begin_subscription, finish_subscription
from storage.tests.factories import make_address, subscribe
from testing import cards
from testing.cards import open_intent
from testing.helpers import in_threads
from testing.payments import CHECKOUT, StripeSandbox


def _reconcile_later() -> None:
    with time_machine.travel(timezone.now() + dt.timedelta(minutes=20)):
        reconcile()


def _no_events(stripe_sandbox: StripeSandbox) -> None:
    """Lose every webhook from now on, and Stripe's list of events."""
    stripe_sandbox.set_webhooks(drop_share=1.0)
    later = timezone.now() + dt.timedelta(days=90)
    ReconciliationCheckpoint.objects.update_or_create(id=True, defaults={"until": later})


def _subscribe_over_api(user: User, plan: str = "consumer") -> dict[str, Any]:
    browser = APIClient()
    browser.force_login(user)
    response = browser.post("/api/create-subscription", {"plan": plan}, format="json")
    assert response.status_code == 200, response.content
    return dict(response.json())


def _customer_id(user: User) -> str:
    user.refresh_from_db()
    return user.stripe_customer_id


def test_customer_can_subscribe_and_pay_again_after_deletion(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    home = make_address(customer)
    first = subscribe(customer, stripe_sandbox, address=home)
    deleted = _customer_id(customer)
    stripe_sandbox.delete_customer(deleted)
    stripe_sandbox.deliver()
    first.refresh_from_db()
    home.refresh_from_db()
    assert (first.status, home.status) == ("canceled", "active")

    secret = _subscribe_over_api(customer)["clientSecret"]
    cards.pay(secret)
    stripe_sandbox.deliver()
    assert _customer_id(customer) not in {"", deleted}
    [shown] = [one for one in customer_client.get("/api/storage-subscriptions").json() if one["active"]]
    assert shown["id"] != str(first.id)
    assert stripe_sandbox.get(_customer_id(customer))["email"] == "eleanor@example.com"


def test_customer_can_pay_invoice_after_deletion(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    stripe_sandbox.delete_customer(customer_of(customer))
    invoice = make_invoice(user=customer)
    response = customer_client.post("/api/create-payment-intent", {"invoiceId": str(invoice.id)}, format="json")
    assert response.status_code == 200, response.content
    cards.pay(response.json()["clientSecret"])
    stripe_sandbox.deliver()
    invoice.refresh_from_db()
    assert invoice.status == "paid"


def test_open_payment_gets_successor_after_deletion(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    """The card form was open while the customer was deleted, so Stripe would reject its payment."""
    open_intent(purpose="checkout", reference=None, viewer=customer)
    stripe_sandbox.delete_customer(_customer_id(customer))
    secret = customer_client.post("/api/create-payment-intent", CHECKOUT, format="json").json()["clientSecret"]
    cards.pay(secret)
    stripe_sandbox.deliver()
    assert sorted(Payment.objects.values_list("status", flat=True)) == ["canceled", "succeeded"]


def test_subscription_that_ended_without_a_webhook_is_replaced(customer: User, stripe_sandbox: StripeSandbox) -> None:
    row = subscribe(customer, stripe_sandbox)
    _no_events(stripe_sandbox)
    stripe_sandbox.delete_customer(_customer_id(customer))
    assert _subscribe_over_api(customer, "business")["clientSecret"]
    row.refresh_from_db()
    assert row.status == "canceled"


@pytest.mark.django_db(transaction=True)
def test_concurrent_windows_replace_a_deleted_customer_once(stripe_sandbox: StripeSandbox, customer: User) -> None:
    deleted = customer_of(customer)
    stripe_sandbox.delete_customer(deleted)
    secrets = in_threads(5, lambda _: _subscribe_over_api(customer)["clientSecret"])
    assert len(set(secrets)) == 1
    alive = [one["id"] for one in stripe_sandbox.objects("customer") if not one.get("deleted")]
    assert alive == [_customer_id(customer)]
    assert len(stripe_sandbox.objects("subscription")) == 1


def test_row_with_deleted_customer_does_not_stop_later_rows(
    customer: User, outsider: User, stripe_sandbox: StripeSandbox
) -> None:
    _no_events(stripe_sandbox)
    # We crashed after storing the row, and the customer is deleted before the reconciliation.
    gone = begin_subscription(user=customer, plan="consumer", address_id=None)
    stripe_sandbox.delete_customer(customer_of(customer))
    behind = begin_subscription(user=outsider, plan="consumer", address_id=None)
    made = finish_subscription(user=outsider, subscription_id=behind.id, plan="consumer", address_id=None)
    cards.pay(made.client_secret or "")
    _reconcile_later()
    behind.refresh_from_db()
    gone.refresh_from_db()
    assert behind.status == "active"
    assert gone.stripe_subscription_id  # started with a new customer


def test_live_row_of_deleted_customer_becomes_canceled(customer: User, stripe_sandbox: StripeSandbox) -> None:
    row = subscribe(customer, stripe_sandbox)
    _no_events(stripe_sandbox)
    stripe_sandbox.delete_customer(_customer_id(customer))
    assert row.current_period_end
    with time_machine.travel(row.current_period_end + dt.timedelta(minutes=5)):
        reconcile()
    row.refresh_from_db()
    assert row.status == "canceled"


@pytest.mark.parametrize("at_stripe", [True, False])
def test_failing_row_does_not_stop_later_rows(
    customer: User, outsider: User, stripe_sandbox: StripeSandbox, at_stripe: bool
) -> None:
    """Stripe or our database always fails for one subscription; the next one is still reconciled."""
    first, second = subscribe(customer, stripe_sandbox), subscribe(outsider, stripe_sandbox)
    _no_events(stripe_sandbox)
    for row in (first, second):
        client().v1.subscriptions.update(row.stripe_subscription_id, {"cancel_at_period_end": True})
    StorageSubscription.objects.update(pending_plan="business")  # so that they are reconciled
    if at_stripe:
        stripe_sandbox.faults.add("500", path=f"subscriptions/{first.stripe_subscription_id}", count=None)
    else:
        with connection.cursor() as cursor:
            cursor.execute(
                "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE 'It fails'; END$$;"
                "CREATE TRIGGER refuse BEFORE UPDATE ON storage_storagesubscription FOR EACH ROW "
                f"WHEN (NEW.id = '{first.id}' AND NEW.status <> OLD.status) EXECUTE FUNCTION refuse()"
            )
    with suppress(PaymentsUnavailable):  # raised after all rows
        _reconcile_later()
    second.refresh_from_db()
    first.refresh_from_db()
    assert (first.status, second.status) == ("active", "canceling")
    assert first.checked_at is not None  # so that the next run starts with other rows


def test_failing_payment_does_not_stop_later_payments(
    customer: User, outsider: User, stripe_sandbox: StripeSandbox
) -> None:
    first = open_intent(purpose="checkout", reference=None, viewer=customer)
    second = open_intent(purpose="checkout", reference=None, viewer=outsider)
    _no_events(stripe_sandbox)
    cards.pay(second.client_secret)
    stripe_sandbox.faults.add("500", path=first.payment.stripe_payment_intent_id, count=None)
    with time_machine.travel(timezone.now() + dt.timedelta(minutes=20)), pytest.raises(Exception, match="reached"):
        reconcile()
    second.payment.refresh_from_db()
    assert second.payment.status == "succeeded"

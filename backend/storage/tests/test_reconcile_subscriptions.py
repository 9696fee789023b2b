"""The reconciliation fetches subscriptions whose webhooks never arrived."""

import datetime as dt

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from notifications.models import Message
from payments.client import PaymentsUnavailable, client
from payments.models import Payment, ReconciliationCheckpoint
from payments.reconciliation import reconcile
from storage.models import StorageSubscription
from storage.subscribing import begin_subscription, finish_subscription
from storage.tests.factories import make_address, subscribe
from testing import cards
from testing.payments import StripeSandbox


@pytest.fixture(autouse=True)
def _nothing_in_the_list(db: None, stripe_sandbox: StripeSandbox) -> None:
    """Lose every webhook and Stripe's list of events."""
    stripe_sandbox.set_webhooks(drop_share=1.0)
    ReconciliationCheckpoint.objects.create(until=timezone.now() + dt.timedelta(days=90))


def _later(minutes: float) -> None:
    with time_machine.travel(timezone.now() + dt.timedelta(minutes=minutes)):
        reconcile()


def _subscribe(customer: User, stripe_sandbox: StripeSandbox) -> StorageSubscription:
    stripe_sandbox.set_webhooks(drop_share=0.0)
    row = subscribe(customer, stripe_sandbox, "business", address=make_address(customer))
    stripe_sandbox.set_webhooks(drop_share=1.0)
    return row


@pytest.mark.parametrize("lost_id", [False, True])
def test_missed_first_payment_is_found(customer: User, stripe_sandbox: StripeSandbox, lost_id: bool) -> None:
    row = begin_subscription(user=customer, plan="consumer", address_id=make_address(customer).id)
    made = finish_subscription(user=customer, subscription_id=row.id, plan="consumer", address_id=None)
    cards.pay(made.client_secret or "")
    if lost_id:  # we crashed before storing Stripe's response
        StorageSubscription.objects.update(stripe_subscription_id="")
    _later(1)
    assert StorageSubscription.objects.get().status == "incomplete"
    _later(4)
    row.refresh_from_db()
    assert (row.status, row.addresses.get().status) == ("active", "subscribed")
    assert len(stripe_sandbox.objects("subscription")) == 1
    assert Payment.objects.get().status == "succeeded"


def test_missed_plan_change_is_found(customer: User, stripe_sandbox: StripeSandbox) -> None:
    row = _subscribe(customer, stripe_sandbox)
    stripe_sandbox.faults.add("drop_after", method="POST", path="subscriptions/", count=1)
    stripe_sandbox.faults.add("drop", method="POST", path="subscriptions/", count=2)
    with pytest.raises(PaymentsUnavailable):
        finish_subscription(user=customer, subscription_id=row.id, plan="consumer", address_id=None)
    for minutes, found in ((2, ("business", "consumer")), (5, ("consumer", ""))):
        _later(minutes)
        row.refresh_from_db()
        assert (row.plan, row.pending_plan) == found


@pytest.mark.parametrize("status", ["active", "past_due", "canceling"])
def test_missed_failure_of_a_plan_change_is_found(
    customer: User, outsider: User, stripe_sandbox: StripeSandbox, status: str
) -> None:
    row, asked_about = _subscribe(customer, stripe_sandbox), timezone.now()
    theirs = StorageSubscription.objects.create(
        user=outsider, plan="business", pending_plan="consumer", monthly_amount=45, status="active",
        checked_at=asked_about,
    )  # fmt: skip
    stripe_sandbox.faults.add("drop", method="POST", path="subscriptions/", count=3)
    with pytest.raises(PaymentsUnavailable):
        finish_subscription(user=customer, subscription_id=row.id, plan="consumer", address_id=None)
    StorageSubscription.objects.filter(id=row.id).update(status=status)
    _later(5)
    row.refresh_from_db()
    assert (row.plan, row.pending_plan) == ("business", "")
    theirs.refresh_from_db()
    assert (theirs.pending_plan, theirs.checked_at) == ("consumer", asked_about)


@pytest.mark.parametrize("status", ["active", "past_due", "canceling"])
def test_missed_renewal_is_found(customer: User, stripe_sandbox: StripeSandbox, status: str) -> None:
    row = _subscribe(customer, stripe_sandbox)
    StorageSubscription.objects.update(status=status)
    before = row.current_period_end
    assert before is not None
    stripe_sandbox.renew(row.stripe_subscription_id)
    for minutes in (2, 4):
        with time_machine.travel(before + dt.timedelta(minutes=minutes)):
            reconcile()
        row.refresh_from_db()
        assert row.current_period_end is not None
        assert (row.current_period_end > before) is (minutes == 4), "a webhook may take three minutes"
    assert Payment.objects.filter(status="succeeded").count() == 2


@pytest.mark.parametrize("status", ["active", "past_due", "canceling"])
def test_missed_end_is_found(customer: User, stripe_sandbox: StripeSandbox, status: str) -> None:
    row = _subscribe(customer, stripe_sandbox)
    StorageSubscription.objects.update(status=status)
    client().v1.subscriptions.cancel(row.stripe_subscription_id)
    assert row.current_period_end is not None
    with time_machine.travel(row.current_period_end + dt.timedelta(minutes=4)):
        reconcile()
    row.refresh_from_db()
    assert (row.status, row.addresses.get().status) == ("canceled", "active")


def test_plan_change_requested_during_the_reconciliation_is_kept(
    customer: User, stripe_sandbox: StripeSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = _subscribe(customer, stripe_sandbox)
    StorageSubscription.objects.update(pending_plan="consumer")

    def sync_while_customer_asks_for_another_plan(_: str) -> bool:
        return bool(StorageSubscription.objects.update(pending_plan="enterprise"))

    monkeypatch.setattr("storage.reconciliation.sync_subscription", sync_while_customer_asks_for_another_plan)
    _later(5)
    row.refresh_from_db()
    assert row.pending_plan == "enterprise"


@pytest.mark.parametrize(("customer_deleted", "status"), [(True, "canceled"), (False, "active")])
def test_missing_subscription_is_ended_only_if_its_customer_was_deleted(
    customer: User, stripe_sandbox: StripeSandbox, customer_deleted: bool, status: str
) -> None:
    row = _subscribe(customer, stripe_sandbox)
    StorageSubscription.objects.update(stripe_subscription_id="sub_gone", current_period_end=timezone.now())
    customer.refresh_from_db()
    if customer_deleted:
        stripe_sandbox.delete_customer(customer.stripe_customer_id)
    _later(4)
    row.refresh_from_db()
    assert (row.status, row.addresses.get().status) == (status, "subscribed" if status == "active" else "active")
    planned = Message.objects.values_list("kind", flat=True)
    assert ("storage-canceled" in planned) is customer_deleted
    assert ("office-storage" in planned.filter(occasion__startswith="ended")) is customer_deleted


def test_unpaid_subscription_is_checked_every_ten_minutes(customer: User, stripe_sandbox: StripeSandbox) -> None:
    row = begin_subscription(user=customer, plan="consumer", address_id=None)
    finish_subscription(user=customer, subscription_id=row.id, plan="consumer", address_id=None)
    checked = []
    for minutes in (4, 12, 18):
        _later(minutes)
        row.refresh_from_db()
        checked.append(row.checked_at)
    assert checked[0] == checked[1] != checked[2]


def test_subscriptions_that_were_not_checked_yet_come_first(
    customer: User, outsider: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[User] = []
    monkeypatch.setattr("storage.reconciliation.BATCH_SIZE", 1)
    monkeypatch.setattr("storage.reconciliation._sync", lambda row: checked.append(row.user))
    for user, at in ((customer, timezone.now() - dt.timedelta(hours=1)), (outsider, None)):
        StorageSubscription.objects.create(
            user=user, plan="consumer", monthly_amount=15, status="incomplete", checked_at=at
        )
    for minutes in (4, 8):
        _later(minutes)
    assert checked == [outsider, customer]


def test_subscription_unknown_to_stripe_is_canceled(customer: User, stripe_sandbox: StripeSandbox) -> None:
    """For example after switching to another Stripe account: unpaid subscriptions are abandoned."""
    row = begin_subscription(user=customer, plan="consumer", address_id=None)
    StorageSubscription.objects.update(stripe_subscription_id="sub_of_another_account")
    _later(5)
    row.refresh_from_db()
    assert row.status == "canceled"

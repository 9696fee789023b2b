"""A canceled tree is refunded ten minutes later; once a delivery day was set, staff decide."""

import datetime as dt
from contextlib import suppress
from decimal import Decimal
from importlib import import_module
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from payments.client import PaymentsUnavailable
from payments.models import Payment, Refund
from payments.reconciliation import reconcile
from testing import cards
from testing.helpers import end_waits, in_threads, run_during_transaction, run_queue
from testing.payments import StripeSandbox
from trees.cancellation import request_refunds
from trees.models import TreeOrder, TreePayment
from trees.tests.factories import make_tree_order
from trees.tests.paying import (
    after_ten_minutes,
    ask_to_pay,
    cancel,
    change,
    open_form,
    pay_by_card,
    record,
    seen,
    sums,
)

pytestmark = pytest.mark.django_db(transaction=True)

PRICE = "100.00"
TEN_MINUTES = dt.timedelta(minutes=10)


@pytest.fixture
def order(customer: User) -> TreeOrder:
    return make_tree_order(user=customer)


@pytest.fixture
def paid(stripe_sandbox: StripeSandbox, customer_client: APIClient, order: TreeOrder) -> TreeOrder:
    """Return an order that is paid by card."""
    pay_by_card(customer_client, order, stripe_sandbox)
    return order


def _rows(client: APIClient) -> list[tuple[str, str]]:
    return [(item["status"], item["amount"]) for item in client.get("/api/desk/queue?kind=payment").json()]


def _refunded(sandbox: StripeSandbox) -> Decimal:
    return sum((Decimal(each["amount"]) / 100 for each in sandbox.objects("refund")), Decimal(0))


def test_order_canceled_before_its_day_is_set_is_refunded_ten_minutes_later(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, paid: TreeOrder
) -> None:
    before = timezone.now()
    cancel(admin_client, paid)
    assert seen(customer_client, paid)["amountRefunding"] == PRICE
    row = seen(admin_client, paid)
    assert (row["amountDue"], row["overpaid"], row["canPayOnline"]) == ("0.00", PRICE, False)
    assert before + TEN_MINUTES <= dt.datetime.fromisoformat(row["refundAt"]) <= timezone.now() + TEN_MINUTES
    change(admin_client, paid, notes="They called")
    assert seen(admin_client, paid)["refundAt"] == row["refundAt"]
    run_queue()
    assert _refunded(stripe_sandbox) == 0
    assert _rows(admin_client) == [], "staff have nothing to do"
    keeping = admin_client.post(f"/api/payments/{Payment.objects.get().id}/keep", {"reason": "Ours"}, format="json")
    assert keeping.status_code == 409, "it is the customer's"
    after_ten_minutes(stripe_sandbox)
    assert _refunded(stripe_sandbox) == Decimal(PRICE)
    assert sums(customer_client, paid) == ("0.00", PRICE, "0.00", "0.00")
    assert seen(customer_client, paid)["amountRefunding"] == "0.00"
    [refund] = Refund.objects.all()
    assert (refund.requested_by, refund.reason) == (None, "Canceled before a delivery day was set")
    assert _rows(admin_client) == []


def test_refund_is_not_made_before_its_time(admin_client: APIClient, paid: TreeOrder) -> None:
    cancel(admin_client, paid)
    assert request_refunds(paid.id) == []
    with time_machine.travel(timezone.now() + TEN_MINUTES, tick=False):
        assert len(request_refunds(paid.id)) == 1
        assert request_refunds(paid.id) == [], "a second run refunds nothing"


def test_reinstated_order_is_not_refunded(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, paid: TreeOrder
) -> None:
    cancel(admin_client, paid)
    change(admin_client, paid, status="pending")
    row = seen(admin_client, paid)
    assert (row["refundAt"], row["amountRefunding"]) == (None, "0.00")
    after_ten_minutes(stripe_sandbox)
    assert _refunded(stripe_sandbox) == 0
    assert sums(admin_client, paid) == (PRICE, "0.00", "0.00", "0.00")


def test_unsent_refund_is_withdrawn_when_the_order_is_reinstated(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, paid: TreeOrder
) -> None:
    cancel(admin_client, paid)
    stripe_sandbox.faults.add("503", path="refunds", count=50)
    after_ten_minutes(stripe_sandbox)
    assert Refund.objects.get().status == "requested"
    make_tree_order(status="cancelled", refund_at=timezone.now())  # another order stays canceled
    change(admin_client, paid, status="pending")
    run_queue()
    assert (Refund.objects.get().status, Payment.objects.get().refundable) == ("withdrawn", Decimal(PRICE))
    stripe_sandbox.faults.clear()
    end_waits()
    run_queue()
    assert _refunded(stripe_sandbox) == 0
    assert sums(admin_client, paid) == (PRICE, "0.00", "0.00", "0.00")
    cancel(admin_client, paid)
    after_ten_minutes(stripe_sandbox)
    assert _refunded(stripe_sandbox) == Decimal(PRICE)


def test_unsent_refund_waits_until_a_new_cancellation_can_no_longer_be_undone(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, paid: TreeOrder
) -> None:
    cancel(admin_client, paid)
    stripe_sandbox.faults.add("503", path="refunds", count=50)
    after_ten_minutes(stripe_sandbox)
    stripe_sandbox.faults.clear()
    change(admin_client, paid, status="pending")
    cancel(admin_client, paid)
    run_queue()
    assert _refunded(stripe_sandbox) == 0
    after_ten_minutes(stripe_sandbox)
    assert _refunded(stripe_sandbox) == Decimal(PRICE)


def test_reinstated_order_is_unpaid_if_its_refund_reached_stripe(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, paid: TreeOrder
) -> None:
    cancel(admin_client, paid)
    stripe_sandbox.faults.add("drop_after", path="refunds", method="POST", count=None)
    TreeOrder.objects.update(refund_at=timezone.now())
    end_waits()
    run_queue()
    stripe_sandbox.faults.clear()
    change(admin_client, paid, status="pending")
    run_queue()
    assert Refund.objects.get().status == "withdrawn"
    stripe_sandbox.deliver()
    assert Refund.objects.get().status == "sent"
    assert sums(admin_client, paid) == ("0.00", PRICE, PRICE, "0.00")


def test_ten_minutes_count_from_the_last_cancellation(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, paid: TreeOrder
) -> None:
    cancel(admin_client, paid)
    change(admin_client, paid, status="pending")
    cancel(admin_client, paid)
    later = timezone.now() + dt.timedelta(minutes=5)
    TreeOrder.objects.update(refund_at=later)
    end_waits(within=dt.timedelta(minutes=1))
    run_queue()
    assert _refunded(stripe_sandbox) == 0


def test_order_reinstated_after_its_refund_can_be_paid_again(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, paid: TreeOrder
) -> None:
    cancel(admin_client, paid)
    after_ten_minutes(stripe_sandbox)
    change(admin_client, paid, status="confirmed")
    assert sums(customer_client, paid) == ("0.00", PRICE, PRICE, "0.00")
    assert seen(customer_client, paid)["canPayOnline"] is True
    pay_by_card(customer_client, paid, stripe_sandbox)
    assert sums(customer_client, paid) == (PRICE, PRICE, "0.00", "0.00")
    assert len(seen(admin_client, paid)["payments"]) == 2


@pytest.mark.parametrize(
    ("setting", "canceling"),
    [
        ({"status": "scheduled", "scheduledDeliveryDate": "2099-12-05"}, {"status": "cancelled"}),
        (
            {"status": "scheduled", "scheduledDeliveryDate": "2099-12-05"},
            {"status": "cancelled", "scheduledDeliveryDate": None},
        ),
        ({}, {"status": "cancelled", "scheduledDeliveryDate": "2099-12-05"}),
    ],
)
def test_staff_decide_about_refund_once_a_day_is_set(
    stripe_sandbox: StripeSandbox,
    admin_client: APIClient,
    paid: TreeOrder,
    setting: dict[str, Any],
    canceling: dict[str, Any],
) -> None:
    change(admin_client, paid, **setting)
    change(admin_client, paid, **canceling)
    change(admin_client, paid, notes="They called")
    row = seen(admin_client, paid)
    assert (row["refundAt"], row["overpaid"], row["amountRefunding"]) == (None, PRICE, "0.00")
    [item] = admin_client.get("/api/desk/queue?kind=payment").json()
    assert (item["status"], item["amount"], item["treeOrderId"]) == ("refund_or_keep", PRICE, str(paid.id))
    assert item["customerName"] == "Eleanor Hayes"
    after_ten_minutes(stripe_sandbox)
    assert _refunded(stripe_sandbox) == 0
    body = {"reason": "Canceled in time"}
    response = admin_client.post(f"/api/payments/{item['paymentId']}/refund", body, format="json")
    assert response.status_code == 200, response.content
    stripe_sandbox.deliver()
    assert _rows(admin_client) == []
    assert sums(admin_client, paid) == ("0.00", PRICE, "0.00", "0.00")


def test_kept_payment_counts_again_when_the_order_is_reinstated(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, paid: TreeOrder
) -> None:
    change(admin_client, paid, scheduledDeliveryDate="2099-12-05")
    cancel(admin_client, paid)
    payment = Payment.objects.get()
    response = admin_client.post(f"/api/payments/{payment.id}/keep", {"reason": "Too late to cancel"}, format="json")
    assert (response.status_code, response.json()) == (200, {"amountKept": PRICE})
    assert _rows(admin_client) == []
    assert sums(admin_client, paid) == (PRICE, "0.00", "0.00", "0.00")
    change(admin_client, paid, status="scheduled")
    assert sums(admin_client, paid) == (PRICE, "0.00", "0.00", "0.00")


def test_kept_card_payment_is_not_refunded_on_cancellation(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, order: TreeOrder
) -> None:
    cards.pay(open_form(customer_client, order))
    record(admin_client, order)
    stripe_sandbox.deliver()
    path = f"/api/payments/{Payment.objects.get().id}/keep"
    assert admin_client.post(path, {"reason": "For the second tree"}, format="json").json() == {"amountKept": PRICE}
    cancel(admin_client, order)
    assert seen(admin_client, order)["amountRefunding"] == "0.00"
    after_ten_minutes(stripe_sandbox)
    assert _refunded(stripe_sandbox) == 0
    assert _rows(admin_client) == [("owed", PRICE)], "the cash"
    stripe_sandbox.dispute(Payment.objects.get().stripe_payment_intent_id)
    stripe_sandbox.deliver()
    left = sums(admin_client, order)
    TreeOrder.objects.update(amount_kept=PRICE)  # as it was stored before it counted as disputed only
    with connection.cursor() as cursor:
        cursor.execute(import_module("trees.migrations.0003_disputed_is_not_kept").FORWARD)
    assert TreeOrder.objects.get().amount_kept == 0
    assert sums(admin_client, order) == left


def test_money_that_was_kept_and_refunded_after_all_is_not_kept(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, order: TreeOrder
) -> None:
    cards.pay(open_form(customer_client, order))
    record(admin_client, order)
    stripe_sandbox.deliver()
    payment = Payment.objects.get()
    admin_client.post(f"/api/payments/{payment.id}/keep", {"reason": "For the second tree"}, format="json")
    stripe_sandbox.refund(payment.stripe_payment_intent_id, amount=1000)
    stripe_sandbox.deliver()
    assert TreeOrder.objects.get().amount_kept == Decimal(PRICE) - 10


def test_disputed_amount_is_what_was_not_refunded_before(
    stripe_sandbox: StripeSandbox, customer_client: APIClient, paid: TreeOrder
) -> None:
    intent = Payment.objects.get().stripe_payment_intent_id
    stripe_sandbox.refund(intent, amount=1000)
    stripe_sandbox.deliver()
    stripe_sandbox.dispute(intent)
    stripe_sandbox.deliver()
    assert Decimal(seen(customer_client, paid)["amountDisputed"]) == Decimal(PRICE) - 10


def test_staff_decide_about_refund_of_a_delivered_tree(admin_client: APIClient, paid: TreeOrder) -> None:
    change(admin_client, paid, status="delivered")
    cancel(admin_client, paid)
    assert _rows(admin_client) == [("refund_or_keep", PRICE)]


def test_refund_decision_disappears_when_the_order_is_reinstated(admin_client: APIClient, paid: TreeOrder) -> None:
    change(admin_client, paid, scheduledDeliveryDate="2099-12-05")
    cancel(admin_client, paid)
    change(admin_client, paid, status="scheduled")
    assert _rows(admin_client) == []
    assert sums(admin_client, paid) == (PRICE, "0.00", "0.00", "0.00")


@pytest.mark.parametrize(("day", "status"), [(None, "owed"), ("2099-12-05", "refund_or_keep")])
def test_cash_for_a_canceled_tree_is_owed_back(
    admin_client: APIClient, order: TreeOrder, day: str | None, status: str
) -> None:
    record(admin_client, order)
    change(admin_client, order, scheduledDeliveryDate=day)
    cancel(admin_client, order)
    [item] = admin_client.get("/api/desk/queue?kind=payment").json()
    assert (item["status"], item["amount"], item["treeOrderId"], item["paymentId"]) == (
        status, PRICE, str(order.id), None,
    )  # fmt: skip
    assert "paid in cash" in item["summary"]
    kept = admin_client.post(f"/api/payments/{item['id']}/keep", {"reason": "Given back in cash"}, format="json")
    assert kept.json() == {"amountKept": PRICE}
    assert _rows(admin_client) == []


def test_bounced_check_is_no_longer_owed_back(admin_client: APIClient, order: TreeOrder) -> None:
    [payment] = record(admin_client, order, method="check").json()["payments"]
    cancel(admin_client, order)
    assert _rows(admin_client) == [("owed", PRICE)]
    path = f"/api/tree-orders/{order.id}/payments/{payment['id']}/take-back"
    admin_client.post(path, {"note": "It bounced"}, format="json")
    assert _rows(admin_client) == []


def test_card_part_is_refunded_and_cash_part_shows_in_due_now(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, order: TreeOrder
) -> None:
    record(admin_client, order, amount="40")
    pay_by_card(customer_client, order, stripe_sandbox)
    cancel(admin_client, order)
    row = seen(customer_client, order)
    assert (row["overpaid"], row["amountRefunding"]) == (PRICE, "60.00")
    assert _rows(admin_client) == [("owed", "40.00")]
    after_ten_minutes(stripe_sandbox)
    assert _refunded(stripe_sandbox) == 60
    assert sums(admin_client, order) == ("40.00", "60.00", "0.00", "40.00")
    assert _rows(admin_client) == [("owed", "40.00")]


def test_cancellation_closes_the_open_card_form(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, order: TreeOrder
) -> None:
    intent = open_form(customer_client, order).split("_secret")[0]
    cancel(admin_client, order)
    run_queue()
    assert stripe_sandbox.get(intent)["status"] == "canceled"
    assert ask_to_pay(customer_client, order).status_code == 409


def test_cancellation_stops_a_processing_payment(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, order: TreeOrder
) -> None:
    stripe_sandbox.process_next()
    secret = open_form(customer_client, order)
    cards.pay(secret)
    stripe_sandbox.deliver()
    assert seen(customer_client, order)["paying"] is True
    cancel(admin_client, order)
    run_queue()
    assert stripe_sandbox.get(secret.split("_secret")[0])["status"] == "canceled"
    row = seen(customer_client, order)
    assert (row["paying"], row["amountPaid"], row["overpaid"]) == (False, "0.00", "0.00")


@pytest.mark.parametrize("day", [None, "2099-12-05"])
def test_payment_arriving_after_cancellation_is_refunded_unless_a_day_was_set(
    stripe_sandbox: StripeSandbox,
    admin_client: APIClient,
    customer_client: APIClient,
    order: TreeOrder,
    day: str | None,
) -> None:
    change(admin_client, order, scheduledDeliveryDate=day)
    cards.pay(open_form(customer_client, order))  # the webhook is late
    cancel(admin_client, order)
    after_ten_minutes(stripe_sandbox)
    if day:
        assert sums(customer_client, order) == (PRICE, "0.00", "0.00", PRICE)
        assert _rows(admin_client) == [("refund_or_keep", PRICE)]
    else:
        after_ten_minutes(stripe_sandbox)
        assert sums(customer_client, order) == ("0.00", PRICE, "0.00", "0.00")
        assert _rows(admin_client) == []


@pytest.mark.parametrize("won", [True, False])
def test_disputed_payment_is_not_refunded_until_the_bank_decides(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, paid: TreeOrder, won: bool
) -> None:
    dispute = stripe_sandbox.dispute(Payment.objects.get().stripe_payment_intent_id)
    stripe_sandbox.deliver()
    assert seen(customer_client, paid)["amountDisputed"] == PRICE
    cancel(admin_client, paid)
    after_ten_minutes(stripe_sandbox)
    assert _refunded(stripe_sandbox) == 0
    row = seen(admin_client, paid)
    assert (row["refundAt"], row["amountRefunding"], row["overpaid"]) == (None, "0.00", "0.00")
    assert _rows(admin_client) == [("disputed", PRICE)]
    stripe_sandbox.close_dispute(dispute["id"], won=won)
    stripe_sandbox.deliver()
    assert _rows(admin_client) == ([("refund_or_keep", PRICE)] if won else []), (
        "a lost dispute leaves nothing to refund"
    )
    assert seen(customer_client, paid)["amountDisputed"] == ("0.00" if won else PRICE)


def test_staff_decide_about_a_refund_that_the_bank_returned(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, paid: TreeOrder
) -> None:
    cancel(admin_client, paid)
    after_ten_minutes(stripe_sandbox)
    [refund] = stripe_sandbox.objects("refund")
    stripe_sandbox.fail_refund(refund["id"])
    stripe_sandbox.deliver()
    assert sums(admin_client, paid) == (PRICE, "0.00", "0.00", PRICE)
    assert _rows(admin_client) == [("refund_or_keep", PRICE)]


def test_staff_decide_about_a_refund_refused_because_of_a_dispute(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, paid: TreeOrder
) -> None:
    cancel(admin_client, paid)
    payment = Payment.objects.get()
    dispute = stripe_sandbox.dispute(payment.stripe_payment_intent_id)
    stripe_sandbox.capture_webhooks()  # the webhook is lost
    after_ten_minutes(stripe_sandbox)
    assert _rows(admin_client) == [("disputed", PRICE)]
    stripe_sandbox.close_dispute(dispute["id"], won=True)
    stripe_sandbox.deliver()
    assert _rows(admin_client) == [("refund_or_keep", PRICE)]
    admin_client.post(f"/api/payments/{payment.id}/keep", {"reason": "Agreed by phone"}, format="json")
    assert _rows(admin_client) == []
    assert sums(admin_client, paid) == (PRICE, "0.00", "0.00", "0.00")


def test_payment_kept_after_its_refund_was_given_up_is_not_refunded_later(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, paid: TreeOrder
) -> None:
    cancel(admin_client, paid)
    stripe_sandbox.faults.add("503", method="POST", path="refunds", count=None)
    after_ten_minutes(stripe_sandbox)
    Refund.objects.update(created_at=timezone.now() - dt.timedelta(hours=26))
    with suppress(PaymentsUnavailable):
        reconcile()
    stripe_sandbox.faults.clear()
    assert _rows(admin_client) == [("refund_failed", PRICE)]
    path = f"/api/payments/{Payment.objects.get().id}/keep"
    assert admin_client.post(path, {"reason": "Agreed by phone"}, format="json").json() == {"amountKept": PRICE}
    after_ten_minutes(stripe_sandbox)
    assert _rows(admin_client) == []
    assert _refunded(stripe_sandbox) == 0
    assert sums(admin_client, paid) == (PRICE, "0.00", "0.00", "0.00")
    assert str(TreePayment.objects.get().amount_kept) == PRICE


def test_worker_refunds_what_a_dashboard_refund_has_left(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, paid: TreeOrder
) -> None:
    cancel(admin_client, paid)
    cards.refund(Payment.objects.get().stripe_payment_intent_id, Decimal(30))
    stripe_sandbox.capture_webhooks()  # the webhook is lost
    after_ten_minutes(stripe_sandbox)
    assert _refunded(stripe_sandbox) == Decimal(PRICE)
    assert sums(admin_client, paid) == ("0.00", PRICE, "0.00", "0.00")
    assert _rows(admin_client) == []


def test_partial_refund_of_an_active_order_is_not_due_again(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, paid: TreeOrder
) -> None:
    path = f"/api/payments/{Payment.objects.get().id}/refund"
    admin_client.post(path, {"reason": "The stand was left out", "amount": "20"}, format="json")
    stripe_sandbox.deliver()
    assert sums(admin_client, paid) == ("80.00", "20.00", "0.00", "0.00")
    cancel(admin_client, paid)
    assert sums(admin_client, paid) == ("80.00", "20.00", "0.00", "80.00")
    after_ten_minutes(stripe_sandbox)
    change(admin_client, paid, status="pending")
    assert sums(admin_client, paid) == ("0.00", PRICE, PRICE, "0.00"), "the full price is due again"


def test_order_is_paid_in_full_after_the_bank_returned_a_partial_refund(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, paid: TreeOrder
) -> None:
    path = f"/api/payments/{Payment.objects.get().id}/refund"
    admin_client.post(path, {"reason": "The stand was left out", "amount": "20"}, format="json")
    stripe_sandbox.deliver()
    stripe_sandbox.fail_refund(stripe_sandbox.objects("refund")[0]["id"])
    stripe_sandbox.deliver()
    assert sums(admin_client, paid) == (PRICE, "0.00", "0.00", "0.00")
    assert _rows(admin_client) == [("refund_failed", "20.00")]


def test_partial_refund_is_not_due_again_after_the_bank_returned_the_refund_of_the_rest(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, paid: TreeOrder
) -> None:
    path = f"/api/payments/{Payment.objects.get().id}/refund"
    for amount in ["20", "80"]:
        admin_client.post(path, {"reason": "The stand was left out", "amount": amount}, format="json")
        stripe_sandbox.deliver()
    assert sums(admin_client, paid) == ("0.00", PRICE, PRICE, "0.00")
    [of_rest] = [each for each in stripe_sandbox.objects("refund") if each["amount"] == 8000]
    stripe_sandbox.fail_refund(of_rest["id"])
    stripe_sandbox.deliver()
    assert sums(admin_client, paid) == ("80.00", "20.00", "0.00", "0.00")


def test_price_less_the_first_refund_is_due_after_the_bank_returned_that_refund(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, paid: TreeOrder
) -> None:
    """The rest was refunded too, so all of the payment was to be made again."""
    path = f"/api/payments/{Payment.objects.get().id}/refund"
    for amount in ["20", "80"]:
        admin_client.post(path, {"reason": "The stand was left out", "amount": amount}, format="json")
        stripe_sandbox.deliver()
    [first] = [each for each in stripe_sandbox.objects("refund") if each["amount"] == 2000]
    stripe_sandbox.fail_refund(first["id"])
    stripe_sandbox.deliver()
    assert sums(admin_client, paid) == ("20.00", "80.00", "60.00", "0.00")
    assert _rows(admin_client) == [("refund_failed", "20.00")]


def test_refund_of_a_double_payment_leaves_the_order_paid(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, order: TreeOrder
) -> None:
    cards.pay(open_form(customer_client, order))
    record(admin_client, order)
    stripe_sandbox.deliver()
    path = f"/api/payments/{Payment.objects.get().id}/refund"
    admin_client.post(path, {"reason": "Paid twice", "amount": "30"}, format="json")
    stripe_sandbox.deliver()
    assert sums(admin_client, order) == ("170.00", "30.00", "0.00", "70.00")
    admin_client.post(path, {"reason": "Paid twice"}, format="json")
    stripe_sandbox.deliver()
    assert sums(admin_client, order) == (PRICE, PRICE, "0.00", "0.00")


def test_reinstated_order_is_not_refunded_by_a_concurrent_worker(
    stripe_sandbox: StripeSandbox, admin: User, admin_client: APIClient, paid: TreeOrder
) -> None:
    """In either order, the reinstated order stays paid: a refund that wasn't sent yet is withdrawn."""
    cancel(admin_client, paid)
    TreeOrder.objects.update(refund_at=timezone.now())

    def act(number: int) -> None:
        if number == 0:
            client = APIClient()
            client.force_login(admin)
            change(client, paid, status="confirmed")
        else:
            request_refunds(paid.id)

    in_threads(4, act)
    end_waits()
    run_queue()
    stripe_sandbox.deliver()
    assert [refund.status for refund in Refund.objects.all()] in ([], ["withdrawn"])
    assert _refunded(stripe_sandbox) == 0
    assert sums(admin_client, paid) == (PRICE, "0.00", "0.00", "0.00")


def test_webhook_and_refund_do_not_deadlock(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, paid: TreeOrder
) -> None:
    from django.db import transaction

    from payments.ledger import sync_payment

    cancel(admin_client, paid)
    TreeOrder.objects.update(refund_at=timezone.now())
    intent = Payment.objects.get().stripe_payment_intent_id
    stripe_sandbox.dispute(intent)
    with transaction.atomic():
        assert len(request_refunds(paid.id)) == 1
        synced = run_during_transaction(lambda: sync_payment(intent))
    assert synced() is not None
    assert TreePayment.objects.get().disputed is True

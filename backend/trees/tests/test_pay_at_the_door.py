"""Drivers record cash and checks; staff reverse wrong or bounced ones."""

import datetime as dt
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from testing import cards
from testing.helpers import in_threads, run_during_transaction, run_queue
from testing.payments import StripeSandbox
from trees.models import TreeOrder, TreePayment
from trees.tests.factories import make_tree_order
from trees.tests.paying import change, open_form, pay_by_card, record, seen, sums

pytestmark = pytest.mark.django_db(transaction=True)

PRICE = "100.00"


@pytest.fixture
def order(customer: User) -> TreeOrder:
    return make_tree_order(user=customer)


def _reverse(client: APIClient, order: TreeOrder, payment: Any, note: Any = "The check bounced") -> Any:
    path = f"/api/tree-orders/{order.id}/payments/{payment}/take-back"
    return client.post(path, {"note": note}, format="json")


@pytest.mark.parametrize("method", ["cash", "check"])
def test_recorded_payment_defaults_to_what_is_due(
    admin_client: APIClient, customer_client: APIClient, order: TreeOrder, method: str
) -> None:
    response = record(admin_client, order, method=method, note="  No. 2041 ")
    assert response.status_code == 200, response.content
    row = response.json()
    assert (row["amountPaid"], row["amountDue"], row["canPayOnline"]) == (PRICE, "0.00", False)
    [payment] = row["payments"]
    assert (payment["method"], payment["amount"], payment["note"]) == (method, PRICE, "No. 2041")
    assert (payment["recordedBy"], payment["cardPaymentId"], payment["refundable"]) == ("Ada", None, "0.00")
    assert sums(customer_client, order) == (PRICE, "0.00", "0.00", "0.00")


def test_partial_payments_add_up(admin_client: APIClient, order: TreeOrder) -> None:
    assert record(admin_client, order, amount="40.50").json()["amountDue"] == "59.50"
    assert record(admin_client, order, method="check", amount="59.50").json()["amountDue"] == "0.00"
    change(admin_client, order, scheduledDeliveryDate="2099-12-05")
    TreePayment.objects.filter(method="check").update(created_at=timezone.now() - dt.timedelta(hours=1))
    [listed] = admin_client.get("/api/tree-orders?scope=admin").json()
    [town] = admin_client.get("/api/tree-orders/day-sheet?day=2099-12-05").json()["towns"]
    for row in (seen(admin_client, order), listed, *town["orders"]):
        assert [payment["amount"] for payment in row["payments"]] == ["59.50", "40.50"], "oldest first"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"amount": "100.01"}, "amount"),
        ({"amount": "0"}, "amount"),
        ({"amount": "-5"}, "amount"),
        ({"amount": "1.001"}, "amount"),
        ({"method": "card"}, "method"),
        ({"method": "barter"}, "method"),
        ({"method": None}, "method"),
        ({"note": "x" * 501}, "note"),
    ],
)
def test_bad_input_is_a_400(admin_client: APIClient, order: TreeOrder, body: dict[str, Any], field: str) -> None:
    response = record(admin_client, order, **body)
    assert response.status_code == 400
    assert list(response.json()["errors"]) == [field]
    assert not TreePayment.objects.exists()


def test_payment_cannot_be_recorded_on_paid_or_canceled_orders(admin_client: APIClient, order: TreeOrder) -> None:
    record(admin_client, order)
    assert record(admin_client, order, amount="1").status_code == 409
    assert record(admin_client, make_tree_order(status="cancelled")).status_code == 409


def test_payment_for_a_tree_in_another_state_can_be_recorded(admin_client: APIClient) -> None:
    assert record(admin_client, make_tree_order(zip_code="03909")).json()["amountDue"] == "0.00"


def test_same_key_records_one_payment(admin_client: APIClient, order: TreeOrder) -> None:
    for _ in range(2):
        response = admin_client.post(
            f"/api/tree-orders/{order.id}/record-payment", {"method": "check", "amount": "40"}, format="json",
            headers={"Idempotency-Key": "check-2041"},
        )  # fmt: skip
        assert (response.status_code, response.json()["amountPaid"]) == (200, "40.00")
    assert TreePayment.objects.count() == 1


def test_bounced_check_is_due_again_and_stays_on_record(admin_client: APIClient, order: TreeOrder) -> None:
    [payment] = record(admin_client, order, method="check").json()["payments"]
    response = _reverse(admin_client, order, payment["id"])
    assert response.status_code == 200
    row = response.json()
    assert (row["amountPaid"], row["amountDue"], row["canPayOnline"]) == ("0.00", PRICE, True)
    [kept] = row["payments"]
    assert (kept["id"], kept["amount"], kept["takenBackBy"], kept["takenBackNote"]) == (
        payment["id"], PRICE, "Ada", "The check bounced",
    )  # fmt: skip
    assert _reverse(admin_client, order, payment["id"], "Another reason").json() == row


def test_reversal_requires_a_reason_and_the_payments_own_order(admin_client: APIClient, order: TreeOrder) -> None:
    [payment] = record(admin_client, order).json()["payments"]
    assert list(_reverse(admin_client, order, payment["id"], " ").json()["errors"]) == ["note"]
    assert _reverse(admin_client, make_tree_order(), payment["id"]).status_code == 404
    assert _reverse(admin_client, order, order.id).status_code == 404


def test_card_payment_cannot_be_reversed(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, order: TreeOrder
) -> None:
    pay_by_card(customer_client, order, stripe_sandbox)
    [payment] = seen(admin_client, order)["payments"]
    assert _reverse(admin_client, order, payment["id"]).status_code == 409
    assert sums(admin_client, order)[0] == PRICE


def test_concurrent_drivers_record_no_more_than_is_due(admin: User, order: TreeOrder) -> None:
    def press(_: int) -> int:
        client = APIClient()
        client.force_login(admin)
        return int(record(client, order).status_code)

    assert sorted(in_threads(6, press)) == [200] + [409] * 5
    assert TreePayment.objects.count() == 1


def test_order_paid_by_card_and_in_cash_is_owed_back_once(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, order: TreeOrder
) -> None:
    """The customer pays with the QR code while the driver counts the cash."""
    cards.pay(open_form(customer_client, order))
    record(admin_client, order)
    run_queue()
    stripe_sandbox.deliver()
    assert sums(customer_client, order) == ("200.00", "0.00", "0.00", PRICE)
    by_method = {payment["method"]: payment for payment in seen(admin_client, order)["payments"]}
    assert (by_method["card"]["amountOwed"], by_method["cash"]["amountOwed"]) == (PRICE, "0.00")
    [item] = admin_client.get("/api/desk/queue?kind=payment").json()
    assert (item["status"], item["amount"], item["treeOrderId"]) == ("owed", PRICE, str(order.id))
    assert item["summary"].endswith(f"${PRICE} is owed back")


def test_concurrent_cash_and_card_payments_both_count(
    stripe_sandbox: StripeSandbox, admin: User, customer_client: APIClient, order: TreeOrder
) -> None:
    cards.pay(open_form(customer_client, order))

    def act(number: int) -> int:
        if number:
            stripe_sandbox.deliver()
            return 200
        client = APIClient()
        client.force_login(admin)
        return int(record(client, order).status_code)

    status = in_threads(2, act)[0]
    paid = {200: "200.00", 409: PRICE}[status]
    order.refresh_from_db()
    assert str(order.amount_paid) == paid
    assert sum(payment.amount for payment in TreePayment.objects.all()) == order.amount_paid


def test_concurrent_cancellation_and_payment_keep_sums_right(
    admin: User, admin_client: APIClient, order: TreeOrder
) -> None:
    """The second request sees the change of the first."""

    def press(number: int) -> int:
        client = APIClient()
        client.force_login(admin)
        if number % 2:
            return int(record(client, order).status_code)
        change(client, order, status="cancelled")
        return 200

    in_threads(4, press)
    paid = TreePayment.objects.count()
    row = seen(admin_client, order)
    assert (row["status"], row["amountDue"], row["overpaid"]) == ("cancelled", "0.00", PRICE if paid else "0.00")


def test_card_form_waits_for_a_payment_being_recorded(
    stripe_sandbox: StripeSandbox, admin: User, customer: User, order: TreeOrder
) -> None:
    from django.db import transaction

    from payments.intents import claim_payment
    from trees.models import DoorMethod
    from trees.recording import record_payment

    with transaction.atomic():
        record_payment(order_id=order.id, by=admin, method=DoorMethod.CASH, amount=order.total_amount - 10)
        opened = run_during_transaction(
            lambda: claim_payment(purpose="tree_order", reference=order.id, viewer=customer).amount
        )
    assert opened() == 10

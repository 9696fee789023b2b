"""The desk shows what is paid and due with each tree order."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import transaction
from rest_framework.test import APIClient

from accounts.models import User
from accounts.signals import guest_rows_may_be_claimed
from common.errors import Conflict
from links.tests.factories import make_link, open_link
from payments.intents import claim_payment
from payments.tests.factories import make_payment
from testing.helpers import run_during_transaction
from testing.payments import StripeSandbox
from trees.models import TreeOrder, TreeOrderStatus, TreePayment
from trees.services import revise_tree_order
from trees.tests.factories import make_tree_order
from trees.tests.paying import ask_to_pay, change, pay_by_card, record, seen, sums

DAY = "2026-12-05"
PRICE = "100.00"


def _fill(user: User, admin: User, count: int) -> None:
    for number in range(count):
        order = make_tree_order(user=user, status="scheduled", scheduled_delivery_date=DAY)
        TreePayment.objects.create(order=order, method="cash", amount=10, recorded_by=admin)
        card = make_payment(
            user=user, purpose="tree_order", reference=order.id, stripe_payment_intent_id=f"pi_{number}"
        )
        TreePayment.objects.create(order=order, method="card", amount=20, payment=card)


@pytest.mark.parametrize("count", [2, 20])
@pytest.mark.parametrize(
    ("path", "queries"), [("tree-orders?scope=admin", 5), (f"tree-orders/day-sheet?day={DAY}", 5), ("tree-orders", 3)]
)
def test_lists_with_payments_cost_constant_queries(
    admin: User, admin_client: APIClient, count: int, path: str, queries: int, django_assert_num_queries: Any
) -> None:
    _fill(admin, admin, count)
    with django_assert_num_queries(queries):
        assert admin_client.get(f"/api/{path}").status_code == 200


def test_call_list_and_day_sheet_show_what_is_due(db: None, admin_client: APIClient) -> None:
    order = make_tree_order(status="scheduled", scheduled_delivery_date=DAY)
    record(admin_client, order, amount="30")
    [row] = admin_client.get("/api/tree-orders?scope=admin").json()
    [town] = admin_client.get(f"/api/tree-orders/day-sheet?day={DAY}").json()["towns"]
    for each in (row, *town["orders"]):
        assert (each["amountPaid"], each["amountDue"]) == ("30.00", "70.00")
        assert [payment["method"] for payment in each["payments"]] == ["cash"]


@pytest.mark.parametrize("kind", ["tree_order", "tree_day"])
def test_due_now_rows_show_what_is_paid(db: None, admin_client: APIClient, kind: str) -> None:
    order = make_tree_order(status="confirmed" if kind == "tree_day" else "pending")
    record(admin_client, order, amount="30")
    [item] = admin_client.get(f"/api/desk/queue?kind={kind}").json()
    assert (item["amount"], item["amountPaid"], item["amountDue"]) == (PRICE, "30.00", "70.00")


def test_other_due_now_rows_have_no_amounts_paid_or_due(db: None, admin_client: APIClient) -> None:
    make_payment(user=None)
    [item] = admin_client.get("/api/desk/queue?kind=payment").json()
    assert (item["amountPaid"], item["amountDue"]) == (None, None)


@pytest.mark.django_db(transaction=True)
def test_payment_through_a_link_shows_on_the_guests_page(
    stripe_sandbox: StripeSandbox, guest: APIClient, admin_client: APIClient
) -> None:
    order = make_tree_order()
    open_link(guest, make_link(order))
    guest.credentials(HTTP_X_CSRFTOKEN=guest.cookies["csrftoken"].value)
    pay_by_card(guest, order, stripe_sandbox)
    [person] = admin_client.get("/api/desk/customers").json()
    page = admin_client.get(f"/api/desk/customers/{person['key']}").json()
    assert [payment["purpose"] for payment in page["payments"]] == ["tree_order"]
    assert [row["amountPaid"] for row in page["treeOrders"]] == [PRICE]


@pytest.mark.django_db(transaction=True)
def test_guests_order_joins_an_account_with_its_payments(
    stripe_sandbox: StripeSandbox, guest: APIClient, customer: User, customer_client: APIClient
) -> None:
    order = make_tree_order(customer_email=customer.email)
    open_link(guest, make_link(order))
    guest.credentials(HTTP_X_CSRFTOKEN=guest.cookies["csrftoken"].value)
    pay_by_card(guest, order, stripe_sandbox)
    EmailAddress.objects.create(user=customer, email=customer.email, verified=True, primary=True)
    guest_rows_may_be_claimed.send(sender=User, user=customer, email=customer.email)
    assert sums(customer_client, order) == (PRICE, "0.00", "0.00", "0.00")
    assert ask_to_pay(customer_client, order).status_code == 409, "it is paid"
    assert sums(guest, order)[0] == PRICE, "the link stays valid"


def test_history_shows_who_recorded_a_payment(db: None, admin_client: APIClient) -> None:
    order = make_tree_order()
    record(admin_client, order)
    [entry] = admin_client.get(f"/api/tree-orders/{order.id}/history").json()
    assert (entry["by"], entry["changes"]) == ("Ada Admin", [{"field": "amountPaid", "from": "0.00", "to": PRICE}])


@pytest.mark.django_db(transaction=True)
def test_card_form_that_opens_while_the_order_is_canceled_is_refused(customer: User) -> None:
    order = make_tree_order(user=customer)

    def open_form() -> str:
        try:
            claim_payment(purpose="tree_order", reference=order.id, viewer=customer)
        except Conflict as conflict:
            return conflict.message
        return ""

    with transaction.atomic():
        revise_tree_order(order_id=order.id, status=TreeOrderStatus.CANCELLED)
        opened = run_during_transaction(open_form)
    assert "canceled" in opened()


def test_order_can_be_canceled_and_reinstated_repeatedly(db: None, admin_client: APIClient) -> None:
    order: TreeOrder = make_tree_order()
    record(admin_client, order)
    for _ in range(3):
        change(admin_client, order, status="cancelled")
        assert seen(admin_client, order)["overpaid"] == PRICE
        change(admin_client, order, status="pending")
        assert sums(admin_client, order) == (PRICE, "0.00", "0.00", "0.00")

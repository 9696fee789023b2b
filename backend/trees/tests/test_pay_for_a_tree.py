"""A customer pays for a tree by card, once, at the stored price. Only Stripe's report makes it paid."""

from decimal import Decimal
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from catalog import catalog
from links.tests.factories import make_link, open_link
from payments.ledger import sync_payment
from payments.models import Payment
from testing import cards
from testing.helpers import in_threads, run_queue
from testing.payments import StripeSandbox, deliver
from trees.card import close_open_form
from trees.models import TreeOrder, TreePayment
from trees.tests.factories import make_tree_order, tree_order_body
from trees.tests.paying import ask_to_pay, open_form, pay_by_card, record, seen, sums

pytestmark = pytest.mark.django_db(transaction=True)

PRICE = "100.00"


@pytest.fixture
def order(customer: User) -> TreeOrder:
    """Create the customer's order, and one of another customer."""
    make_tree_order()
    return make_tree_order(user=customer)


def test_order_is_paid_when_stripe_confirms(
    stripe_sandbox: StripeSandbox, customer_client: APIClient, admin_client: APIClient, order: TreeOrder
) -> None:
    assert str(order.total_amount) == PRICE
    assert seen(customer_client, order)["canPayOnline"] is True
    secret = open_form(customer_client, order)
    cards.pay(secret)
    assert sums(customer_client, order) == ("0.00", "0.00", PRICE, "0.00"), "only Stripe's report counts"
    stripe_sandbox.deliver()
    assert sums(customer_client, order) == (PRICE, "0.00", "0.00", "0.00")
    assert seen(customer_client, order)["canPayOnline"] is False
    row = seen(admin_client, order)
    intent = secret.split("_secret")[0]
    assert row["stripePaymentIntentId"] == intent
    [payment] = row["payments"]
    assert (payment["method"], payment["amount"], payment["recordedBy"]) == ("card", PRICE, "")
    assert payment["cardPaymentId"] == str(Payment.objects.get(stripe_payment_intent_id=intent).id)
    assert "payments" not in seen(customer_client, order)


def test_guest_pays_right_after_ordering(stripe_sandbox: StripeSandbox, guest: APIClient) -> None:
    placed = guest.post("/api/tree-orders", tree_order_body(), format="json").json()
    assert (placed["amountPaid"], placed["amountDue"], placed["canPayOnline"]) == ("0.00", PRICE, True)
    order = TreeOrder.objects.get(id=placed["id"])
    csrf = {"X-CSRFToken": guest.cookies["csrftoken"].value}
    secret, again = (ask_to_pay(guest, order, **csrf).json()["clientSecret"] for _ in range(2))
    assert again == secret, "as after a reload"
    cards.pay(secret)
    stripe_sandbox.deliver()
    assert sums(guest, order) == (PRICE, "0.00", "0.00", "0.00")
    assert Payment.objects.get().user is None


def test_private_link_can_pay_only_its_own_order(
    stripe_sandbox: StripeSandbox, guest: APIClient, order: TreeOrder
) -> None:
    open_link(guest, make_link(order))
    csrf = {"X-CSRFToken": guest.cookies["csrftoken"].value}
    assert ask_to_pay(guest, order, **csrf).status_code == 200
    assert ask_to_pay(guest, make_tree_order(), **csrf).status_code == 404


def test_other_customers_order_cannot_be_paid(
    stripe_sandbox: StripeSandbox,
    guest: APIClient,
    outsider: User,
    outsider_client: APIClient,
    admin_client: APIClient,
    order: TreeOrder,
) -> None:
    make_tree_order(user=outsider)
    for client in (guest, outsider_client, admin_client):
        assert ask_to_pay(client, order).status_code == 404
    assert stripe_sandbox.objects("payment_intent") == []


@pytest.mark.parametrize("zip_code", ["03909", "04101", "02134", "03000", "03900"])
def test_tree_for_another_state_cannot_be_paid_online(
    stripe_sandbox: StripeSandbox, customer: User, customer_client: APIClient, zip_code: str
) -> None:
    """The ZIP decides: an address with state NH and a Maine ZIP is in Maine."""
    order = make_tree_order(user=customer, zip_code=zip_code, state="NH")
    response = ask_to_pay(customer_client, order)
    inside = zip_code == "03000"
    assert response.status_code == (200 if inside else 409)
    assert inside or "We'll call you first" in response.json()["message"]
    row = seen(customer_client, order)
    assert (row["canPayOnline"], row["amountDue"]) == (inside, PRICE)


def test_order_from_another_state_is_accepted(guest: APIClient) -> None:
    response = guest.post("/api/tree-orders", tree_order_body(zipCode="03909", state="ME"), format="json")
    assert (response.status_code, response.json()["canPayOnline"]) == (201, False)


def test_canceled_or_paid_order_cannot_be_paid(
    stripe_sandbox: StripeSandbox, customer: User, customer_client: APIClient, admin_client: APIClient, order: TreeOrder
) -> None:
    record(admin_client, order)
    canceled = make_tree_order(user=customer, status="cancelled")
    for each in (order, canceled):
        assert ask_to_pay(customer_client, each).status_code == 409
        row = seen(customer_client, each)
        assert (row["amountDue"], row["canPayOnline"]) == ("0.00", False)


def test_payment_for_both_an_invoice_and_a_tree_order_is_a_400(customer_client: APIClient, order: TreeOrder) -> None:
    body = {"treeOrderId": str(order.id), "invoiceId": str(order.id)}
    response = customer_client.post("/api/create-payment-intent", body, format="json")
    assert (response.status_code, list(response.json()["errors"])) == (400, ["treeOrderId"])


def test_processing_payment_shows_and_prevents_a_second_one(
    stripe_sandbox: StripeSandbox,
    customer_client: APIClient,
    outsider: User,
    outsider_client: APIClient,
    order: TreeOrder,
) -> None:
    stripe_sandbox.process_next()
    secret = open_form(customer_client, order)
    cards.pay(secret)
    stripe_sandbox.deliver()
    row = seen(customer_client, order)
    assert (row["paying"], row["amountPaid"], row["amountDue"]) == (True, "0.00", PRICE)
    refused = ask_to_pay(customer_client, order)
    assert (refused.status_code, "still processing" in refused.json()["message"]) == (409, True)
    theirs = make_tree_order(user=outsider)
    pay_by_card(outsider_client, theirs, stripe_sandbox)
    assert seen(outsider_client, theirs)["paying"] is False
    stripe_sandbox.finish_processing(secret.split("_secret")[0])
    stripe_sandbox.deliver()
    row = seen(customer_client, order)
    assert (row["paying"], row["amountPaid"], row["amountDue"]) == (False, PRICE, "0.00")


def test_price_stays_when_the_catalog_changes(
    stripe_sandbox: StripeSandbox,
    customer_client: APIClient,
    order: TreeOrder,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from dataclasses import replace

    size = catalog.TREE_SIZE_BY_ID["modest_6ft"]
    monkeypatch.setitem(catalog.TREE_SIZE_BY_ID, "modest_6ft", replace(size, price=Decimal("999.00")))
    new = customer_client.post("/api/tree-orders", tree_order_body(), format="json").json()
    assert new["treePrice"] == "999.00"
    secret = open_form(customer_client, order)
    assert stripe_sandbox.get(secret.split("_secret")[0])["amount"] == 10000
    assert seen(customer_client, order)["totalAmount"] == PRICE


def test_amount_that_the_client_sends_is_ignored(
    stripe_sandbox: StripeSandbox, customer_client: APIClient, order: TreeOrder
) -> None:
    body = {"treeOrderId": str(order.id), "amount": 1}
    secret = customer_client.post("/api/create-payment-intent", body, format="json").json()["clientSecret"]
    assert stripe_sandbox.get(secret.split("_secret")[0])["amount"] == 10000


def test_card_pays_what_is_left_after_cash(
    stripe_sandbox: StripeSandbox, customer_client: APIClient, admin_client: APIClient, order: TreeOrder
) -> None:
    first = open_form(customer_client, order)
    record(admin_client, order, amount="40")
    run_queue()
    assert stripe_sandbox.get(first.split("_secret")[0])["status"] == "canceled", "the older form asks for too much"
    secret = open_form(customer_client, order)
    assert stripe_sandbox.get(secret.split("_secret")[0])["amount"] == 6000
    close_open_form(str(order.id))  # the job for another payment, which ran late: this form may stay open
    cards.pay(secret)
    stripe_sandbox.deliver()
    assert sums(customer_client, order) == (PRICE, "0.00", "0.00", "0.00")
    sync_payment(first.split("_secret")[0])
    assert seen(admin_client, order)["stripePaymentIntentId"] == secret.split("_secret")[0], "not the canceled one"


def test_concurrent_tabs_get_one_intent(stripe_sandbox: StripeSandbox, customer: User, order: TreeOrder) -> None:
    def ask(_: int) -> str:
        client = APIClient()
        client.force_login(customer)
        return open_form(client, order)

    assert len(set(in_threads(8, ask))) == 1
    assert len(stripe_sandbox.objects("payment_intent")) == 1


def test_concurrent_repeated_events_record_one_payment(
    stripe_sandbox: StripeSandbox, customer_client: APIClient, order: TreeOrder
) -> None:
    cards.pay(open_form(customer_client, order))
    sent = stripe_sandbox.capture_webhooks()

    def deliver_event(number: int) -> int:
        return deliver(*sent[number % len(sent)])

    assert set(in_threads(8, deliver_event)) == {200}
    stripe_sandbox.deliver()
    assert TreePayment.objects.count() == 1
    assert sums(customer_client, order) == (PRICE, "0.00", "0.00", "0.00")


def test_payment_does_not_conflict_with_staff_changes(
    stripe_sandbox: StripeSandbox, customer_client: APIClient, admin_client: APIClient, order: TreeOrder
) -> None:
    """The driver marks a tree as delivered right after it was paid for at the door."""
    before: Any = seen(admin_client, order)["updatedAt"]
    pay_by_card(customer_client, order, stripe_sandbox)
    body = {"status": "delivered", "updatedAt": before}
    assert admin_client.patch(f"/api/tree-orders/{order.id}", body, format="json").status_code == 200

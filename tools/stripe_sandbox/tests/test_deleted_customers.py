"""Deleting customers, in the dashboard or over the API."""

import stripe

from stripe_sandbox.server import Sandbox
from stripe_sandbox.tests.shop import Shop, expect_error


def test_deleted_customer_is_marked_and_not_listed(shop: Shop) -> None:
    assert shop.api.customers.delete(shop.customer).deleted
    assert shop.api.customers.retrieve(shop.customer).to_dict() == {
        "id": shop.customer, "object": "customer", "deleted": True,
    }  # fmt: skip
    assert shop.api.customers.list().data == []
    assert shop.last_event("customer.deleted")["data"]["object"]["email"] == "eleanor@example.com"


def test_subscriptions_end_with_their_customer(shop: Shop, sandbox: Sandbox) -> None:
    running, unpaid = shop.active_subscription(), shop.subscribe()
    sandbox.delete_customer(shop.customer)
    assert shop.api.subscriptions.retrieve(running.id).status == "canceled"
    assert shop.api.subscriptions.retrieve(unpaid.id, {"expand": ["customer"]}).customer.deleted
    assert shop.api.subscriptions.retrieve(unpaid.id).status == "incomplete_expired"
    assert shop.last_event("customer.subscription.deleted")["data"]["object"]["id"] == running.id


def test_deleted_customer_cannot_be_used(shop: Shop) -> None:
    open_intent = shop.intent(customer=shop.customer)
    shop.api.customers.delete(shop.customer)
    for call in (
        lambda: shop.subscribe(),
        lambda: shop.intent(customer=shop.customer),
        lambda: shop.api.setup_intents.create({"customer": shop.customer}),
        lambda: shop.api.payment_intents.confirm(open_intent.id, {"payment_method": "pm_card_visa"}),
    ):
        refused = expect_error(stripe.InvalidRequestError, call)
        assert (refused.http_status, refused.code, refused.param) == (400, "resource_missing", "customer")
    for named in (
        lambda: shop.api.customers.update(shop.customer, {"name": "A"}),
        lambda: shop.api.customers.delete(shop.customer),
    ):
        refused = expect_error(stripe.InvalidRequestError, named)
        assert (refused.http_status, refused.code) == (404, "resource_missing")

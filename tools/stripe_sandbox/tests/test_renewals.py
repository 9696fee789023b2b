"""Renewals of subscriptions, paid or declined."""

import pytest
import stripe

from stripe_sandbox.call import Call
from stripe_sandbox.errors import ApiError
from stripe_sandbox.resources import renewals
from stripe_sandbox.server import Sandbox
from stripe_sandbox.tests.shop import Shop, expect_error


def test_renewal_is_charged_to_saved_card(shop: Shop, sandbox: Sandbox) -> None:
    before = shop.active_subscription()
    sandbox.renew(before.id)
    after = shop.api.subscriptions.retrieve(before.id, {"expand": ["latest_invoice.payments"]})
    assert after["items"].data[0].current_period_start == before["items"].data[0].current_period_end
    invoice = after.latest_invoice
    assert (after.status, invoice.status, invoice.billing_reason) == ("active", "paid", "subscription_cycle")
    assert len(shop.api.charges.list({"customer": shop.customer}).data) == 2


def test_failed_renewal_is_past_due_until_another_card_pays(shop: Shop, sandbox: Sandbox) -> None:
    subscription = shop.active_subscription()
    sandbox.renew(subscription.id, success=False)
    late = shop.api.subscriptions.retrieve(subscription.id, {"expand": ["latest_invoice"]})
    assert (late.status, late.latest_invoice.status, late.latest_invoice.attempt_count) == ("past_due", "open", 1)
    assert late.latest_invoice.next_payment_attempt
    assert shop.events()[-2:] == ["invoice.payment_failed", "customer.subscription.updated"]
    setup = shop.api.setup_intents.create({"customer": shop.customer})
    method = shop.api.setup_intents.confirm(
        setup.id, {"payment_method": "pm_card_mastercard", "return_url": "https://shop.example/"}
    ).payment_method
    shop.api.subscriptions.update(subscription.id, {"default_payment_method": method})
    assert shop.api.invoices.pay(late.latest_invoice.id).status == "paid"
    again = shop.api.subscriptions.retrieve(subscription.id)
    assert (again.status, again.default_payment_method) == ("active", method)
    error = expect_error(stripe.InvalidRequestError, shop.api.invoices.pay, late.latest_invoice.id)
    assert error.user_message == "Invoice is already paid"


def test_card_can_be_attached_and_declined_later(shop: Shop, sandbox: Sandbox) -> None:
    subscription = shop.active_subscription()
    setup = shop.api.setup_intents.create(
        {"customer": shop.customer, "confirm": True, "payment_method": "pm_card_chargeCustomerFail",
         "automatic_payment_methods": {"enabled": True, "allow_redirects": "never"}}
    )  # fmt: skip
    assert setup.status == "succeeded"
    shop.api.subscriptions.update(subscription.id, {"default_payment_method": setup.payment_method})
    sandbox.renew(subscription.id)
    late = shop.api.subscriptions.retrieve(subscription.id)
    assert late.status == "past_due"
    error = expect_error(stripe.CardError, shop.api.invoices.pay, late.latest_invoice)
    assert error.code == "card_declined"


def test_older_invoice_that_fails_again_leaves_subscription_active(shop: Shop, sandbox: Sandbox) -> None:
    subscription = shop.active_subscription()
    sandbox.renew(subscription.id, success=False)
    older = shop.api.subscriptions.retrieve(subscription.id).latest_invoice
    sandbox.renew(subscription.id)
    expect_error(stripe.CardError, shop.api.invoices.pay, older, {"payment_method": "pm_card_chargeDeclined"})
    assert shop.api.subscriptions.retrieve(subscription.id).status == "active"


def test_unpaid_subscription_is_not_renewed(shop: Shop, sandbox: Sandbox) -> None:
    with pytest.raises(ApiError, match="cannot be renewed"):
        sandbox.renew(shop.subscribe().id)


def test_detached_card_pays_no_renewal(shop: Shop, sandbox: Sandbox) -> None:
    subscription = shop.active_subscription()
    card = subscription.default_payment_method
    shop.api.customers.update(shop.customer, {"invoice_settings": {"default_payment_method": card}})
    shop.api.payment_methods.detach(card)
    assert shop.api.subscriptions.retrieve(subscription.id).default_payment_method is None
    assert shop.api.customers.retrieve(shop.customer).invoice_settings.default_payment_method is None
    sandbox.renew(subscription.id)
    assert shop.api.subscriptions.retrieve(subscription.id).status == "past_due"
    assert len(shop.api.charges.list({"customer": shop.customer}).data) == 1


def test_only_attached_card_can_become_the_default(shop: Shop) -> None:
    subscription = shop.active_subscription()
    stranger = shop.api.payment_methods.attach("pm_card_visa", {"customer": shop.api.customers.create().id})
    for update, of, wanted in (
        (shop.api.subscriptions.update, subscription.id, {"default_payment_method": stranger.id}),
        (shop.api.customers.update, shop.customer, {"invoice_settings": {"default_payment_method": stranger.id}}),
    ):
        assert expect_error(stripe.InvalidRequestError, update, of, wanted).code == "resource_missing"


def test_subscription_is_canceled_after_last_retry(shop: Shop, sandbox: Sandbox) -> None:
    subscription = shop.active_subscription()
    sandbox.renew(subscription.id, success=False)
    sandbox.exhaust_retries(subscription.id)
    ended = shop.api.subscriptions.retrieve(subscription.id, {"expand": ["latest_invoice"]})
    assert (ended.status, ended.cancellation_details.reason) == ("canceled", "payment_failed")
    assert ended.latest_invoice.status == "open"
    assert shop.api.invoices.void_invoice(ended.latest_invoice.id).status == "void"


def test_voided_invoice_no_longer_makes_subscription_past_due(shop: Shop, sandbox: Sandbox) -> None:
    subscription = shop.active_subscription()
    sandbox.renew(subscription.id, success=False)
    first_late = shop.api.subscriptions.retrieve(subscription.id).latest_invoice
    sandbox.renew(subscription.id, success=False)
    shop.api.invoices.void_invoice(shop.api.subscriptions.retrieve(subscription.id).latest_invoice)
    assert shop.api.subscriptions.retrieve(subscription.id).status == "past_due"
    shop.api.invoices.void_invoice(first_late)
    assert shop.api.subscriptions.retrieve(subscription.id).status == "active"
    assert shop.events()[-2:] == ["invoice.voided", "customer.subscription.updated"]


@pytest.mark.parametrize(("later", "status", "invoices"), [(0, "active", 1), (32 * 24 * 3600, "active", 2)])
def test_due_subscription_is_renewed(shop: Shop, sandbox: Sandbox, later: int, status: str, invoices: int) -> None:
    subscription = shop.active_subscription()
    _wait(sandbox, later)
    assert shop.api.subscriptions.retrieve(subscription.id).status == status
    assert len(shop.api.invoices.list().data) == invoices


@pytest.mark.parametrize(("hours", "status"), [(22, "incomplete"), (23, "incomplete_expired")])
def test_unpaid_subscription_expires(shop: Shop, sandbox: Sandbox, hours: int, status: str) -> None:
    subscription = shop.subscribe()
    _wait(sandbox, hours * 3600)
    assert shop.api.subscriptions.retrieve(subscription.id).status == status


def _wait(sandbox: Sandbox, seconds: int) -> None:
    """Run what is due this many seconds from now."""
    with sandbox.store.transaction():
        call: Call = sandbox.call()
        call.now += seconds
        renewals.run_due(call)

"""A subscription goes on from month to month, or its card fails."""

import pytest
import stripe

from stripe_sandbox.call import Call
from stripe_sandbox.resources import renewals
from stripe_sandbox.server import Sandbox
from stripe_sandbox.tests.shop import Shop, refusal


def test_a_renewal_is_charged_to_the_kept_card(shop: Shop, sandbox: Sandbox) -> None:
    before = shop.active()
    sandbox.renew(before.id)
    after = shop.api.subscriptions.retrieve(before.id, {"expand": ["latest_invoice.payments"]})
    assert after["items"].data[0].current_period_start == before["items"].data[0].current_period_end
    invoice = after.latest_invoice
    assert (after.status, invoice.status, invoice.billing_reason) == ("active", "paid", "subscription_cycle")
    assert len(shop.api.charges.list({"customer": shop.customer}).data) == 2


def test_a_failed_renewal_is_past_due_until_another_card_pays(shop: Shop, sandbox: Sandbox) -> None:
    subscription = shop.active()
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
    error = refusal(stripe.InvalidRequestError, shop.api.invoices.pay, late.latest_invoice.id)
    assert error.user_message == "Invoice is already paid"


def test_a_card_that_attaches_and_fails_later(shop: Shop, sandbox: Sandbox) -> None:
    subscription = shop.active()
    setup = shop.api.setup_intents.create(
        {"customer": shop.customer, "confirm": True, "payment_method": "pm_card_chargeCustomerFail",
         "automatic_payment_methods": {"enabled": True, "allow_redirects": "never"}}
    )  # fmt: skip
    assert setup.status == "succeeded"
    shop.api.subscriptions.update(subscription.id, {"default_payment_method": setup.payment_method})
    sandbox.renew(subscription.id)
    late = shop.api.subscriptions.retrieve(subscription.id)
    assert late.status == "past_due"
    error = refusal(stripe.CardError, shop.api.invoices.pay, late.latest_invoice)
    assert error.code == "card_declined"


def test_no_more_retries(shop: Shop, sandbox: Sandbox) -> None:
    subscription = shop.active()
    sandbox.renew(subscription.id, success=False)
    sandbox.exhaust_retries(subscription.id)
    ended = shop.api.subscriptions.retrieve(subscription.id, {"expand": ["latest_invoice"]})
    assert (ended.status, ended.cancellation_details.reason) == ("canceled", "payment_failed")
    assert ended.latest_invoice.status == "open"
    assert shop.api.invoices.void_invoice(ended.latest_invoice.id).status == "void"


@pytest.mark.parametrize(("later", "status", "invoices"), [(0, "active", 1), (32 * 24 * 3600, "active", 2)])
def test_time_renews_what_is_due(shop: Shop, sandbox: Sandbox, later: int, status: str, invoices: int) -> None:
    subscription = shop.active()
    _wait(sandbox, later)
    assert shop.api.subscriptions.retrieve(subscription.id).status == status
    assert len(shop.api.invoices.list().data) == invoices


@pytest.mark.parametrize(("hours", "status"), [(22, "incomplete"), (23, "incomplete_expired")])
def test_time_ends_what_nobody_pays(shop: Shop, sandbox: Sandbox, hours: int, status: str) -> None:
    subscription = shop.subscribe()
    _wait(sandbox, hours * 3600)
    assert shop.api.subscriptions.retrieve(subscription.id).status == status


def _wait(sandbox: Sandbox, seconds: int) -> None:
    """Do what is due so much later."""
    with sandbox.store.transaction():
        call: Call = sandbox.call()
        call.now += seconds
        renewals.due(call)

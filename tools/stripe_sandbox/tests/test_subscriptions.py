"""Subscribing, changing the plan, canceling and resuming."""

import time
from typing import Any

import pytest
import stripe

from stripe_sandbox.server import Sandbox
from stripe_sandbox.tests.shop import Shop, expect_error

MONTH = 27 * 24 * 3600


def test_new_subscription_waits_for_first_payment(shop: Shop) -> None:
    subscription = shop.subscribe(metadata={"plan": "consumer"})
    assert (subscription.status, subscription.default_payment_method) == ("incomplete", None)
    invoice = subscription.latest_invoice
    assert (invoice.status, invoice.amount_due, invoice.billing_reason) == ("open", 1500, "subscription_create")
    assert invoice.parent.subscription_details.subscription == subscription.id
    assert invoice.parent.subscription_details.metadata.plan == "consumer"
    assert invoice.confirmation_secret.client_secret.startswith("pi_")
    (item,) = subscription["items"].data
    assert item.current_period_end - item.current_period_start > MONTH
    assert (item.price.id, item.plan.amount, item.quantity) == (shop.consumer, 1500, 1)


def test_first_payment_activates_subscription_and_saves_card(shop: Shop) -> None:
    subscription = shop.active_subscription()
    assert subscription.status == "active"
    method = shop.api.payment_methods.retrieve(subscription.default_payment_method)
    assert (method.customer, method.card.last4) == (shop.customer, "4242")
    invoice = shop.api.invoices.retrieve(subscription.latest_invoice, {"expand": ["payments"]})
    assert (invoice.status, invoice.amount_paid, invoice.amount_remaining) == ("paid", 1500, 0)
    assert [payment.status for payment in invoice.payments.data] == ["paid"]
    assert shop.events()[-8:] == [
        "charge.succeeded", "charge.updated", "payment_method.attached", "payment_intent.succeeded",
        "invoice_payment.paid", "invoice.paid", "invoice.payment_succeeded", "customer.subscription.updated",
    ]  # fmt: skip
    assert shop.last_event("customer.subscription.updated")["data"]["previous_attributes"] == {
        "status": "incomplete", "default_payment_method": None,
    }  # fmt: skip


def test_subscription_stays_incomplete_after_declined_payment(shop: Shop) -> None:
    subscription = shop.subscribe()
    expect_error(stripe.CardError, shop.pay_first_invoice, subscription, "pm_card_chargeDeclined")
    assert shop.api.subscriptions.retrieve(subscription.id).status == "incomplete"
    assert shop.api.invoices.retrieve(subscription.latest_invoice.id).status == "open"
    assert "invoice.payment_failed" in shop.events()
    assert shop.pay_first_invoice(subscription).status == "active"


def test_first_payment_requires_authentication_once(shop: Shop) -> None:
    subscription = shop.subscribe()
    waiting = shop.pay_first_invoice(subscription, "pm_card_authenticationRequiredOnSetup")
    assert waiting.status == "incomplete"
    (intent,) = shop.sandbox.objects("payment_intent")
    shop.sandbox.authenticate(intent["id"])
    assert shop.api.subscriptions.retrieve(subscription.id).status == "active"
    shop.sandbox.renew(subscription.id)
    assert shop.api.subscriptions.retrieve(subscription.id).status == "active"


@pytest.mark.parametrize(
    "change",
    [
        {"items": [{"id": "", "price": ""}]},
        {"cancel_at_period_end": True},
        {"proration_behavior": "none"},
        {"description": "Mine"},
    ],
)
def test_incomplete_subscription_rejects_most_changes(shop: Shop, change: Any) -> None:
    subscription = shop.subscribe()
    if "items" in change:
        change = {"items": [{"id": subscription["items"].data[0].id, "price": shop.business}]}
    expect_error(stripe.InvalidRequestError, shop.api.subscriptions.update, subscription.id, change)
    changed = shop.api.subscriptions.update(subscription.id, {"metadata": {"a": "b"}})
    assert (changed.status, changed.metadata.a) == ("incomplete", "b")


def test_canceling_incomplete_subscription_voids_its_invoice(shop: Shop) -> None:
    subscription = shop.subscribe()
    ended = shop.api.subscriptions.cancel(subscription.id)
    assert ended.status == "incomplete_expired"
    assert shop.last_event("customer.subscription.updated")["data"]["previous_attributes"]["status"] == "incomplete"
    assert shop.api.invoices.retrieve(subscription.latest_invoice.id).status == "void"
    expect_error(stripe.InvalidRequestError, shop.pay_first_invoice, subscription)
    assert shop.sandbox.objects("charge") == []
    expect_error(stripe.InvalidRequestError, shop.api.subscriptions.cancel, subscription.id)


def test_invoice_cannot_be_voided_while_its_payment_is_processed(shop: Shop) -> None:
    subscription = shop.subscribe()
    shop.sandbox.process_next()
    shop.pay_first_invoice(subscription)
    expect_error(stripe.InvalidRequestError, shop.api.invoices.void_invoice, subscription.latest_invoice.id)
    (intent,) = shop.sandbox.objects("payment_intent", status="processing")
    shop.sandbox.finish_processing(intent["id"])
    assert shop.api.subscriptions.retrieve(subscription.id).status == "active"


def test_incomplete_subscription_expires(shop: Shop) -> None:
    subscription = shop.subscribe()
    shop.sandbox.expire(subscription.id)
    assert shop.api.subscriptions.retrieve(subscription.id).status == "incomplete_expired"


def test_plan_change_is_billed_with_next_period(shop: Shop, sandbox: Sandbox) -> None:
    subscription = shop.active_subscription()
    changed = _change(shop, subscription)
    assert changed["items"].data[0].price.id == shop.business
    assert changed.latest_invoice == subscription.latest_invoice
    waiting = shop.api.invoice_items.list({"pending": True}).data
    assert sorted(item.amount for item in waiting) == [-1500, 2500]
    sandbox.renew(subscription.id)
    invoice = shop.api.invoices.list({"subscription": subscription.id}).data[0]
    assert [line.amount for line in invoice.lines.data] == [-1500, 2500, 2500]
    assert (invoice.amount_paid, invoice.status, invoice.billing_reason) == (3500, "paid", "subscription_cycle")
    assert shop.api.invoice_items.list({"pending": True}).data == []


def test_preview_shows_cost_of_plan_change(shop: Shop, sandbox: Sandbox) -> None:
    subscription = shop.active_subscription()
    item = subscription["items"].data[0]
    middle = (item.current_period_start + item.current_period_end) // 2
    details: Any = {"items": [{"id": item.id, "price": shop.business}], "proration_date": middle}
    preview = shop.api.invoices.create_preview(
        {"customer": shop.customer, "subscription": subscription.id, "subscription_details": details}
    )
    assert [line.amount for line in preview.lines.data] == [-750, 1250, 2500]
    assert preview.lines.data[0].description.startswith("Unused time on Consumer storage after ")
    assert preview.lines.data[1].description.startswith("Remaining time on Business storage after ")
    assert preview.lines.data[2].description == "1 \N{MULTIPLICATION SIGN} Business storage (at $25.00 / month)"
    assert (preview.amount_due, preview.billing_reason, preview.created) == (3000, "upcoming", item.current_period_end)
    assert shop.api.invoice_items.list({"pending": True}).data == []
    _change(shop, subscription, proration_date=middle)
    sandbox.renew(subscription.id)
    made = shop.api.invoices.list({"subscription": subscription.id}).data[0]
    assert [(line.amount, line.description) for line in made.lines.data] == [
        (line.amount, line.description) for line in preview.lines.data
    ]
    assert made.total == preview.total


def test_plan_change_can_be_billed_at_once(shop: Shop) -> None:
    subscription = shop.active_subscription()
    _change(shop, subscription, proration_behavior="always_invoice")
    invoice = shop.api.invoices.list({"subscription": subscription.id}).data[0]
    assert (invoice.billing_reason, invoice.amount_paid) == ("subscription_update", 1000)


def test_credit_stays_on_balance(shop: Shop, sandbox: Sandbox) -> None:
    subscription = shop.active_subscription(items=[{"price": shop.business}])
    item = subscription["items"].data[0]
    shop.api.subscriptions.update(
        subscription.id,
        {"items": [{"id": item.id, "price": shop.consumer}], "proration_behavior": "always_invoice"},
    )
    assert shop.api.customers.retrieve(shop.customer).balance == -1000
    sandbox.renew(subscription.id)
    assert shop.api.invoices.list({"subscription": subscription.id}).data[0].amount_paid == 500
    assert shop.api.customers.retrieve(shop.customer).balance == 0


def test_subscription_canceled_at_period_end_can_resume(shop: Shop) -> None:
    subscription = shop.active_subscription()
    ending = shop.api.subscriptions.update(subscription.id, {"cancel_at_period_end": True})
    assert (ending.status, ending.cancel_at_period_end) == ("active", True)
    assert ending.cancel_at == ending["items"].data[0].current_period_end
    resumed = shop.api.subscriptions.update(subscription.id, {"cancel_at_period_end": False})
    assert (resumed.cancel_at_period_end, resumed.cancel_at, resumed.canceled_at) == (False, None, None)


def test_canceled_subscription_ends_with_period(shop: Shop, sandbox: Sandbox) -> None:
    subscription = shop.active_subscription()
    shop.api.subscriptions.update(subscription.id, {"cancel_at_period_end": True})
    expect_error(
        stripe.InvalidRequestError, shop.api.invoices.create_preview, {"subscription": subscription.id},
    )  # fmt: skip
    sandbox.renew(subscription.id)
    ended = shop.api.subscriptions.retrieve(subscription.id)
    assert (ended.status, ended.cancellation_details.reason) == ("canceled", "cancellation_requested")
    assert shop.events()[-1] == "customer.subscription.deleted"
    assert len(shop.api.invoices.list().data) == 1


def test_plan_change_is_billed_when_a_canceled_subscription_ends(shop: Shop, sandbox: Sandbox) -> None:
    subscription = shop.active_subscription()
    _change(shop, subscription)
    shop.api.subscriptions.update(subscription.id, {"cancel_at_period_end": True})
    sandbox.renew(subscription.id)
    assert shop.api.subscriptions.retrieve(subscription.id).status == "canceled"
    assert [invoice.amount_paid for invoice in shop.api.invoices.list().data] == [1000, 1500]
    assert shop.api.invoice_items.list({"pending": True}).data == []


def test_ended_subscription_cannot_be_changed(shop: Shop) -> None:
    subscription = shop.active_subscription()
    canceled = shop.api.subscriptions.cancel(subscription.id, {"cancellation_details": {"feedback": "unused"}})
    assert (canceled.status, canceled.cancellation_details.feedback) == ("canceled", "unused")
    error = expect_error(
        stripe.InvalidRequestError, shop.api.subscriptions.update, subscription.id, {"cancel_at_period_end": False}
    )
    assert error.code == "invalid_canceled_subscription_fields"
    error = expect_error(stripe.InvalidRequestError, shop.api.subscriptions.cancel, subscription.id)
    assert (error.http_status, error.code) == (404, "resource_missing")


def test_list_excludes_ended_subscriptions(shop: Shop) -> None:
    active = shop.active_subscription()
    shop.api.subscriptions.cancel(shop.active_subscription().id)

    def found(**given: Any) -> list[str]:
        return [one.id for one in shop.api.subscriptions.list({"customer": shop.customer, **given}).data]

    assert found() == [active.id]
    assert len(found(status="all")) == 2
    assert found(status="canceled") == found(status="ended") != found()
    assert found(price=shop.business) == []
    shown = shop.api.customers.retrieve(shop.customer, {"expand": ["subscriptions"]})
    assert [one.id for one in shown.subscriptions.data] == [active.id]


@pytest.mark.parametrize("behavior", ["allow_incomplete", "error_if_incomplete"])
def test_subscription_without_card_is_rejected(shop: Shop, behavior: str) -> None:
    error = expect_error(stripe.InvalidRequestError, shop.subscribe, payment_behavior=behavior)
    assert error.code == "resource_missing"
    assert shop.sandbox.objects("subscription") == []


def test_subscription_with_saved_card_is_paid_at_once(shop: Shop) -> None:
    method = shop.api.payment_methods.attach("pm_card_visa", {"customer": shop.customer})
    made = shop.subscribe(payment_behavior="allow_incomplete", default_payment_method=method.id)
    assert made.status == "active"


def test_periods_keep_day_of_month(shop: Shop, sandbox: Sandbox) -> None:
    subscription = shop.active_subscription()
    start = subscription["items"].data[0].current_period_start
    ends = []
    for _ in range(13):
        ends.append(sandbox.renew(subscription.id)["items"]["data"][0]["current_period_end"])
    first = time.gmtime(start)
    for end in ends:
        later = time.gmtime(end)
        assert later.tm_mday == first.tm_mday or later.tm_mday >= 28
    assert len({time.gmtime(end).tm_mon for end in ends}) == 12


def _change(shop: Shop, subscription: Any, **more: Any) -> Any:
    """Change to the business plan, prorated from the start of the period by default."""
    item = subscription["items"].data[0]
    return shop.api.subscriptions.update(
        subscription.id,
        {"items": [{"id": item.id, "price": shop.business}], "proration_date": item.current_period_start} | more,
    )

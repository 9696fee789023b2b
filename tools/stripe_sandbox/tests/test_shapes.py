"""Makes every API call once; ``CheckingClient`` checks each response against the official package."""

import re
from typing import Any

import pytest

from stripe_sandbox.routes import ROUTES
from stripe_sandbox.server import Sandbox
from stripe_sandbox.tests.shapes import find_problems
from stripe_sandbox.tests.shop import NO_REDIRECTS, Shop


def test_all_calls_and_events_match_official_package(
    shop: Shop, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[tuple[str, str]] = []
    respond = sandbox.api.respond

    def record_and_respond(request: Any, fault: str | None = None) -> Any:
        called.append((request.method, request.path))
        return respond(request, fault)

    monkeypatch.setattr(sandbox.api, "respond", record_and_respond)
    _people_and_prices(shop)
    _payments(shop, sandbox)
    _balance(shop, sandbox)
    _setups(shop)
    _subscriptions(shop, sandbox)
    _webhook_endpoints(shop)
    _wallets(shop)
    shop.api.accounts.retrieve_current()
    _customer_sessions(shop)
    for event in shop.api.events.list({"limit": 100}).auto_paging_iter():
        shop.api.events.retrieve(event.id)
    missed = [
        f"{route.method} {route.pattern}"
        for route in ROUTES
        if not any(method == route.method and re.fullmatch(route.pattern, path) for method, path in called)
    ]
    assert missed == [
        "GET /v1/elements/sessions",
        "POST /v1/3ds2/authenticate",
    ]  # only browsers call it, see test_browser
    for event in sandbox.objects("event"):
        assert find_problems(event) == []


def _people_and_prices(shop: Shop) -> None:
    api = shop.api
    gone = api.customers.create({"address": {"line1": "1 Main St", "city": "Dover"}, "phone": "603 555 0100"})
    api.customers.update(gone.id, {"name": "A", "description": "B"})
    api.customers.delete(gone.id)
    assert len(api.customers.list().data) == 0
    product = api.products.create({"name": "Storage", "id": "storage", "metadata": {"plan": "consumer"}})
    api.prices.create({"currency": "usd", "unit_amount": 500, "product": product.id})
    api.products.retrieve(product.id)
    api.prices.retrieve(shop.consumer)
    api.prices.list({"type": "recurring"})


def _payments(shop: Shop, sandbox: Sandbox) -> None:
    api = shop.api
    method = api.payment_methods.create(
        {"type": "card", "card": {"number": "4242424242424242", "exp_month": 12, "exp_year": 2034, "cvc": "123"}}
    )
    api.payment_methods.attach(method.id, {"customer": shop.customer})
    api.payment_methods.retrieve(method.id)
    api.payment_methods.update(method.id, {"metadata": {"a": "b"}})
    api.payment_methods.list({"customer": shop.customer})
    api.customers.update(shop.customer, {"invoice_settings": {"default_payment_method": method.id}})
    api.customers.retrieve(shop.customer, {"expand": ["invoice_settings.default_payment_method"]})
    paid = shop.paid_intent(customer=shop.customer)
    api.payment_intents.update(paid.id, {"description": "E"})
    api.payment_intents.retrieve(paid.id, {"expand": ["latest_charge", "customer", "payment_method"]})
    api.payment_intents.list()
    api.payment_intents.cancel(shop.intent().id)
    refund = api.refunds.create({"payment_intent": paid.id, "amount": 100})
    api.refunds.retrieve(refund.id, {"expand": ["charge", "payment_intent"]})
    api.refunds.list({"charge": paid.latest_charge})
    api.charges.retrieve(paid.latest_charge, {"expand": ["customer", "payment_intent"]})
    api.charges.list()
    api.charges.update(paid.latest_charge, {"receipt_email": "eleanor@example.com"})
    dispute = sandbox.dispute(shop.paid_intent().id)
    api.disputes.list()
    sandbox.close_dispute(dispute["id"], won=True)
    api.disputes.retrieve(dispute["id"], {"expand": ["charge"]})
    api.payment_methods.detach(method.id)


def _balance(shop: Shop, sandbox: Sandbox) -> None:
    api = shop.api
    sandbox.delay_refunds(2)
    paid = shop.paid_intent(description="F")
    sandbox.finish_refund(api.refunds.create({"payment_intent": paid.id, "amount": 100}).id)
    failed = sandbox.fail_refund(api.refunds.create({"payment_intent": paid.id, "amount": 200}).id)
    api.refunds.retrieve(failed["id"], {"expand": ["balance_transaction", "failure_balance_transaction"]})
    api.payment_intents.retrieve(
        paid.id,
        {"expand": ["latest_charge.balance_transaction", "latest_charge.refunds.data.failure_balance_transaction"]},
    )
    dispute = sandbox.dispute(paid.id)["id"]
    api.disputes.update(dispute, {"evidence": {"customer_name": "G"}, "submit": False})
    api.disputes.update(dispute, {"metadata": {"a": "b"}})
    api.disputes.close(sandbox.dispute(shop.paid_intent().id)["id"])
    sandbox.adjust(-200, "Fee for Radar", fee=True)
    payout = sandbox.pay_out()["id"]
    sandbox.advance_payout(payout)
    sandbox.advance_payout(payout)
    sandbox.fail_payout(payout)
    sandbox.pay_out(amount=100)
    api.balance_transactions.list({"limit": 100, "expand": ["data.source"]})
    api.payouts.list({"status": "failed"})
    api.payouts.retrieve(payout, {"expand": ["balance_transaction", "failure_balance_transaction"]})


def _setups(shop: Shop) -> None:
    api = shop.api
    intent = api.setup_intents.create(
        {"customer": shop.customer, "automatic_payment_methods": NO_REDIRECTS, "usage": "off_session"}
    )
    api.setup_intents.confirm(intent.id, {"payment_method": "pm_card_visa"})
    api.setup_intents.retrieve(intent.id, {"expand": ["payment_method"]})


def _subscriptions(shop: Shop, sandbox: Sandbox) -> None:
    api = shop.api
    subscription = shop.active_subscription()
    item = subscription["items"].data[0]
    items: Any = [{"id": item.id, "price": shop.business, "quantity": 2}]
    api.invoices.create_preview({"subscription": subscription.id, "subscription_details": {"items": items}})
    api.subscriptions.update(subscription.id, {"items": items, "expand": ["items.data.price.product", "customer"]})
    api.invoice_items.list({"pending": True})
    sandbox.renew(subscription.id)
    api.subscriptions.update(subscription.id, {"cancel_at_period_end": True})
    api.subscriptions.list({"status": "all"})
    sandbox.renew(subscription.id)
    late = shop.active_subscription()
    sandbox.renew(late.id, success=False)
    late = api.subscriptions.retrieve(late.id, {"expand": ["latest_invoice.payments"]})
    api.invoices.retrieve(
        late.latest_invoice.id, {"expand": ["payments.data.payment.payment_intent", "confirmation_secret"]}
    )
    api.invoices.list({"subscription": late.id, "status": "open"})
    api.invoices.pay(late.latest_invoice.id)
    sandbox.renew(late.id, success=False)
    api.invoices.void_invoice(api.subscriptions.retrieve(late.id).latest_invoice)
    api.subscriptions.cancel(late.id)


def _wallets(shop: Shop) -> None:
    api = shop.api.payment_method_domains
    made = api.create({"domain_name": "lights.example", "enabled": False})
    api.update(made.id, {"enabled": True})
    api.list({"domain_name": "lights.example", "enabled": True})
    api.validate(made.id)


def _customer_sessions(shop: Shop) -> None:
    shop.api.customer_sessions.create({"customer": shop.customer, "components": {"payment_element": {"enabled": True}}})


def _webhook_endpoints(shop: Shop) -> None:
    api = shop.api.webhook_endpoints
    made = api.create(
        {"url": "https://shop.example/hook", "enabled_events": ["invoice.paid"], "api_version": "2026-10-28.endive"}
    )
    assert made.secret.startswith("whsec_")
    api.update(made.id, {"enabled_events": ["invoice.paid", "charge.refunded"], "disabled": True})
    [listed] = api.list().data
    assert (listed.status, listed.enabled_events) == ("disabled", ["invoice.paid", "charge.refunded"])
    assert "secret" not in listed
    api.delete(made.id)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"nothing": 1}, "product.nothing: unknown"),
        ({"name": None}, "product.name: None is no <class 'str'>"),
        ({"created": "1"}, "product.created: '1' is no <class 'int'>"),
        ({"type": "goods"}, "product.type: 'goods' is none of ('good', 'service')"),
        ({"images": [1]}, "product.images[0]: 1 is no <class 'str'>"),
        ({"updated": True}, "product.updated: True is no <class 'int'>"),
        ({"metadata": {"a": 1}}, "product.metadata.a: 1 is no <class 'str'>"),
    ],
)
def test_wrong_shape_is_found(shop: Shop, sandbox: Sandbox, change: Any, problem: str) -> None:
    product = sandbox.get(shop.api.products.create({"name": "Storage"}).id)
    assert find_problems(product) == []
    assert problem in find_problems(product | change)
    del product["name"]
    assert find_problems(product) == ["product.name: missing"]

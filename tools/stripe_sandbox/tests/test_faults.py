"""Injected faults, and the controls over HTTP."""

import json
from typing import Any

import pytest
import stripe

from stripe_sandbox.server import Sandbox
from stripe_sandbox.tests.conftest import official_client
from stripe_sandbox.tests.shop import Shop, expect_error
from stripe_sandbox.tests.test_api import raw_call


@pytest.mark.parametrize(
    ("kind", "error", "done"),
    [
        ("400", stripe.InvalidRequestError, False),
        ("500", stripe.APIError, False),
        ("500_after", stripe.APIError, True),
        ("503", stripe.APIError, False),
        ("429", stripe.RateLimitError, False),
        ("drop", stripe.APIConnectionError, False),
        ("drop_after", stripe.APIConnectionError, True),
        ("timeout", stripe.APIConnectionError, False),
        ("timeout_after", stripe.APIConnectionError, True),
    ],
)
def test_fault_applies_to_one_call(shop: Shop, sandbox: Sandbox, kind: str, error: Any, done: bool) -> None:
    sandbox.faults.add(kind, method="POST", path="/customers$", seconds=0.2)
    assert shop.api.customers.list().data == []
    expect_error(error, shop.api.customers.create, {"email": "a@example.com"})
    assert len(sandbox.objects("customer")) == int(done)
    shop.api.customers.create({"email": "b@example.com"})


@pytest.mark.parametrize(
    ("kind", "again"),
    [("500", stripe.APIError), ("500_after", stripe.APIError), ("503", None), ("429", None), ("drop_after", None)],
)
def test_same_key_after_fault_is_replayed_or_retried(shop: Shop, sandbox: Sandbox, kind: str, again: Any) -> None:
    """As at Stripe, a 500 is stored under its key, and a request that never started is not."""
    options: Any = {"idempotency_key": "order-1"}
    sandbox.faults.add(kind, method="POST")
    expect_error(stripe.StripeError, shop.api.customers.create, {"email": "a@example.com"}, options)
    if again:
        expect_error(again, shop.api.customers.create, {"email": "a@example.com"}, options)
    else:
        shop.api.customers.create({"email": "a@example.com"}, options)
        assert len(sandbox.objects("customer")) == 1


def test_fault_applies_to_share_of_calls(shop: Shop, sandbox: Sandbox) -> None:
    sandbox.faults.add("429", share=0.5, seed=1)
    failed = 0
    for _ in range(40):
        try:
            shop.api.customers.list()
        except stripe.RateLimitError:
            failed += 1
    assert 10 < failed < 30
    sandbox.faults.clear()
    shop.api.customers.list()


def test_official_client_retries_after_fault(sandbox: Sandbox) -> None:
    sandbox.faults.add("drop_after", method="POST")
    api = official_client(sandbox).v1
    made = api.customers.create({"email": "a@example.com"}, {"max_network_retries": 2})
    assert [customer["id"] for customer in sandbox.objects("customer")] == [made.id]


def control(sandbox: Sandbox, method: str, path: str, given: Any = None) -> tuple[int, Any]:
    return raw_call(sandbox, method, f"/sandbox/{path}", json.dumps(given) if given is not None else None)[:2]


def test_controls_work_over_http(shop: Shop, sandbox: Sandbox) -> None:
    assert control(sandbox, "POST", "faults", {"kind": "500", "count": 2})[1]["faults"][0]["count"] == 2
    expect_error(stripe.APIError, shop.api.customers.list)
    assert control(sandbox, "GET", "faults")[1]["faults"][0]["hits"] == 1
    assert control(sandbox, "DELETE", "faults") == (200, {"faults": []})
    assert control(sandbox, "POST", "webhooks", {"hold": True})[1]["modes"]["hold"] is True
    subscription = shop.active_subscription()
    assert control(sandbox, "POST", "renew", {"subscription": subscription.id, "success": False})[0] == 200
    assert shop.api.subscriptions.retrieve(subscription.id).status == "past_due"
    assert control(sandbox, "POST", "exhaust_retries", {"subscription": subscription.id})[1]["status"] == "canceled"
    paid = shop.paid_intent()
    assert control(sandbox, "POST", "refund", {"payment": paid.id, "amount": 100})[1]["amount"] == 100
    dispute = control(sandbox, "POST", "dispute", {"payment": paid.id})[1]
    assert control(sandbox, "POST", "close_dispute", {"dispute": dispute["id"], "won": True})[1]["status"] == "won"
    found = control(sandbox, "POST", "objects", {"object": "refund", "payment_intent": paid.id})[1]["data"]
    assert [refund["amount"] for refund in found] == [100]
    assert {row["state"] for row in control(sandbox, "GET", "deliveries")[1]["data"]} == {"held"}


@pytest.mark.parametrize(
    ("path", "given", "status"),
    [
        ("nothing", {}, 404),
        ("renew", {"subscription": "sub_0"}, 404),
        ("renew", {"wrong": 1}, 400),
        ("refund", {"payment": "pi_0"}, 400),
        ("faults", {"kind": "flood"}, 400),
        ("authenticate", {"intent": "pi_0"}, 404),
    ],
)
def test_invalid_control_is_rejected(sandbox: Sandbox, path: str, given: Any, status: int) -> None:
    assert control(sandbox, "POST", path, given)[0] == status

"""Requests are checked against the types of the official package."""

import re
from typing import Any

import pytest
import stripe

from stripe_sandbox.errors import ApiError
from stripe_sandbox.forms import decode
from stripe_sandbox.routes import ROUTES
from stripe_sandbox.server import Sandbox
from stripe_sandbox.tests.conftest import official_client
from stripe_sandbox.tests.request_shapes import _params_type_of, check_request, checked_sandbox
from stripe_sandbox.tests.shop import Shop, expect_error


def test_every_route_has_published_parameters() -> None:
    without = [
        f"{route.method} {route.pattern}"
        for route in ROUTES
        if not _params_type_of(route.method, re.sub(r"\(\?P<\w+>\[\^/\]\+\)", "x", route.pattern))
    ]
    # only browsers call them
    assert without == ["GET /v1/elements/sessions", "POST /v1/3ds2/authenticate"]


@pytest.mark.parametrize(
    ("call", "body"),
    [
        ("POST /v1/payment_intents", "amount=599&currency=usd&allowed_payment_method_types[0]=card&metadata[a]=b"),
        ("POST /v1/customers", "metadata=&name="),
        ("POST /v1/subscriptions", "customer=cus_1&items[0][price]=price_1&expand[0]=latest_invoice"),
        ("POST /v1/subscriptions/sub_1", "cancel_at_period_end=false"),
        ("POST /v1/invoices/create_preview", "subscription=sub_1&subscription_details[proration_behavior]=none"),
        ("POST /v1/invoices/in_1/void", ""),
        ("GET /v1/events", "created[gte]=1700000000&types[0]=invoice.paid&limit=100"),
        ("GET /v1/customers/cus_1", "expand[0]=subscriptions"),
        ("DELETE /v1/customers/cus_1", ""),
    ],
)
def test_published_parameters_are_accepted(call: str, body: str) -> None:
    method, path = call.split()
    check_request(method, path, decode(body))


@pytest.mark.parametrize(
    ("call", "body", "param", "code"),
    [
        ("POST /v1/payment_intents", "amount=599&currency=usd&colour=red", "colour", "parameter_unknown"),
        ("POST /v1/payment_intents", "currency=usd", "amount", "parameter_missing"),
        ("POST /v1/payment_intents", "amount=5.99&currency=usd", "amount", "parameter_invalid_integer"),
        ("POST /v1/payment_intents", "amount=599&currency=usd&metadata[a][b]=c", "metadata", None),
        ("POST /v1/payment_intents", "amount=599&currency=usd&confirm=yes", "confirm", None),
        ("POST /v1/payment_intents", "amount=599&currency=usd&api_key=a", "api_key", "parameter_unknown"),
        ("POST /v1/payment_intents", "amount=1&currency=usd&allowed_payment_method_types=card",
         "allowed_payment_method_types", None),
        ("POST /v1/subscriptions", "customer=cus_1&items[0][prize]=p", "items[0][prize]", "parameter_unknown"),
        ("POST /v1/subscriptions", "customer=cus_1&items[0][quantity]=two", "items[0][quantity]",
         "parameter_invalid_integer"),
        ("POST /v1/subscriptions", "customer=cus_1&payment_behavior=maybe", "payment_behavior", None),
        ("POST /v1/subscriptions/sub_1", "payment_settings[save_default_payment_method]=always",
         "payment_settings[save_default_payment_method]", None),
        ("POST /v1/invoices/create_preview", "subscription_details[proration]=none",
         "subscription_details[proration]", "parameter_unknown"),
        ("GET /v1/events", "created[since]=1", "created[since]", "parameter_unknown"),
        ("GET /v1/prices", "lookup_keys=storage", "lookup_keys", None),
        ("POST /v1/webhook_endpoints", "url=https://a.example&enabled_events[0]=invoice.payed",
         "enabled_events[0]", None),
    ],
)  # fmt: skip
def test_unknown_parameters_are_rejected(call: str, body: str, param: str, code: str | None) -> None:
    method, path = call.split()
    with pytest.raises(ApiError) as refused:
        check_request(method, path, decode(body))
    assert (refused.value.status, refused.value.error["param"], refused.value.error.get("code")) == (400, param, code)


def test_rejected_request_changes_nothing_and_fails_its_test() -> None:
    def swallow() -> Any:
        with checked_sandbox(Sandbox) as sandbox:
            customers = official_client(sandbox).v1.customers
            refused = expect_error(stripe.InvalidRequestError, customers.create, {"nickname": "Nora"})
            assert (refused.http_status, refused.code, refused.param) == (400, "parameter_unknown", "nickname")
            assert sandbox.objects("customer") == []

    with pytest.raises(AssertionError, match="Received unknown parameter: nickname"):
        swallow()


def test_parameter_missing_in_sandbox_fails_its_test() -> None:
    with pytest.raises(AssertionError, match="tax_exempt"), checked_sandbox(Sandbox) as sandbox:
        expect_error(stripe.InvalidRequestError, official_client(sandbox).v1.customers.create, {"tax_exempt": "none"})


def test_request_in_wrong_state_does_not_fail_its_test() -> None:
    with checked_sandbox(Sandbox) as sandbox:
        shop = Shop(sandbox, official_client(sandbox).v1)
        expect_error(stripe.InvalidRequestError, shop.api.payment_intents.cancel, shop.paid_intent().id)

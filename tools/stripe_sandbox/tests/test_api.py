"""Rules of every call: keys, versions, idempotency, expansion, lists and form encoding."""

import json
import threading
import urllib.error
import urllib.request
from typing import Any

import pytest
import stripe

from stripe_sandbox import PUBLISHABLE_KEY, SECRET_KEY
from stripe_sandbox.forms import decode
from stripe_sandbox.server import Sandbox
from stripe_sandbox.tests.shop import Shop, expect_error


def raw_call(sandbox: Sandbox, method: str, path: str, body: str | None = None, **headers: str) -> tuple[int, Any, Any]:
    """Make a call without the official client; return status, JSON and headers."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(  # noqa: S310
        f"{sandbox.url}{path}", body.encode() if body is not None else None, sent, method=method
    )
    try:
        with urllib.request.urlopen(request, timeout=10) as response:  # noqa: S310
            return response.status, json.loads(response.read() or b"{}"), response.headers
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.loads(error.read()), error.headers


@pytest.mark.parametrize(
    ("key", "status", "message"),
    [
        (None, 401, "You did not provide an API key."),
        ("sk_test_wrong", 401, "Invalid API Key provided: sk_test_"),
        (PUBLISHABLE_KEY, 403, "This API call cannot be made with a publishable API key."),
        (SECRET_KEY, 200, None),
    ],
)
def test_key_is_required(sandbox: Sandbox, key: str | None, status: int, message: str | None) -> None:
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    received, body, _ = raw_call(sandbox, "GET", "/v1/customers", **headers)
    assert received == status
    assert message is None or body["error"]["message"].startswith(message)


def test_other_version_is_rejected(sandbox: Sandbox) -> None:
    status, body, _ = raw_call(
        sandbox, "GET", "/v1/customers", Authorization=f"Bearer {SECRET_KEY}", Stripe_Version="2020-08-27"
    )
    assert (status, body["error"]["type"]) == (400, "invalid_request_error")


def test_unknown_path_is_not_found(sandbox: Sandbox) -> None:
    status, body, _ = raw_call(sandbox, "GET", "/v1/topups", Authorization=f"Bearer {SECRET_KEY}")
    assert status == 404
    assert body["error"]["message"].startswith("Unrecognized request URL (GET: /v1/topups)")


@pytest.mark.parametrize(
    ("name", "identity", "message"),
    [
        ("customers", "cus_0", "No such customer: 'cus_0'"),
        ("payment_intents", "pi_0", "No such payment_intent: 'pi_0'"),
        ("setup_intents", "seti_0", "No such setupintent: 'seti_0'"),
        ("payment_methods", "pm_0", "No such PaymentMethod: 'pm_0'"),
        ("subscriptions", "sub_0", "No such subscription: 'sub_0'"),
        ("invoices", "in_0", "No such invoice: 'in_0'"),
        ("events", "evt_0", "No such event: 'evt_0'"),
    ],
)
def test_missing_object_is_not_found(shop: Shop, name: str, identity: str, message: str) -> None:
    error = expect_error(stripe.InvalidRequestError, getattr(shop.api, name).retrieve, identity)
    assert (error.http_status, error.code, error.user_message) == (404, "resource_missing", message)


def test_same_key_returns_same_response(shop: Shop, sandbox: Sandbox) -> None:
    options: Any = {"idempotency_key": "order-1"}
    first = shop.api.customers.create({"email": "a@example.com"}, options)
    again = shop.api.customers.create({"email": "a@example.com"}, options)
    assert first.id == again.id
    assert again.last_response.headers["Idempotent-Replayed"] == "true"
    assert len(sandbox.objects("customer")) == 1
    assert shop.last_event("customer.created")["request"]["idempotency_key"] == "order-1"


def test_same_key_with_other_parameters_is_rejected(shop: Shop, sandbox: Sandbox) -> None:
    options: Any = {"idempotency_key": "order-1"}
    shop.api.customers.create({"email": "a@example.com"}, options)
    error = expect_error(stripe.IdempotencyError, shop.api.customers.create, {"email": "b@example.com"}, options)
    assert error.http_status == 400
    error = expect_error(stripe.IdempotencyError, shop.api.products.create, {"name": "A"}, options)
    assert error.http_status == 400
    assert len(sandbox.objects("customer")) == 1


def test_decline_is_replayed_for_same_key(shop: Shop, sandbox: Sandbox) -> None:
    intent = shop.intent()
    for _ in range(2):
        expect_error(
            stripe.CardError, shop.api.payment_intents.confirm, intent.id,
            {"payment_method": "pm_card_chargeDeclined"}, {"idempotency_key": "pay-1"},
        )  # fmt: skip
    assert len(sandbox.objects("charge")) == 1


def test_invalid_parameters_do_not_use_up_key(shop: Shop) -> None:
    options: Any = {"idempotency_key": "pay-1"}
    expect_error(
        stripe.InvalidRequestError, shop.api.payment_intents.create, {"amount": "x", "currency": "usd"}, options
    )
    assert shop.api.payment_intents.create({"amount": 100, "currency": "usd"}, options).amount == 100


def test_concurrent_requests_with_one_key_create_one_object(shop: Shop, sandbox: Sandbox) -> None:
    done: list[Any] = []
    start = threading.Barrier(8)

    def create() -> None:
        start.wait()
        try:
            done.append(shop.api.customers.create({"email": "a@example.com"}, {"idempotency_key": "order-1"}).id)
        except stripe.StripeError as error:
            done.append(error.http_status)

    threads = [threading.Thread(target=create) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (customer,) = sandbox.objects("customer")
    assert set(done) <= {customer["id"], 409}
    assert customer["id"] in done


def test_fields_are_expanded(shop: Shop) -> None:
    intent = shop.paid_intent(customer=shop.customer)
    shown = shop.api.payment_intents.retrieve(intent.id, {"expand": ["latest_charge.refunds", "customer"]})
    assert (shown.customer.id, shown.latest_charge.refunds.data) == (shop.customer, [])
    listed = shop.api.charges.list({"expand": ["data.payment_intent.customer"]})
    assert listed.data[0].payment_intent.customer.email == "eleanor@example.com"
    price = shop.api.prices.retrieve(shop.consumer, {"expand": ["product"]})
    assert price.product.name == "Consumer storage"
    assert not hasattr(shop.api.invoices.retrieve(shop.active_subscription().latest_invoice), "confirmation_secret")


@pytest.mark.parametrize(
    "path", ["amount", "nothing", "customer.nothing", "latest_charge.payment_intent.customer.id.x"]
)
def test_unknown_field_cannot_be_expanded(shop: Shop, path: str) -> None:
    intent = shop.paid_intent(customer=shop.customer)
    error = expect_error(stripe.InvalidRequestError, shop.api.payment_intents.retrieve, intent.id, {"expand": [path]})
    assert error.http_status == 400


def test_list_is_paged(shop: Shop) -> None:
    made = [shop.api.customers.create({"email": f"{number}@example.com"}).id for number in range(7)]
    newest = made[::-1]
    first = shop.api.customers.list({"limit": 3})
    assert ([one.id for one in first.data], first.has_more) == (newest[:3], True)
    assert [one.id for one in first.auto_paging_iter()] == newest
    second = shop.api.customers.list({"limit": 3, "starting_after": newest[2]})
    assert [one.id for one in second.data] == newest[3:6]
    back = shop.api.customers.list({"limit": 2, "ending_before": newest[3]})
    assert ([one.id for one in back.data], back.has_more) == (newest[1:3], True)
    assert [one.id for one in shop.api.customers.list({"email": "4@example.com"}).data] == [made[4]]
    for bad in ({"limit": 0}, {"limit": 101}, {"starting_after": "cus_0"}, {"starting_after": 1, "ending_before": 2}):
        expect_error(stripe.InvalidRequestError, shop.api.customers.list, bad)


def test_list_is_filtered_by_creation_time(shop: Shop) -> None:
    created = shop.intent().created
    for given, count in [
        ({"gte": created}, 1), ({"gt": created}, 0), ({"lte": created}, 1), ({"lt": created}, 0), (created, 1),
        ({"gte": created - 10, "lt": created + 1}, 1),
    ]:  # fmt: skip
        assert len(shop.api.payment_intents.list({"created": given}).data) == count


def test_events_are_filtered_by_type(shop: Shop) -> None:
    shop.paid_intent()
    names = ["charge.succeeded", "payment_intent.succeeded"]
    found = shop.api.events.list({"types": names})
    assert sorted(event.type for event in found.data) == names
    assert [event.type for event in shop.api.events.list({"type": "charge.s*"}).data] == ["charge.succeeded"]
    assert shop.api.events.retrieve(found.data[0].id).data.object.id == found.data[0].data.object.id


def test_prices_are_filtered_by_lookup_key(shop: Shop) -> None:
    prices = [shop.consumer, shop.business]
    found = shop.api.prices.list({"lookup_keys": ["storage_business"], "expand": ["data.product"]})
    assert [(one.id, one.product.name) for one in found.data] == [(prices[1], "Business storage")]
    expect_error(stripe.InvalidRequestError, shop.price, "Another", 1, "storage_consumer")
    moved = shop.api.prices.create(
        {
            "currency": "usd", "unit_amount": 1600, "product": found.data[0].product.id,
            "recurring": {"interval": "month"}, "lookup_key": "storage_consumer", "transfer_lookup_key": True,
        }
    )  # fmt: skip
    assert [one.id for one in shop.api.prices.list({"lookup_keys": ["storage_consumer"]}).data] == [moved.id]
    assert shop.api.prices.retrieve(prices[0]).lookup_key is None


def test_metadata_is_merged(shop: Shop) -> None:
    customer = shop.api.customers.create({"metadata": {"a": "1", "b": "2"}})
    assert shop.api.customers.update(customer.id, {"metadata": {"a": "", "c": "3"}}).metadata.to_dict() == {
        "b": "2", "c": "3",
    }  # fmt: skip
    assert shop.api.customers.update(customer.id, {"metadata": ""}).metadata.to_dict() == {}


def test_form_is_decoded_into_nested_parameters() -> None:
    assert decode("a=1&b[c]=2&b[d][e]=&f[]=3&f[]=4&g[0][h]=5&g[0][i]=6&g[1][h]=%C3%A9") == {
        "a": "1", "b": {"c": "2", "d": {"e": ""}}, "f": ["3", "4"], "g": [{"h": "5", "i": "6"}, {"h": "é"}],
    }  # fmt: skip


@pytest.mark.parametrize("body", ["a[=1", "a]=1", "[a]=1", "a=1&a[b]=2", "a[b]=1&a=2"])
def test_broken_form_is_rejected(sandbox: Sandbox, body: str) -> None:
    status, response, _ = raw_call(sandbox, "POST", "/v1/customers", body, Authorization=f"Bearer {SECRET_KEY}")
    assert (status, response["error"]["type"]) == (400, "invalid_request_error")


def test_browser_on_other_origin_may_call_api(sandbox: Sandbox) -> None:
    status, _, headers = raw_call(sandbox, "OPTIONS", "/v1/payment_methods")
    assert (status, headers["Access-Control-Allow-Origin"]) == (204, "*")

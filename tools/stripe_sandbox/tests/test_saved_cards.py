"""Saving a card during a payment, and paying with it again."""

from typing import Any
from urllib.parse import urlencode

import pytest
import stripe

from stripe_sandbox import PUBLISHABLE_KEY
from stripe_sandbox.errors import Json
from stripe_sandbox.server import Sandbox
from stripe_sandbox.tests.shop import Shop
from stripe_sandbox.tests.test_api import raw_call
from stripe_sandbox.tests.test_browser import card, confirm

FEATURES: dict[str, Any] = {
    "payment_method_redisplay": "enabled",
    "payment_method_save": "enabled",
    "payment_method_save_usage": "on_session",
}
# What the form sends with a checked box.
SAVE = {"setup_future_usage": "on_session", "payment_method_data[allow_redisplay]": "always"}


def _session(shop: Shop, customer: str | None = None, **features: Any) -> str:
    made = shop.api.customer_sessions.create(
        {
            "customer": customer or shop.customer,
            "components": {"payment_element": {"enabled": True, "features": FEATURES | features}},
        }
    )
    return str(made.client_secret)


def _open_form(sandbox: Sandbox, intent: Any, session: str = "") -> tuple[int, Json]:
    """Fetch what the form shows, as the sandbox's Stripe.js does."""
    query = {"key": PUBLISHABLE_KEY, "client_secret": intent.client_secret, "customer_session_client_secret": session}
    return raw_call(sandbox, "GET", f"/v1/elements/sessions?{urlencode(query)}")[:2]


def _shown(sandbox: Sandbox, intent: Any, session: str) -> list[Json]:
    status, shown = _open_form(sandbox, intent, session)
    assert status == 200, shown
    methods: list[Json] = shown["customer"]["payment_methods"]["data"]
    return methods


def _saved(shop: Shop, sandbox: Sandbox, **more: str) -> Json:
    confirm(sandbox, shop.intent(customer=shop.customer), **SAVE, **more)
    [method] = sandbox.objects("payment_method", customer=shop.customer)
    return method


def test_card_is_saved_only_if_the_box_is_checked(shop: Shop, sandbox: Sandbox) -> None:
    confirm(sandbox, shop.intent(customer=shop.customer))
    assert sandbox.objects("payment_method", customer=shop.customer) == []
    method = _saved(shop, sandbox)
    assert (method["allow_redisplay"], method["card"]["last4"]) == ("always", "4242")
    assert "payment_method.attached" in shop.events()


def test_declined_card_is_not_saved(shop: Shop, sandbox: Sandbox) -> None:
    status, _ = confirm(sandbox, shop.intent(customer=shop.customer), **SAVE, **card("4000000000000002"))
    assert status == 402
    assert sandbox.objects("payment_method", customer=shop.customer) == []


def test_form_shows_only_saved_cards_of_its_customer(shop: Shop, sandbox: Sandbox) -> None:
    method = _saved(shop, sandbox)
    again = shop.intent(customer=shop.customer)
    assert [one["id"] for one in _shown(sandbox, again, _session(shop))] == [method["id"]]
    status, shown = _open_form(sandbox, again)
    assert (status, shown["customer"]) == (200, None)
    other = str(shop.api.customers.create({}).id)
    assert _open_form(sandbox, again, _session(shop, other))[0] == 400
    assert _shown(sandbox, shop.intent(customer=other), _session(shop, other)) == []


def test_session_decides_which_cards_are_shown(shop: Shop, sandbox: Sandbox) -> None:
    method = _saved(shop, sandbox)
    intent = shop.intent(customer=shop.customer)
    assert _shown(sandbox, intent, _session(shop, payment_method_redisplay="disabled")) == []
    shop.api.payment_methods.update(method["id"], {"allow_redisplay": "limited"})
    assert _shown(sandbox, intent, _session(shop)) == []
    every = _session(shop, payment_method_allow_redisplay_filters=["always", "limited"])
    assert len(_shown(sandbox, intent, every)) == 1


def test_saved_card_pays(shop: Shop, sandbox: Sandbox) -> None:
    method = _saved(shop, sandbox)
    intent = shop.intent(customer=shop.customer)
    body = urlencode(
        {"key": PUBLISHABLE_KEY, "client_secret": intent.client_secret, "payment_method": method["id"]}
        | {"return_url": "https://shop.example"}
    )
    status, paid, _ = raw_call(sandbox, "POST", f"/v1/payment_intents/{intent.id}/confirm", body)
    assert (status, paid["status"], paid["payment_method"]) == (200, "succeeded", method["id"])


def test_saved_card_still_requires_authentication(shop: Shop, sandbox: Sandbox) -> None:
    first = shop.intent(customer=shop.customer)
    confirm(sandbox, first, **SAVE, **card("4000002760003184"))
    sandbox.authenticate(first.id)
    [method] = sandbox.objects("payment_method", customer=shop.customer)
    again = shop.intent(customer=shop.customer)
    assert (
        shop.api.payment_intents.confirm(
            again.id, {"payment_method": method["id"], "return_url": "https://shop.example"}
        ).status
        == "requires_action"
    )


def test_expired_card_is_marked_and_declined(shop: Shop, sandbox: Sandbox) -> None:
    method = _saved(shop, sandbox)
    sandbox.expire_card(method["id"])
    intent = shop.intent(customer=shop.customer)
    assert [one["card"]["expired"] for one in _shown(sandbox, intent, _session(shop))] == [True]
    body = urlencode(
        {"key": PUBLISHABLE_KEY, "client_secret": intent.client_secret, "payment_method": method["id"]}
        | {"return_url": "https://shop.example"}
    )
    status, refused, _ = raw_call(sandbox, "POST", f"/v1/payment_intents/{intent.id}/confirm", body)
    assert (status, refused["error"]["code"]) == (402, "expired_card")


def test_session_expires_after_half_an_hour(shop: Shop, sandbox: Sandbox) -> None:
    session = _session(shop)
    [row] = sandbox.objects("customer_session")
    with sandbox.store.transaction():
        sandbox.store.save(row | {"expires_at": row["created"]})
    status, refused = _open_form(sandbox, shop.intent(customer=shop.customer), session)
    assert (status, "expired" in refused["error"]["message"]) == (400, True)


@pytest.mark.parametrize("features", [{"payment_method_redisplay_limit": 11}, {"payment_method_save": "maybe"}])
def test_unknown_feature_is_rejected(shop: Shop, features: Any) -> None:
    with pytest.raises(stripe.InvalidRequestError):
        _session(shop, **features)


def test_paid_charge_has_a_receipt(shop: Shop, sandbox: Sandbox) -> None:
    paid = shop.paid_intent()
    charge = shop.api.charges.retrieve(paid.latest_charge)
    assert charge.receipt_url == f"{sandbox.url}/receipts/{charge.id}"

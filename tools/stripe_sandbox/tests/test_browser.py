"""What a page can do with the publishable key, and the script it loads."""

import time
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from stripe_sandbox import PUBLISHABLE_KEY
from stripe_sandbox.server import Sandbox
from stripe_sandbox.tests.shop import Shop
from stripe_sandbox.tests.test_api import raw_call


def card(number: str = "4242424242424242", month: str = "12", year: str = "34", cvc: str = "123") -> dict[str, str]:
    """Return a card as the form sends it."""
    name = "payment_method_data"
    return {
        f"{name}[type]": "card", f"{name}[card][number]": number, f"{name}[card][exp_month]": month,
        f"{name}[card][exp_year]": year, f"{name}[card][cvc]": cvc,
        f"{name}[billing_details][address][postal_code]": "03801",
    }  # fmt: skip


def confirm(sandbox: Sandbox, intent: Any, **more: str) -> tuple[int, Any]:
    """Confirm an intent as the sandbox's Stripe.js does."""
    body = urlencode(
        card() | {"key": PUBLISHABLE_KEY, "client_secret": intent.client_secret, "use_stripe_sdk": "true"} | more
    )
    kind = "payment_intents" if intent.id.startswith("pi_") else "setup_intents"
    return raw_call(sandbox, "POST", f"/v1/{kind}/{intent.id}/confirm", body)[:2]


def test_client_secret_only_opens_its_own_intent(shop: Shop, sandbox: Sandbox) -> None:
    mine, other = shop.intent(metadata={"inside": "1"}, customer=shop.customer), shop.intent()
    path = f"/v1/payment_intents/{mine.id}?key={PUBLISHABLE_KEY}&client_secret="
    status, shown, _ = raw_call(sandbox, "GET", path + mine.client_secret)
    assert (status, shown["id"], shown["status"]) == (200, mine.id, "requires_payment_method")
    assert not {"metadata", "customer", "latest_charge"} & set(shown)
    for secret in (other.client_secret, ""):
        assert raw_call(sandbox, "GET", path + secret)[0] == 404
    assert raw_call(sandbox, "GET", f"/v1/payment_intents?key={PUBLISHABLE_KEY}")[0] == 403


def test_form_pays_intent(shop: Shop, sandbox: Sandbox) -> None:
    intent = shop.intent()
    status, shown = confirm(sandbox, intent)
    assert (status, shown["status"]) == (200, "succeeded")
    charge = shop.api.charges.list({"payment_intent": intent.id}).data[0]
    assert charge.billing_details.address.postal_code == "03801"


@pytest.mark.parametrize(
    ("given", "code", "message"),
    [
        (card("4000000000000002"), "card_declined", "Your card was declined."),
        (card("4242424242424241"), "incorrect_number", "Your card number is incorrect."),
        (card("42424242"), "invalid_number", "The card number is not a valid credit card number."),
        (card(month="13"), "invalid_expiry_month", "Your card's expiration month is invalid."),
        (card(year="20"), "invalid_expiry_year", "Your card's expiration year is invalid."),
        (card(cvc="12"), "invalid_cvc", "Your card's security code is invalid."),
        (card("4000000000000069"), "expired_card", "Your card has expired."),
        (card("4000000000000127"), "incorrect_cvc", "Your card's security code is incorrect."),
    ],
)
def test_card_is_declined(shop: Shop, sandbox: Sandbox, given: dict[str, str], code: str, message: str) -> None:
    status, body = confirm(sandbox, shop.intent(), **given)
    assert (status, body["error"]["type"], body["error"]["code"]) == (402, "card_error", code)
    assert body["error"]["message"] == message
    assert not {"metadata", "customer"} & set(body["error"].get("payment_intent", {}))


def test_card_pays_until_the_end_of_its_last_month(shop: Shop, sandbox: Sandbox) -> None:
    now = time.gmtime()
    status, _ = confirm(sandbox, shop.intent(), **card(month=str(now.tm_mon), year=str(now.tm_year)))
    assert status == 200


@pytest.mark.parametrize(("outcome", "status"), [("success", "succeeded"), ("failure", "requires_payment_method")])
def test_authentication_in_dialog_completes_intent(shop: Shop, sandbox: Sandbox, outcome: str, status: str) -> None:
    for intent in (shop.intent(), shop.api.setup_intents.create({"customer": shop.customer})):
        _, request = confirm(sandbox, intent, **card("4000002500003155"))
        assert request["next_action"]["type"] == "use_stripe_sdk"
        result = {"intent": intent.id, "client_secret": intent.client_secret, "outcome": outcome}
        body = urlencode(result | {"key": PUBLISHABLE_KEY})
        assert raw_call(sandbox, "POST", "/v1/3ds2/authenticate", body)[1]["status"] == status
        wrong = urlencode(result | {"key": PUBLISHABLE_KEY, "client_secret": "pi_x_secret_y"})
        assert raw_call(sandbox, "POST", "/v1/3ds2/authenticate", wrong)[0] == 404


@pytest.mark.parametrize(("outcome", "status"), [("success", "succeeded"), ("failure", "failed")])
def test_authentication_on_bank_page_completes_intent(shop: Shop, sandbox: Sandbox, outcome: str, status: str) -> None:
    import http.client

    intent = shop.intent()
    request = shop.api.payment_intents.confirm(
        intent.id, {"payment_method": "pm_card_authenticationRequired", "return_url": "https://shop.example/done?a=1"}
    )
    address = urlsplit(request.next_action.redirect_to_url.url)
    connection = http.client.HTTPConnection(address.netloc)
    connection.request("GET", f"{address.path}?{address.query}")
    assert b"Complete authentication" in connection.getresponse().read()
    connection.request("POST", f"{address.path}?{address.query}", f"outcome={outcome}")
    response = connection.getresponse()
    back = urlsplit(response.headers["Location"])
    assert (response.status, back.netloc, back.path) == (303, "shop.example", "/done")
    assert parse_qs(back.query) == {
        "a": ["1"], "payment_intent": [intent.id], "payment_intent_client_secret": [intent.client_secret],
        "redirect_status": [status],
    }  # fmt: skip
    connection.close()


@pytest.mark.parametrize("path", ["/stripe.js", "/"])
def test_page_is_served(sandbox: Sandbox, path: str) -> None:
    import urllib.request

    with urllib.request.urlopen(sandbox.url + path) as response:  # noqa: S310
        text = response.read().decode()
    assert "window.Stripe =" in text if path == "/stripe.js" else "Stripe sandbox" in text
    assert "<style" not in text or path == "/"

"""Helpers that pay in Stripe's form, with the box checked that saves the card or with a saved card."""

from typing import Any

import stripe
from django.conf import settings
from rest_framework.test import APIClient

from payments.client import client, translate_stripe_errors
from testing.payments import CHECKOUT, StripeSandbox

METHODS = "/api/payment-methods"
SESSION = f"{METHODS}/session"


def client_secret(browser: APIClient, body: dict[str, Any] | None = None) -> str:
    """Start a payment; return the intent's client secret."""
    response = browser.post("/api/create-payment-intent", body or CHECKOUT, format="json")
    assert response.status_code == 200, response.content
    return str(response.json()["clientSecret"])


def open_session(browser: APIClient, secret: str) -> Any:
    """Open the session that offers saved cards in an intent's form."""
    return browser.post(SESSION, {"paymentIntentId": secret.split("_secret_")[0]}, format="json")


@translate_stripe_errors
def confirm(secret: str, **more: Any) -> stripe.PaymentIntent:
    """Confirm a payment. Raises DomainError with the bank's message if the card is declined."""
    return client().v1.payment_intents.confirm(
        secret.split("_secret_")[0],
        {"return_url": settings.SITE_URL} | more,  # type: ignore[arg-type]
    )


def save_card(browser: APIClient, sandbox: StripeSandbox, card: str = "pm_card_visa") -> str:
    """Pay the published amount with a card and save it; return its ID at Stripe."""
    secret = client_secret(browser)
    method = client().v1.payment_methods.update(_fresh(card), {"allow_redisplay": "always"}).id
    confirm(secret, payment_method=method, setup_future_usage="on_session")
    sandbox.deliver()
    return method


def _fresh(card: str) -> str:
    """Return the ID of a card that is not attached to anyone."""
    return client().v1.payment_methods.retrieve(card).id

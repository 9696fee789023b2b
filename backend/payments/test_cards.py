"""Stripe's ready-made test cards: pay without a form and a browser, for the demo's data and the tests."""

from typing import Any

from django.conf import settings

from payments.client import asks_stripe, client

VISA, MASTERCARD = "pm_card_visa", "pm_card_mastercard"
DECLINED, AUTHENTICATE = "pm_card_chargeDeclined", "pm_card_authenticationRequired"


@asks_stripe
def pay(client_secret: str, card: str = VISA) -> Any:
    """Confirm a payment as a customer does in Stripe's form; answers the intent.

    Raises DomainError with the bank's words where the card is declined, and RuntimeError outside Stripe's test mode.
    """
    if not settings.STRIPE_SECRET_KEY.startswith("sk_test_"):
        raise RuntimeError("Test cards are for test mode")
    intent = client_secret.split("_secret_")[0]
    return client().v1.payment_intents.confirm(intent, {"payment_method": card, "return_url": settings.SITE_URL})


@asks_stripe
def set_up(client_secret: str, card: str = MASTERCARD) -> Any:
    """The same for a setup intent."""
    intent = client_secret.split("_secret_")[0]
    return client().v1.setup_intents.confirm(intent, {"payment_method": card, "return_url": settings.SITE_URL})

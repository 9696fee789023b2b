"""Stripe's ready-made test cards: pay without a form and a browser, for the demo's data and the tests.

And what else is done there without the product: a refund in the dashboard, and a month that passes.
"""

from decimal import Decimal
from typing import Any
from urllib.request import Request, urlopen

import orjson
from django.conf import settings

from payments.client import UNREACHABLE, PaymentsUnavailable, client, translate_stripe_errors
from payments.ledger import to_cents

VISA, MASTERCARD = "pm_card_visa", "pm_card_mastercard"
DECLINED, AUTHENTICATE = "pm_card_chargeDeclined", "pm_card_authenticationRequired"


@translate_stripe_errors
def pay(client_secret: str, card: str = VISA) -> Any:
    """Confirm a payment as a customer does in Stripe's form; return the intent.

    Raises DomainError with the bank's words where the card is declined, and RuntimeError outside Stripe's test mode.
    """
    _check_test_mode()
    intent = client_secret.split("_secret_")[0]
    return client().v1.payment_intents.confirm(intent, {"payment_method": card, "return_url": settings.SITE_URL})


@translate_stripe_errors
def set_up(client_secret: str, card: str = MASTERCARD) -> Any:
    """The same for a setup intent."""
    intent = client_secret.split("_secret_")[0]
    return client().v1.setup_intents.confirm(intent, {"payment_method": card, "return_url": settings.SITE_URL})


@translate_stripe_errors
def refund(intent_id: str, amount: Decimal) -> Any:
    """Give ``amount`` (US dollars) of a payment back, as in the dashboard; once for each amount.

    Raises Conflict where there is not so much left of it, and RuntimeError outside Stripe's test mode.
    """
    _check_test_mode()
    cents = to_cents(amount)
    return client().v1.refunds.create(
        {"payment_intent": intent_id, "amount": cents}, {"idempotency_key": f"refund-{intent_id}-{cents}"}
    )


def at_sandbox() -> bool:
    """Whether the sandbox stands in for Stripe: only it lets time pass when it is told to."""
    return settings.STRIPE_SECRET_KEY == "sk_test_sandbox"


def fail_renewal(subscription_id: str) -> None:
    """Let the subscription's month pass, and its card be declined for the next. Only at the sandbox.

    Raises PaymentsUnavailable where it can't be asked or knows no such subscription.
    """
    asked = Request(  # noqa: S310
        f"{settings.STRIPE_API_BASE}/sandbox/renew",
        orjson.dumps({"subscription": subscription_id, "success": False}),
        {"Content-Type": "application/json"},
    )
    try:
        urlopen(asked, timeout=settings.STRIPE_TIMEOUT).close()  # noqa: S310
    except OSError as error:
        raise PaymentsUnavailable(UNREACHABLE) from error


def _check_test_mode() -> None:
    if not settings.STRIPE_SECRET_KEY.startswith("sk_test_"):
        raise RuntimeError("Test cards are for test mode")

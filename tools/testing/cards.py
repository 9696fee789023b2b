"""Pay with Stripe's test cards, without a form or a browser, for the demo's data and the tests.

This module also makes refunds, as in the dashboard, and lets renewals fail.
"""

from decimal import Decimal
from typing import Any
from urllib.request import Request, urlopen
from uuid import UUID

import orjson
from django.conf import settings

from accounts.models import Viewer
from payments.client import UNREACHABLE, PaymentsUnavailable, client, translate_stripe_errors
from payments.hooks import PaymentPart
from payments.intents import Intent, claim_payment, continue_payment
from payments.values import to_cents

VISA, MASTERCARD = "pm_card_visa", "pm_card_mastercard"
DECLINED, AUTHENTICATE = "pm_card_chargeDeclined", "pm_card_authenticationRequired"


def open_intent(*, purpose: str, reference: UUID | None, viewer: Viewer, part: PaymentPart = PaymentPart.ALL) -> Intent:
    """Return what the browser needs to pay for ``reference``, as the API does. Repeated calls return the same one."""
    payment = claim_payment(purpose=purpose, reference=reference, viewer=viewer, part=part)
    return continue_payment(payment_id=payment.id, viewer=viewer, part=part)


@translate_stripe_errors
def pay(client_secret: str, card: str = VISA) -> Any:
    """Confirm a payment as a customer does in Stripe's form; return the intent.

    Raises DomainError with the bank's message if the card is declined, and RuntimeError outside Stripe's test mode.
    """
    _check_test_mode()
    intent = client_secret.split("_secret_")[0]
    return client().v1.payment_intents.confirm(intent, {"payment_method": card, "return_url": settings.SITE_URL})


@translate_stripe_errors
def set_up(client_secret: str, card: str = MASTERCARD) -> Any:
    """Confirm a setup intent as a customer does; return it."""
    intent = client_secret.split("_secret_")[0]
    return client().v1.setup_intents.confirm(intent, {"payment_method": card, "return_url": settings.SITE_URL})


@translate_stripe_errors
def refund(intent_id: str, amount: Decimal) -> Any:
    """Refund ``amount`` (US dollars) of a payment, as in the dashboard. The same amount is only refunded once.

    Raises Conflict if it exceeds the rest of the payment, and RuntimeError outside Stripe's test mode.
    """
    _check_test_mode()
    cents = to_cents(amount)
    return client().v1.refunds.create(
        {"payment_intent": intent_id, "amount": cents}, {"idempotency_key": f"refund-{intent_id}-{cents}"}
    )


def uses_sandbox() -> bool:
    """Return whether the sandbox stands in for Stripe."""
    return settings.STRIPE_SECRET_KEY == "sk_test_sandbox"


def fail_renewal(subscription_id: str) -> None:
    """Let the subscription's next renewal be declined. Only works with the sandbox.

    Raises PaymentsUnavailable if the sandbox can't be reached or has no such subscription.
    """
    _control("renew", subscription=subscription_id, success=False)


def pay_out(steps: int) -> str:
    """Pay out the whole balance to the bank, and advance the payout by ``steps``: 0 leaves it scheduled, 1 sends it,
    2 lets it arrive. Return its ID. Only works with the sandbox.

    Raises PaymentsUnavailable if the sandbox can't be reached or the balance is empty.
    """
    payout = str(_control("pay_out")["id"])
    for _ in range(steps):
        _control("advance_payout", payout=payout)
    return payout


def _control(name: str, **given: Any) -> Any:
    request = Request(  # noqa: S310
        f"{settings.STRIPE_API_BASE}/sandbox/{name}", orjson.dumps(given), {"Content-Type": "application/json"}
    )
    try:
        with urlopen(request, timeout=settings.STRIPE_TIMEOUT) as response:  # noqa: S310
            return orjson.loads(response.read())
    except OSError as error:
        raise PaymentsUnavailable(UNREACHABLE) from error


def _check_test_mode() -> None:
    if not settings.STRIPE_SECRET_KEY.startswith("sk_test_"):
        raise RuntimeError("Test cards are for test mode")

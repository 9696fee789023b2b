"""Stripe's test cards: what each number does when it is saved and when it is charged."""

import hashlib
import re
from dataclasses import dataclass

from stripe_sandbox.errors import Json, card_error

GENERIC = "Your card was declined."


@dataclass(frozen=True)
class Decline:
    """Why a bank declines: Stripe's ``code``, ``decline_code`` and message."""

    code: str
    decline_code: str
    message: str


DECLINED = Decline("card_declined", "generic_decline", GENERIC)
INSUFFICIENT = Decline("card_declined", "insufficient_funds", "Your card has insufficient funds.")
UNAUTHENTICATED = Decline(
    "authentication_required", "authentication_required",
    "Your card was declined. This transaction requires authentication.",
)  # fmt: skip

EXPIRED = Decline("expired_card", "expired_card", "Your card has expired.")

DECLINED_NUMBERS = {
    "4000000000000002": DECLINED,
    "4000000000009995": INSUFFICIENT,
    "4000000000009987": Decline("card_declined", "lost_card", GENERIC),
    "4000000000009979": Decline("card_declined", "stolen_card", GENERIC),
    "4000000000000069": EXPIRED,
    "4000000000000127": Decline("incorrect_cvc", "incorrect_cvc", "Your card's security code is incorrect."),
    "4000000000000119": Decline(
        "processing_error", "processing_error",
        "An error occurred while processing your card. Try again in a little bit.",
    ),
}  # fmt: skip
DECLINED_WHEN_CHARGED = {"4000000000000341": DECLINED, "4000008260003178": INSUFFICIENT}
# These need authentication: only until they are set up (True), or every time (False).
AUTHENTICATED = {
    "4000002500003155": True,
    "4000002760003184": False,
    "4000000000003220": False,
    "4000008260003178": False,
}
DISPUTED = {"4000000000000259"}

# Stripe's ready-made payment methods, for tests without a form.
READY_MADE = {
    "pm_card_visa": "4242424242424242",
    "pm_card_mastercard": "5555555555554444",
    "pm_card_amex": "378282246310005",
    "pm_card_chargeDeclined": "4000000000000002",
    "pm_card_visa_chargeDeclined": "4000000000000002",
    "pm_card_chargeDeclinedInsufficientFunds": "4000000000009995",
    "pm_card_visa_chargeDeclinedInsufficientFunds": "4000000000009995",
    "pm_card_chargeCustomerFail": "4000000000000341",
    "pm_card_authenticationRequired": "4000002760003184",
    "pm_card_authenticationRequiredOnSetup": "4000002500003155",
    "pm_card_createDispute": "4000000000000259",
}

_BRANDS = [
    ("amex", r"3[47]"), ("diners", r"3(0[0-5]|[68])"), ("discover", r"6(011|4[4-9]|5)"), ("jcb", r"35"),
    ("mastercard", r"5[1-5]|2[2-7]"), ("unionpay", r"62"), ("visa", r"4"),
]  # fmt: skip


def brand(number: str) -> str:
    """Return the card's brand, as Stripe names it."""
    return next((name for name, pattern in _BRANDS if re.match(pattern, number)), "unknown")


def luhn(number: str) -> bool:
    """Return whether the check digit is right."""
    digits = [int(digit) for digit in reversed(number)]
    return (sum(digits[::2]) + sum(sum(divmod(2 * digit, 10)) for digit in digits[1::2])) % 10 == 0


def check(number: str, month: int, year: int, code: str | None, today: tuple[int, int]) -> None:
    """Raise the ApiError that Stripe returns for impossible card details. ``today``: (year, month)."""
    if not re.fullmatch(r"\d{12,19}", number):
        raise card_error("The card number is not a valid credit card number.", code="invalid_number", param="number")
    if not luhn(number):
        raise card_error("Your card number is incorrect.", code="incorrect_number", param="number")
    if not 1 <= month <= 12:
        raise card_error("Your card's expiration month is invalid.", code="invalid_expiry_month", param="exp_month")
    if year < today[0] or year > today[0] + 50:
        raise card_error("Your card's expiration year is invalid.", code="invalid_expiry_year", param="exp_year")
    if (year, month) < today:
        raise card_error("Your card's expiration month is invalid.", code="invalid_expiry_month", param="exp_month")
    length = 4 if brand(number) == "amex" else 3
    if code is not None and not re.fullmatch(rf"\d{{{length}}}", code):
        raise card_error("Your card's security code is invalid.", code="invalid_cvc", param="cvc")


def card(number: str, month: int, year: int, *, checked: bool, postal_code: str | None) -> Json:
    """Return the ``card`` of a payment method."""
    name = brand(number)
    return {
        "brand": name,
        "checks": {
            "address_line1_check": None,
            "address_postal_code_check": "pass" if postal_code and checked else None,
            "cvc_check": "pass" if checked else None,
        },
        "country": "US",
        "display_brand": {"amex": "american_express", "diners": "diners_club"}.get(name, name),
        "exp_month": month,
        "exp_year": year,
        "fingerprint": hashlib.sha256(number.encode()).hexdigest()[:16],
        "funding": "credit",
        "generated_from": None,
        "last4": number[-4:],
        "networks": {"available": [name], "preferred": None},
        "regulated_status": "unregulated",
        "three_d_secure_usage": {"supported": True},
        "wallet": None,
    }

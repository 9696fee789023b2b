"""One attempt to charge a card for a payment intent, and what Stripe records about it."""

import time

from stripe_sandbox import cards
from stripe_sandbox.call import Call, new_id
from stripe_sandbox.errors import Json
from stripe_sandbox.render import plain
from stripe_sandbox.resources import balance, disputes


def refusal(call: Call, method: Json, *, authenticated: bool, off_session: bool) -> cards.Decline | None:
    """Return why the bank declines this card; None if it pays."""
    if has_expired(call, method):
        return cards.EXPIRED
    number = method["_number"]
    if number in cards.DECLINED_NUMBERS:
        return cards.DECLINED_NUMBERS[number]
    if off_session and not authenticated and needs_authentication(method):
        return cards.UNAUTHENTICATED
    return cards.DECLINED_WHEN_CHARGED.get(number)


def has_expired(call: Call, method: Json) -> bool:
    """Return whether the month that the card is valid through has passed."""
    today = time.gmtime(call.now)
    return (method["card"]["exp_year"], method["card"]["exp_month"]) < (today.tm_year, today.tm_mon)


def needs_authentication(method: Json) -> bool:
    """Return whether the customer must authenticate: every time, or until the card is set up."""
    once = cards.AUTHENTICATED.get(method["_number"])
    return once is False or (once is True and not method.get("_set_up"))


def charge(call: Call, intent: Json, method: Json, refused: cards.Decline | None) -> Json:
    """Create the charge of an attempt, paid or failed, with its event."""
    paid = refused is None
    made = call.new_object(
        "charge", "ch", amount=intent["amount"], amount_captured=intent["amount"] if paid else 0, amount_refunded=0,
        application=None, application_fee=None, application_fee_amount=None, balance_transaction=None,
        billing_details=method["billing_details"], calculated_statement_descriptor="SEACOAST SANDBOX", captured=paid,
        currency=intent["currency"], customer=intent["customer"], description=intent["description"], disputed=False,
        failure_balance_transaction=None, failure_code=refused.code if refused else None,
        failure_message=refused.message if refused else None, fraud_details={}, metadata=intent["metadata"],
        on_behalf_of=None, outcome=_outcome(refused), paid=paid, payment_intent=intent["id"],
        payment_method=method["id"], payment_method_details=_details(intent, method),
        radar_options={}, receipt_email=intent["receipt_email"], receipt_number=None,
        receipt_url=None, refunded=False, review=None,
        shipping=None, source=None, source_transfer=None, statement_descriptor=None, statement_descriptor_suffix=None,
        status="succeeded" if paid else "failed", transfer_data=None, transfer_group=None,
    )  # fmt: skip
    made["receipt_url"] = f"{call.origin}/receipts/{made['id']}" if paid else None
    call.emit("charge.succeeded" if paid else "charge.failed", made)
    if paid:
        balance.book_charge(call, made)
    if paid and method["_number"] in cards.DISPUTED:
        disputes.open_dispute(call, made["id"], reason="fraudulent")
    return made


def last_error(method: Json, refused: cards.Decline, made: Json | None) -> Json:
    """Return the ``last_payment_error`` or ``last_setup_error`` for a declined card."""
    error: Json = {"advice_code": "try_again_later", "code": refused.code}
    if made:
        error["charge"] = made["id"]
    if refused.code == "card_declined":
        error["decline_code"] = refused.decline_code
    return error | {
        "doc_url": f"https://stripe.com/docs/error-codes/{refused.code.replace('_', '-')}",
        "message": refused.message,
        "network_decline_code": "01",
        "payment_method": plain(method),
        "payment_method_type": "card",
        "type": "card_error",
    }


def unauthenticated(method: Json, kind: str) -> Json:
    """Return the error for a failed authentication. ``kind``: payment_intent or setup_intent."""
    code = f"{kind}_authentication_failure"
    return {
        "code": code,
        "doc_url": f"https://stripe.com/docs/error-codes/{code.replace('_', '-')}",
        "message": "We are unable to authenticate your payment method. Please choose a different payment method and "
        "try again.",
        "payment_method": plain(method),
        "payment_method_type": "card",
        "type": "invalid_request_error",
    }


def next_action(call: Call, intent: Json, return_url: str | None, *, in_page: bool) -> Json:
    """Return what the customer has to do: authenticate in a dialog of Stripe.js, or on a page of their bank."""
    if in_page or not return_url:
        source = new_id("payatt")
        return {
            "type": "use_stripe_sdk",
            "use_stripe_sdk": {"type": "stripe_3ds2_challenge", "source": source, "intent": intent["id"]},
        }
    url = f"{call.origin}/sandbox/authenticate/{intent['id']}?client_secret={intent['client_secret']}"
    return {"type": "redirect_to_url", "redirect_to_url": {"return_url": return_url, "url": url}}


def _outcome(refused: cards.Decline | None) -> Json:
    if refused is None:
        return {
            "advice_code": None, "network_advice_code": None, "network_decline_code": None,
            "network_status": "approved_by_network", "reason": None, "risk_level": "normal", "risk_score": 12,
            "seller_message": "Payment complete.", "type": "authorized",
        }  # fmt: skip
    return {
        "advice_code": "try_again_later", "network_advice_code": None, "network_decline_code": "01",
        "network_status": "declined_by_network", "reason": refused.decline_code, "risk_level": "normal",
        "risk_score": 12, "seller_message": "The bank did not return any further details with this decline.",
        "type": "issuer_declined",
    }  # fmt: skip


def _details(intent: Json, method: Json) -> Json:
    card = method["card"]
    return {
        "type": "card",
        "card": {
            "amount_authorized": intent["amount"], "authorization_code": None, "brand": card["brand"],
            "checks": card["checks"], "country": card["country"], "exp_month": card["exp_month"],
            "exp_year": card["exp_year"], "extended_authorization": {"status": "disabled"},
            "fingerprint": card["fingerprint"], "funding": card["funding"],
            "incremental_authorization": {"status": "unavailable"}, "installments": None, "last4": card["last4"],
            "mandate": None, "multicapture": {"status": "unavailable"}, "network": card["brand"],
            "network_token": {"used": False},
            "overcapture": {"maximum_amount_capturable": intent["amount"], "status": "unavailable"},
            "regulated_status": "unregulated", "three_d_secure": None, "wallet": None,
        },
    }  # fmt: skip

"""The result of an attempt to pay, for the intent and its charge, card and invoice."""

from stripe_sandbox import cards
from stripe_sandbox.call import Call
from stripe_sandbox.errors import Json
from stripe_sandbox.resources import attempts, payment_methods
from stripe_sandbox.resources.paying import invoice_failed, invoice_paid

PROCESSING = "sandbox_processing"


def settle(
    call: Call, intent: Json, method: Json, *, authenticated: bool, off_session: bool, refuse: bool = False
) -> None:
    """Settle an attempt as the card's bank decides. ``refuse``: decline any card."""
    refused = attempts.refusal(call, method, authenticated=authenticated, off_session=off_session)
    if refuse and refused is None:
        refused = cards.DECLINED
    if refused is None and _is_slow(call):
        intent |= {"status": "processing", "next_action": None, "processing": {"type": "card", "card": {}}}
        call.emit("payment_intent.processing", intent)
        return
    made = attempts.charge(call, intent, method, refused)
    intent |= {"latest_charge": made["id"], "next_action": None, "processing": None}
    if refused:
        failed(call, intent, attempts.last_error(method, refused, made))
    else:
        _succeeded(call, intent, method)


def failed(call: Call, intent: Json, error: Json) -> None:
    """Record a failed attempt: the intent requires a payment method again."""
    intent |= {
        "status": "requires_payment_method", "payment_method": None, "next_action": None, "processing": None,
        "last_payment_error": error,
    }  # fmt: skip
    call.emit("payment_intent.payment_failed", intent)
    if intent.get("_invoice"):
        invoice_failed(call, intent)


def _succeeded(call: Call, intent: Json, method: Json) -> None:
    if intent["customer"] and intent["setup_future_usage"]:
        method["_set_up"] = True
        payment_methods.attach_to(call, method, intent["customer"])
        call.store.save(method)
    elif not method["customer"]:
        method["_detached"] = True  # single use
        call.store.save(method)
    intent |= {"status": "succeeded", "amount_received": intent["amount"], "last_payment_error": None}
    call.emit("payment_intent.succeeded", intent)
    if intent.get("_invoice"):
        invoice_paid(call, intent)


def _is_slow(call: Call) -> bool:
    waiting = call.store.get(PROCESSING)
    if not waiting or waiting["count"] < 1:
        return False
    waiting["count"] -= 1
    call.store.save(waiting)
    return True

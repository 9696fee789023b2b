"""Payment methods: cards, from the form or Stripe's test names, attached to a customer or used once."""

import time

from stripe_sandbox import cards
from stripe_sandbox.call import Call
from stripe_sandbox.errors import Json, card_error, invalid, missing, unreadable
from stripe_sandbox.lists import page
from stripe_sandbox.params import Params
from stripe_sandbox.resources.customers import address

REDISPLAY = ("always", "limited", "unspecified")


def create(call: Call) -> Json:
    return from_params(call, call.params)


def retrieve(call: Call) -> Json:
    return find(call, call.path["id"], param=None)


def attach(call: Call) -> Json:
    method = find(call, call.path["id"], param=None)
    customer = call.find_by_param("customer", "customer")
    if customer is None:
        raise unreadable("Missing required param: customer.", code="parameter_missing", param="customer")
    refusal = cards.DECLINED_NUMBERS.get(method["_number"])
    if refusal:
        raise card_error(refusal.message, code=refusal.code, decline_code=refusal.decline_code)
    return attach_to(call, method, customer["id"])


def detach(call: Call) -> Json:
    method = call.find_by_path("payment_method")
    if method["customer"] is None:
        raise invalid("The payment method you provided is not attached to a customer so detachment is impossible.")
    before = call.snapshot(method)
    customer = call.store.require(method["customer"])
    method["customer"] = None
    method["_detached"] = True
    call.emit("payment_method.detached", method, before)
    _forget(call, "customer.updated", customer, customer["invoice_settings"], method)
    for subscription in call.store.select("subscription", customer=customer["id"]):
        _forget(call, "customer.subscription.updated", subscription, subscription, method)
    return method


def _forget(call: Call, event: str, item: Json, settings: Json, method: Json) -> None:
    """Remove a card from the settings of a customer or subscription."""
    if settings["default_payment_method"] == method["id"]:
        before = call.snapshot(item)
        settings["default_payment_method"] = None
        call.emit(event, item, before)


def update(call: Call) -> Json:
    method = call.find_by_path("payment_method")
    before = call.snapshot(method)
    method["metadata"] = call.params.metadata(method["metadata"])
    method["allow_redisplay"] = call.params.choice("allow_redisplay", REDISPLAY, method["allow_redisplay"])
    if details := call.params.child("billing_details"):
        method["billing_details"] |= _billing(details)
    call.emit("payment_method.updated", method, before)
    return method


def list_all(call: Call) -> Json:
    customer = call.find_by_param("customer", "customer")
    call.params.choice("type", ("card",))
    return page(
        call, "payment_method", "/v1/payment_methods", {"customer": customer["id"] if customer else None},
        keep=lambda method: bool(method["customer"]),
    )  # fmt: skip


def find(call: Call, identity: str, *, param: str | None) -> Json:
    """Return the payment method; Stripe's test names create a new one. Raises ApiError."""
    if number := cards.READY_MADE.get(identity):
        year = time.gmtime(call.now).tm_year + 1
        return _new(call, number, 12, year, checked=True, billing=_billing(None))
    return call.find("payment_method", identity, param=param)


def from_call(call: Call, *, customer: str | None) -> Json | None:
    """Return the payment method in the call's parameters, if this customer may use it. Raises ApiError."""
    if identity := call.params.text("payment_method"):
        method = find(call, identity, param="payment_method")
        check_usable(method, customer)
        return method
    if data := call.params.child("payment_method_data"):
        return from_params(call, data)
    return None


def check_usable(method: Json, customer: str | None) -> None:
    """Raise ApiError (400) for another customer's method, and for a single-use one that was used."""
    if method["customer"] and method["customer"] != customer:
        if customer is None:
            raise invalid(
                "The provided PaymentMethod cannot be used with this PaymentIntent: it belongs to a Customer, so the "
                "`customer` parameter is required.",
                param="payment_method",
            )
        raise missing("payment_method", method["id"], param="payment_method", status=400)
    if method.get("_detached"):
        raise invalid(
            "The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared "
            "with a connected account without Customer attachment, or was detached from a Customer. It may not be "
            "used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.",
            code="payment_method_unexpected_state",
        )


def attach_to(call: Call, method: Json, customer: str) -> Json:
    """Attach a method to a customer; return it."""
    if method["customer"] == customer:
        return method
    check_usable(method, customer)
    method["customer"] = customer
    call.emit("payment_method.attached", method)
    return method


def from_params(call: Call, params: Params) -> Json:
    """Create a card payment method from a form's details. Raises Stripe's ApiError for wrong details."""
    params.required("type")
    params.choice("type", ("card",))
    # Real Stripe.js also sends these, about the browser.
    params.ignore(
        "guid", "muid", "sid", "payment_user_agent", "referrer", "time_on_page", "client_attribution_metadata"
    )
    redisplay = params.choice("allow_redisplay", REDISPLAY, "unspecified")
    details = params.child("card")
    if details is None:
        raise unreadable("Missing required param: card.", code="parameter_missing", param=params.full_name("card"))
    number = details.required("number").replace(" ", "").replace("-", "")
    month, year = details.required_integer("exp_month"), details.required_integer("exp_year")
    year += 2000 if year < 100 else 0
    code = details.text("cvc")
    today = time.gmtime(call.now)
    cards.check(number, month, year, code, (today.tm_year, today.tm_mon))
    billing = _billing(params.child("billing_details"))
    method = _new(call, number, month, year, checked=code is not None, billing=billing)
    method |= {"metadata": params.metadata(), "allow_redisplay": redisplay}
    return call.store.save(method)


def _new(call: Call, number: str, month: int, year: int, *, checked: bool, billing: Json) -> Json:
    postal_code = (billing["address"] or {}).get("postal_code")
    return call.store.save(
        call.new_object(
            "payment_method", "pm", allow_redisplay="unspecified", billing_details=billing,
            card=cards.card(number, month, year, checked=checked, postal_code=postal_code),
            customer=None, customer_account=None, metadata={}, type="card", _number=number,
        )
    )  # fmt: skip


def _billing(given: Params | None) -> Json:
    empty = dict.fromkeys(("city", "country", "line1", "line2", "postal_code", "state"))
    texts: Json = {name: given.text(name) if given else None for name in ("email", "name", "phone")}
    return {"address": (address(given.child("address")) if given else None) or empty, "tax_id": None} | texts


def expire(call: Call, identity: str) -> Json:
    """Let a card's expiration date pass."""
    method = call.find("payment_method", identity)
    today = time.gmtime(call.now)
    before = call.snapshot(method)
    method["card"] |= {"exp_month": today.tm_mon, "exp_year": today.tm_year - 1}
    call.emit("payment_method.updated", method, before)
    return method

"""Payment intents."""

from stripe_sandbox.call import Call, new_id
from stripe_sandbox.errors import ApiError, Json, card_error, invalid, missing, unreadable
from stripe_sandbox.lists import page
from stripe_sandbox.params import Params
from stripe_sandbox.render import plain
from stripe_sandbox.resources import attempts, charges, payment_methods
from stripe_sandbox.resources.catalog import currency
from stripe_sandbox.resources.settling import settle

MIN_AMOUNT = 50
MAX_AMOUNT = 99_999_999
OPEN = ("requires_payment_method", "requires_confirmation", "requires_action")
REASONS = ("abandoned", "duplicate", "fraudulent", "requested_by_customer")


def create(call: Call) -> Json:
    params = call.params
    customer = call.find_by_param("customer", "customer")
    intent = new(
        call, amount=amount(params), code=currency(params), customer=customer["id"] if customer else None,
        description=params.text("description"), metadata=params.metadata(), methods=_methods(params),
    )  # fmt: skip
    intent["payment_method_types"] = method_types(params)
    params.choice("capture_method", ("automatic", "automatic_async"))
    params.choice("confirmation_method", ("automatic",))
    _read(call, intent)
    call.emit("payment_intent.created", intent)
    return _confirm(call, intent) if params.flag("confirm", False) else intent


def retrieve(call: Call) -> Json:
    return accessible(call, "payment_intent")


def update(call: Call) -> Json:
    intent = call.find_by_path("payment_intent")
    before = call.snapshot(intent)
    params = call.params
    if intent["status"] not in OPEN and any(name in params for name in ("amount", "currency", "payment_method")):
        raise _unexpected(
            intent,
            f"This PaymentIntent's amount could not be updated because it has a status of {intent['status']}. You may "
            f"only update the amount of a PaymentIntent with one of the following statuses: {', '.join(OPEN)}.",
        )
    if "amount" in params:
        if intent.get("_invoice"):
            raise invalid("The amount of a PaymentIntent that belongs to an Invoice cannot be changed.", param="amount")
        intent["amount"] = amount(params)
    if customer := call.find_by_param("customer", "customer"):
        intent["customer"] = customer["id"]
    intent["description"] = params.text("description", intent["description"])
    intent["metadata"] = params.metadata(intent["metadata"])
    _read(call, intent)
    call.store.save(intent)
    if intent["amount"] != before["amount"] and intent["status"] == "requires_action":
        intent |= {"status": "requires_confirmation", "next_action": None}
        call.store.save(intent)
    return intent


def confirm(call: Call) -> Json:
    return _confirm(call, accessible(call, "payment_intent"))


def cancel(call: Call) -> Json:
    intent = call.find_by_path("payment_intent")
    reason = call.params.choice("cancellation_reason", REASONS)
    if intent["status"] not in (*OPEN, "processing"):
        allowed = "requires_payment_method, requires_capture, requires_confirmation, requires_action, processing"
        raise _unexpected(
            intent,
            f"You cannot cancel this PaymentIntent because it has a status of {intent['status']}. Only a PaymentIntent "
            f"with one of the following statuses may be canceled: {allowed}.",
        )
    if intent.get("_invoice"):
        raise invalid(
            "You cannot cancel a PaymentIntent that was created by an Invoice. Void the Invoice instead.",
            payment_intent=plain(intent),
        )
    return cancel_intent(call, intent, reason)


def list_all(call: Call) -> Json:
    customer = call.params.text("customer")
    return page(call, "payment_intent", "/v1/payment_intents", {"customer": customer})


def new(
    call: Call, *, amount: int, code: str, customer: str | None, description: str | None, metadata: dict[str, str],
    methods: Json | None = None,
) -> Json:  # fmt: skip
    """Return a new intent, not saved yet. ``amount`` in cents; ``methods``: its ``automatic_payment_methods``."""
    identity = new_id("pi")
    return call.new_object("payment_intent", "pi") | {
        "id": identity, "amount": amount, "amount_capturable": 0, "amount_details": {"tip": {}}, "amount_received": 0,
        "application": None, "application_fee_amount": None, "automatic_payment_methods": methods, "canceled_at": None,
        "cancellation_reason": None, "capture_method": "automatic_async",
        "client_secret": f"{identity}_secret_{new_id('', 25)[1:]}", "confirmation_method": "automatic",
        "currency": code, "customer": customer, "customer_account": None, "description": description,
        "excluded_payment_method_types": None, "last_payment_error": None, "latest_charge": None, "metadata": metadata,
        "next_action": None, "on_behalf_of": None, "payment_method": None,
        "payment_method_configuration_details": None,
        "payment_method_options": {
            "card": {
                "installments": None, "mandate_options": None, "network": None, "request_three_d_secure": "automatic",
            }
        },
        "payment_method_types": ["card"], "processing": None, "receipt_email": None, "review": None,
        "setup_future_usage": None, "shipping": None, "source": None, "statement_descriptor": None,
        "statement_descriptor_suffix": None, "status": "requires_payment_method", "transfer_data": None,
        "transfer_group": None,
    }  # fmt: skip


def accessible(call: Call, kind: str) -> Json:
    """Return the intent in the path; the publishable key also needs its client secret. Raises ApiError (404)."""
    intent = call.find_by_path(kind)
    secret = call.params.text("client_secret")
    if (call.publishable or secret) and secret != intent["client_secret"]:
        raise missing(kind, intent["id"], param="intent")
    return intent


def attempt(
    call: Call, intent: Json, method: Json, *, off_session: bool = False, return_url: str | None = None,
    in_page: bool = False,
) -> None:  # fmt: skip
    """Try to pay with a card: the intent succeeds, requires authentication or fails. Raises ApiError (402)."""
    intent |= {
        "payment_method": method["id"], "last_payment_error": None, "next_action": None, "_return_url": return_url,
    }  # fmt: skip
    call.store.save(intent)
    if not off_session and attempts.needs_authentication(method):
        require_action(call, intent, return_url, in_page=in_page)
    else:
        settle(call, intent, method, authenticated=False, off_session=off_session)
        raise_refusal(intent)


def require_action(call: Call, intent: Json, return_url: str | None, *, in_page: bool) -> None:
    """Require the customer to authenticate first."""
    intent["status"] = "requires_action"
    intent["next_action"] = attempts.next_action(call, intent, return_url, in_page=in_page)
    call.emit("payment_intent.requires_action", intent)


def raise_refusal(intent: Json) -> None:
    """Raise the ApiError (402) for the intent's ``last_payment_error``, if it has one."""
    error = intent["last_payment_error"]
    if error:
        raise card_error(
            error["message"], code=error["code"], decline_code=error.get("decline_code"), charge=error.get("charge"),
            advice_code=error.get("advice_code"), network_decline_code=error.get("network_decline_code"),
            payment_intent=plain(intent), payment_method=error["payment_method"],
            payment_method_type="card",
        )  # fmt: skip


def cancel_intent(call: Call, intent: Json, reason: str | None) -> Json:
    """Cancel an open intent; return it."""
    intent |= {
        "status": "canceled", "canceled_at": call.now, "cancellation_reason": reason, "next_action": None,
        "processing": None,
    }  # fmt: skip
    call.emit("payment_intent.canceled", intent)
    return intent


def amount(params: Params) -> int:
    """Return the ``amount`` parameter, in cents. Raises ApiError outside Stripe's limits."""
    given = params.required_integer("amount")
    if given < 1:
        raise unreadable(
            "This value must be greater than or equal to 1.", code="parameter_invalid_integer", param="amount"
        )
    if given < MIN_AMOUNT:
        raise invalid("Amount must be at least $0.50 usd", code="amount_too_small", param="amount")
    if given > MAX_AMOUNT:
        raise invalid("Amount must be no more than $999,999.99", code="amount_too_large", param="amount")
    return given


def _confirm(call: Call, intent: Json) -> Json:
    params = call.params
    if intent["customer"]:
        call.find("customer", intent["customer"], param="customer")  # raises if it was deleted
    if intent["status"] not in OPEN:
        raise _unexpected(intent, _NOT_CONFIRMABLE.get(intent["status"], "You cannot confirm this PaymentIntent."))
    method = payment_methods.from_call(call, customer=intent["customer"])
    if method is None and intent["payment_method"]:
        method = call.store.require(intent["payment_method"])
    if method is None:
        raise _unexpected(
            intent,
            "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the "
            "PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a "
            "payment method or ConfirmationToken.",
        )
    if "setup_future_usage" in params:
        intent["setup_future_usage"] = params.choice("setup_future_usage", ("off_session", "on_session"))
    if "receipt_email" in params:
        intent["receipt_email"] = charges.receipt_email(params)
    params.child("mandate_data")
    return_url = params.text("return_url")
    _needs_return_url(call, intent, return_url)
    attempt(
        call, intent, method, off_session=params.flag("off_session", False) or False, return_url=return_url,
        in_page=params.flag("use_stripe_sdk", False) or False,
    )  # fmt: skip
    return intent


def _needs_return_url(call: Call, intent: Json, return_url: str | None) -> None:
    automatic = intent["automatic_payment_methods"]
    if (
        automatic
        and automatic["allow_redirects"] == "always"
        and not (return_url or call.params.flag("use_stripe_sdk"))
    ):
        if call.params.flag("off_session"):
            return
        raise invalid(
            "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of "
            "these payment methods might redirect your customer off of your page, you must provide a `return_url`. If "
            "you don't want to accept redirect-based payment methods, set "
            "`automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to "
            "`never` when creating Setup Intents and Payment Intents.",
        )


_NOT_CONFIRMABLE = {
    "succeeded": "You cannot confirm this PaymentIntent because it has already succeeded after being previously "
    "confirmed.",
    "processing": "You cannot confirm this PaymentIntent because it has a status of processing.",
    "canceled": "You cannot confirm this PaymentIntent because it has a status of canceled. Only a PaymentIntent with "
    "one of the following statuses may be confirmed: requires_confirmation, requires_action.",
}


def _unexpected(intent: Json, message: str) -> ApiError:
    return invalid(message, code="payment_intent_unexpected_state", payment_intent=plain(intent))


def method_types(params: Params) -> list[str]:
    """Return the ways to pay that a form for a new intent offers: all that the account has turned on, unless the
    request says which. The sandbox's own forms only take cards.
    """
    return params.texts("payment_method_types") or params.texts("allowed_payment_method_types") or ["card", "link"]


def _methods(params: Params) -> Json | None:
    if params.texts("payment_method_types"):
        return None
    given = params.child("automatic_payment_methods")
    redirects = given.choice("allow_redirects", ("always", "never"), "always") if given else "always"
    return {"allow_redirects": redirects, "enabled": given.flag("enabled", True) if given else True}


def _read(call: Call, intent: Json) -> None:
    params = call.params
    if "receipt_email" in params:
        intent["receipt_email"] = charges.receipt_email(params)
    if "statement_descriptor_suffix" in params:
        intent["statement_descriptor_suffix"] = params.text("statement_descriptor_suffix")
    if "setup_future_usage" in params and not params.flag("confirm", False):
        intent["setup_future_usage"] = params.choice("setup_future_usage", ("off_session", "on_session"))
    if "payment_method" in params and not params.flag("confirm", False):
        method = payment_methods.from_call(call, customer=intent["customer"])
        intent["payment_method"] = method["id"] if method else None
        intent["status"] = "requires_confirmation" if method else "requires_payment_method"

"""Setup intents, which save a card for later."""

from stripe_sandbox import cards
from stripe_sandbox.call import Call, new_id
from stripe_sandbox.errors import ApiError, Json, card_error, invalid
from stripe_sandbox.render import plain
from stripe_sandbox.resources import attempts, payment_methods
from stripe_sandbox.resources.payment_intents import OPEN, accessible, method_types


def create(call: Call) -> Json:
    params = call.params
    customer = call.find_by_param("customer", "customer")
    identity = new_id("seti")
    types = params.texts("payment_method_types")
    automatic = params.child("automatic_payment_methods")
    redirects = automatic.choice("allow_redirects", ("always", "never"), "always") if automatic else "always"
    enabled = automatic.flag("enabled", True) if automatic else True
    intent = call.new_object(
        "setup_intent", "seti", application=None, attach_to_self=False,
        automatic_payment_methods=None if types else {"allow_redirects": redirects, "enabled": enabled},
        cancellation_reason=None, client_secret=f"{identity}_secret_{new_id('', 30)[1:]}",
        customer=customer["id"] if customer else None, customer_account=None, description=params.text("description"),
        excluded_payment_method_types=None, flow_directions=None, last_setup_error=None, latest_attempt=None,
        mandate=None, metadata=params.metadata(), next_action=None, on_behalf_of=None, payment_method=None,
        payment_method_configuration_details=None,
        payment_method_options={"card": {"mandate_options": None, "network": None,
                                         "request_three_d_secure": "automatic"}},
        payment_method_types=method_types(params), single_use_mandate=None, status="requires_payment_method",
        usage=params.choice("usage", ("off_session", "on_session"), "off_session"),
    ) | {"id": identity}  # fmt: skip
    call.emit("setup_intent.created", intent)
    return _confirm(call, intent) if params.flag("confirm", False) else intent


def retrieve(call: Call) -> Json:
    return accessible(call, "setup_intent")


def confirm(call: Call) -> Json:
    return _confirm(call, accessible(call, "setup_intent"))


def authenticated(call: Call, intent: Json, method: Json, *, success: bool) -> None:
    """Continue after the customer has authenticated."""
    if success:
        _succeed(call, intent, method)
    else:
        _fail(call, intent, attempts.unauthenticated(method, "setup_intent"))


def _confirm(call: Call, intent: Json) -> Json:
    params = call.params
    if intent["status"] not in OPEN:
        raise _unexpected(
            intent,
            f"You cannot confirm this SetupIntent because it has a status of {intent['status']}. Only a SetupIntent "
            f"with one of the following statuses may be confirmed: {', '.join(OPEN)}.",
        )
    method = payment_methods.from_call(call, customer=intent["customer"])
    if method is None:
        raise _unexpected(intent, "You cannot confirm this SetupIntent because it's missing a payment method.")
    params.child("mandate_data")
    return_url, in_page = params.text("return_url"), params.flag("use_stripe_sdk", False) or False
    intent |= {"payment_method": method["id"], "last_setup_error": None, "_return_url": return_url}
    refused = cards.DECLINED_NUMBERS.get(method["_number"])
    if refused:
        _fail(call, intent, attempts.last_error(method, refused, None))
        error = intent["last_setup_error"]
        raise card_error(
            refused.message, code=refused.code, decline_code=error.get("decline_code"), setup_intent=plain(intent),
            payment_method=error["payment_method"], payment_method_type="card",
        )  # fmt: skip
    if attempts.needs_authentication(method):
        intent["status"] = "requires_action"
        intent["next_action"] = attempts.next_action(call, intent, return_url, in_page=in_page)
        call.emit("setup_intent.requires_action", intent)
    else:
        _succeed(call, intent, method)
    return intent


def _succeed(call: Call, intent: Json, method: Json) -> None:
    method["_set_up"] = True
    call.store.save(method)
    if intent["customer"]:
        payment_methods.attach_to(call, method, intent["customer"])
    intent |= {"status": "succeeded", "next_action": None, "last_setup_error": None}
    call.emit("setup_intent.succeeded", intent)


def _fail(call: Call, intent: Json, error: Json) -> None:
    intent |= {
        "status": "requires_payment_method", "payment_method": None, "next_action": None, "last_setup_error": error,
    }  # fmt: skip
    call.emit("setup_intent.setup_failed", intent)


def _unexpected(intent: Json, message: str) -> ApiError:
    return invalid(message, code="setup_intent_unexpected_state", setup_intent=plain(intent))

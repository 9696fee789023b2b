"""What happens outside the API: the customer authenticates with their bank, or a slow payment ends."""

from stripe_sandbox.call import Call
from stripe_sandbox.errors import Json, invalid, missing
from stripe_sandbox.resources import attempts, setup_intents
from stripe_sandbox.resources.settling import PROCESSING, failed, settle


def authenticate(call: Call) -> Json:
    """Handle ``POST /v1/3ds2/authenticate``, from the dialog of the sandbox's Stripe.js; return the intent.

    Unlike Stripe's own, it takes the result as a parameter: ``outcome``.
    """
    intent = find_intent(call, call.params.required("intent"), call.params.required("client_secret"))
    return finish(call, intent["id"], success=call.params.choice("outcome", ("success", "failure")) == "success")


def find_intent(call: Call, identity: str, secret: str) -> Json:
    """Return the payment or setup intent of this client secret. Raises ApiError (404)."""
    intent = call.store.get(identity)
    if intent is None or intent.get("client_secret") != secret:
        raise missing("payment_intent", identity, param="intent")
    return intent


def finish(call: Call, identity: str, *, success: bool) -> Json:
    """Complete the authentication of an intent. Raises ApiError if it does not wait for one."""
    intent = call.store.require(identity)
    if intent["status"] != "requires_action":
        raise invalid(f"{identity} does not wait for authentication: it has a status of {intent['status']}.")
    method = call.store.require(intent["payment_method"])
    if intent["object"] == "setup_intent":
        setup_intents.authenticated(call, intent, method, success=success)
    elif success:
        settle(call, intent, method, authenticated=True, off_session=False)
    else:
        failed(call, intent, attempts.unauthenticated(method, "payment_intent"))
    return intent


def process_next(call: Call, count: int) -> None:
    """Keep the next ``count`` payments in status ``processing``."""
    call.store.save({"id": PROCESSING, "object": "sandbox", "count": count})


def finish_processing(call: Call, identity: str, *, success: bool) -> Json:
    """End a processing payment. Raises ApiError if it is not processing."""
    intent = call.store.require(identity)
    if intent["status"] != "processing":
        raise invalid(f"{identity} is not processing: it has a status of {intent['status']}.")
    method = call.store.require(intent["payment_method"])
    settle(call, intent, method, authenticated=True, off_session=False, refuse=not success)
    return intent

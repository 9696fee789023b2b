"""What happens outside the API: the customer answers their bank, a slow payment ends."""

from stripe_sandbox.call import Call
from stripe_sandbox.errors import Json, invalid, missing
from stripe_sandbox.resources import attempts, setup_intents
from stripe_sandbox.resources.settling import PROCESSING, failed, settle


def authenticate(call: Call) -> Json:
    """``POST /v1/3ds2/authenticate``: the customer's answer from the dialog of the stand-in Stripe.js.

    Answers the intent. Unlike its namesake at Stripe it says by itself what the customer did: ``outcome``.
    """
    intent = find(call, call.params.required("intent"), call.params.required("client_secret"))
    return answer(call, intent["id"], success=call.params.choice("outcome", ("success", "failure")) == "success")


def find(call: Call, identity: str, secret: str) -> Json:
    """The payment or setup intent that this secret opens. Raises ApiError (404)."""
    intent = call.store.get(identity)
    if intent is None or intent.get("client_secret") != secret:
        raise missing("payment_intent", identity, param="intent")
    return intent


def answer(call: Call, identity: str, *, success: bool) -> Json:
    """The customer's answer about an intent that waits for it. Raises ApiError where it does not wait."""
    intent = call.store.need(identity)
    if intent["status"] != "requires_action":
        raise invalid(f"{identity} does not wait for authentication: it has a status of {intent['status']}.")
    method = call.store.need(intent["payment_method"])
    if intent["object"] == "setup_intent":
        setup_intents.authenticated(call, intent, method, success=success)
    elif success:
        settle(call, intent, method, authenticated=True, off_session=False)
    else:
        failed(call, intent, attempts.unauthenticated(method, "payment_intent"))
    return intent


def process_next(call: Call, count: int) -> None:
    """So many next payments answer ``processing``."""
    call.store.save({"id": PROCESSING, "object": "sandbox", "count": count})


def finish_processing(call: Call, identity: str, *, success: bool) -> Json:
    """A processing payment ends. Raises ApiError where it is not processing."""
    intent = call.store.need(identity)
    if intent["status"] != "processing":
        raise invalid(f"{identity} is not processing: it has a status of {intent['status']}.")
    method = call.store.need(intent["payment_method"])
    settle(call, intent, method, authenticated=True, off_session=False, refuse=not success)
    return intent

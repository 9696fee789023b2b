"""Customer sessions, which let a page's card form show a customer's saved cards and save another."""

from stripe_sandbox.call import Call, new_id
from stripe_sandbox.errors import Json, invalid, missing, unreadable
from stripe_sandbox.lists import listing
from stripe_sandbox.params import Params
from stripe_sandbox.render import plain
from stripe_sandbox.resources import attempts
from stripe_sandbox.resources.authentication import find_intent

LIFETIME = 30 * 60
_SWITCH = ("disabled", "enabled")
_REDISPLAY = ("always", "limited", "unspecified")
_OTHERS = ("active_entitlements", "buy_button", "customer_portal", "customer_sheet", "mobile_payment_element",
           "pricing_table")  # fmt: skip


def create(call: Call) -> Json:
    """Create a session for the Payment Element, the only component that the sandbox has."""
    customer = call.find_by_param("customer", "customer")
    components = call.params.child("components")
    form = components.child("payment_element") if components else None
    if customer is None or form is None or not form.flag("enabled"):
        raise unreadable("A customer and the component payment_element are needed.", code="parameter_missing")
    off = {name: {"enabled": False} for name in _OTHERS}
    for name in ("customer_sheet", "mobile_payment_element"):
        off[name]["features"] = None  # type: ignore[assignment]
    session = call.new_object(
        "customer_session", "cuss",
        components=off | {"payment_element": {"enabled": True, "features": _features(form.child("features"))}},
        customer=customer["id"], customer_account=None, expires_at=call.now + LIFETIME,
        client_secret=f"cuss_secret_{new_id('', 40)[1:]}",
    )  # fmt: skip
    call.store.save(session)
    return {name: value for name, value in session.items() if name != "id"}  # as at Stripe, it has no ID


def elements_session(call: Call) -> Json:
    """Handle ``GET /v1/elements/sessions``, with which the card form begins: the intent, and with a customer session
    the cards to show. Real Stripe.js makes this call too, which is not documented."""
    secret = call.params.required("client_secret")
    intent = find_intent(call, secret.partition("_secret_")[0], secret)
    shown: Json = {"object": "elements_session", intent["object"]: plain(intent), "customer": None}
    if session := call.params.text("customer_session_client_secret"):
        shown["customer"] = _customer(call, session, intent)
    return shown


def _customer(call: Call, secret: str, intent: Json) -> Json:
    found = call.store.select("customer_session", client_secret=secret)
    if not found:
        raise missing("customer_session", secret, param="customer_session_client_secret", status=400)
    [session] = found
    if session["expires_at"] <= call.now:
        raise invalid("This Customer Session has expired.", param="customer_session_client_secret")
    if session["customer"] != intent["customer"]:
        raise invalid("The customer of the Customer Session and of the intent differ.", param="customer_session")
    call.find("customer", session["customer"], param="customer")  # raises if it was deleted
    features = session["components"]["payment_element"]["features"]
    methods: list[Json] = []
    if features["payment_method_redisplay"] == "enabled":
        allowed = features["payment_method_allow_redisplay_filters"]
        saved = call.store.select("payment_method", customer=session["customer"])
        methods = [plain(method) for method in saved if method["allow_redisplay"] in allowed]
    shown = methods[: features["payment_method_redisplay_limit"]]
    for method in shown:
        method["card"]["expired"] = attempts.has_expired(call, method)
    return {"id": session["customer"], "features": features, "payment_methods": listing(shown, "/v1/payment_methods")}


def _features(given: Params | None) -> Json:
    def switch(name: str) -> str:
        return (given.choice(name, _SWITCH) if given else None) or "disabled"

    allowed = given.texts("payment_method_allow_redisplay_filters") if given else []
    if wrong := [one for one in allowed if one not in _REDISPLAY]:
        raise unreadable(f"Invalid filter: {wrong[0]}", param="components[payment_element][features]")
    limit = given.integer("payment_method_redisplay_limit", 3) if given else 3
    if limit is None or not 1 <= limit <= 10:
        raise unreadable("Invalid limit: must be between 1 and 10", param="payment_method_redisplay_limit")
    return {
        "payment_method_allow_redisplay_filters": allowed or ["always"],
        "payment_method_redisplay": switch("payment_method_redisplay"),
        "payment_method_redisplay_limit": limit,
        "payment_method_remove": switch("payment_method_remove"),
        "payment_method_save": switch("payment_method_save"),
        "payment_method_save_usage": given.choice("payment_method_save_usage", ("off_session", "on_session"))
        if given else None,
    }  # fmt: skip

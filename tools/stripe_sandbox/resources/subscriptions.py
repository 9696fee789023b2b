"""Subscriptions."""

from stripe_sandbox.call import Call
from stripe_sandbox.errors import ApiError, Json, invalid, missing, unreadable
from stripe_sandbox.lists import listing, page
from stripe_sandbox.params import Params
from stripe_sandbox.render import plain
from stripe_sandbox.resources import invoices, lines, payment_intents
from stripe_sandbox.resources.attempts import needs_authentication
from stripe_sandbox.resources.invoicing import issue
from stripe_sandbox.resources.items import create_items, update_items
from stripe_sandbox.resources.paying import intent_of
from stripe_sandbox.store import Store

ENDED = ("canceled", "incomplete_expired")
STATES = ("active", "canceled", "incomplete", "incomplete_expired", "past_due", "paused", "trialing", "unpaid")
PRORATIONS = ("always_invoice", "create_prorations", "none")
FEEDBACK = (
    "customer_service", "low_quality", "missing_features", "other", "switched_service", "too_complex",
    "too_expensive", "unused",
)  # fmt: skip
# Stripe documents metadata and the default source; the others are needed to pay the first invoice.
WHILE_INCOMPLETE = {
    "metadata", "default_source", "default_payment_method", "payment_settings", "cancellation_details", "expand",
}  # fmt: skip
WHEN_ENDED = {"metadata", "cancellation_details", "expand"}


def create(call: Call) -> Json:
    params = call.params
    customer = call.find_by_param("customer", "customer")
    if customer is None:
        raise unreadable("Missing required param: customer.", code="parameter_missing", param="customer")
    behavior = params.choice(
        "payment_behavior", ("allow_incomplete", "default_incomplete", "error_if_incomplete"), "allow_incomplete"
    )
    subscription = _new(call, customer["id"])
    _read(call, subscription)
    params.choice("proration_behavior", PRORATIONS)
    params.flag("off_session")
    if mode := params.child("billing_mode"):
        subscription["billing_mode"]["type"] = mode.choice("type", ("classic", "flexible"), "flexible")
    call.store.save(subscription)
    method = invoices.default_method(call, subscription["id"])
    if method is None and behavior != "default_incomplete":
        raise invalid(
            "This customer has no attached payment source or default payment method. Please consider adding a default "
            "payment method.",
            code="resource_missing",
        )
    item = subscription["items"]["data"][0]
    start, end = item["current_period_start"], item["current_period_end"]
    drafts = lines.whole_period(call, subscription, start, end)
    subscription["status"] = "incomplete"
    invoice = issue(call, subscription, drafts, reason="subscription_create", period=(call.now, call.now))
    if invoice["status"] == "paid":
        subscription["status"] = "active"
    call.emit("customer.subscription.created", subscription)
    if invoice["status"] == "open" and method:
        _first_payment(call, invoice, method, behavior or "")
    return subscription


def retrieve(call: Call) -> Json:
    return call.find_by_path("subscription")


def update(call: Call) -> Json:
    subscription = call.find_by_path("subscription")
    _allowed(call.params, subscription)
    before = call.snapshot(subscription)
    params = call.params
    behavior = params.choice("proration_behavior", PRORATIONS, "create_prorations")
    at = params.integer("proration_date", call.now) or call.now
    params.flag("off_session")
    params.choice(
        "payment_behavior",
        ("allow_incomplete", "default_incomplete", "error_if_incomplete", "pending_if_incomplete"),
    )
    items = update_items(call, subscription, params.children("items"))
    drafts = lines.prorations(call, subscription["items"]["data"], items, at) if behavior != "none" else []
    subscription["items"]["data"] = items
    _read(call, subscription)
    call.store.save(subscription)
    lines.save_for_next_invoice(call, subscription["customer"], subscription["id"], drafts)
    invoice = None
    if drafts and behavior == "always_invoice":
        invoice = issue(call, subscription, [], reason="subscription_update", period=(call.now, call.now))
    call.emit("customer.subscription.updated", subscription, before)
    if invoice and invoice["status"] == "open":
        _charge_update(call, subscription, invoice)
    return subscription


def cancel(call: Call) -> Json:
    subscription = call.find_by_path("subscription")
    if subscription["status"] in ENDED:
        raise missing("subscription", subscription["id"])
    call.params.flag("invoice_now")
    call.params.flag("prorate")
    _details(call.params, subscription)
    return end(call, subscription, reason="cancellation_requested")


def list_all(call: Call) -> Json:
    params = call.params
    status = params.choice("status", (*STATES, "all", "ended"))
    price = params.text("price")

    def wanted(subscription: Json) -> bool:
        ended = subscription["status"] in ENDED
        if status is None or status == "ended":
            of_status = ended == (status == "ended")
        else:
            of_status = status in ("all", subscription["status"])
        prices = [item["price"]["id"] for item in subscription["items"]["data"]]
        return of_status and (price is None or price in prices)

    return page(call, "subscription", "/v1/subscriptions", {"customer": params.text("customer")}, keep=wanted)


def of_customer(store: Store, customer: Json) -> Json:
    """Return the ``subscriptions`` of a customer, for requests that expand them."""
    found = store.select("subscription", customer=customer["id"])
    live = [plain(subscription) for subscription in found if subscription["status"] not in ENDED]
    return listing(live, f"/v1/customers/{customer['id']}/subscriptions")


def end(call: Call, subscription: Json, *, reason: str) -> Json:
    """End a subscription at once; return it. An incomplete one's first invoice is voided, others stay open."""
    incomplete = subscription["status"] == "incomplete"
    before = call.snapshot(subscription) if incomplete else None
    subscription |= {
        "status": "incomplete_expired" if incomplete else "canceled",
        "canceled_at": subscription["canceled_at"] or call.now, "ended_at": call.now,
    }  # fmt: skip
    subscription["cancellation_details"]["reason"] = subscription["cancellation_details"]["reason"] or reason
    for invoice in call.store.select("invoice", _subscription=subscription["id"], status="open"):
        if incomplete:
            invoices.cancel(call, invoice)
        else:
            invoice |= {"auto_advance": False, "next_payment_attempt": None}
            call.store.save(invoice)
    call.emit("customer.subscription.updated" if incomplete else "customer.subscription.deleted", subscription, before)
    return subscription


def _new(call: Call, customer: str) -> Json:
    subscription = call.new_object(
        "subscription", "sub", application=None, application_fee_percent=None,
        automatic_tax={"disabled_reason": None, "enabled": False, "liability": None}, billing_cycle_anchor=call.now,
        billing_cycle_anchor_config=None,
        billing_mode={"flexible": {"proration_discounts": "included"}, "type": "flexible"},
        billing_schedules=[], billing_thresholds=None, cancel_at=None, cancel_at_period_end=False, canceled_at=None,
        cancellation_details={"comment": None, "feedback": None, "reason": None},
        collection_method="charge_automatically", customer=customer, customer_account=None, days_until_due=None,
        default_payment_method=None, default_source=None, default_tax_rates=[], description=None, discounts=[],
        ended_at=None,
        invoice_settings={
            "account_tax_ids": None, "custom_fields": None, "description": None, "footer": None,
            "issuer": {"type": "self"},
        },
        latest_invoice=None, metadata={}, next_pending_invoice_item_invoice=None, on_behalf_of=None,
        pause_collection=None,
        payment_settings={
            "payment_method_options": None, "payment_method_types": None, "save_default_payment_method": "off",
        },
        pending_invoice_item_interval=None, pending_setup_intent=None, pending_update=None, schedule=None,
        start_date=call.now, status="active", test_clock=None, transfer_data=None, trial_end=None,
        trial_settings={"end_behavior": {"missing_payment_method": "create_invoice"}}, trial_start=None,
    )  # fmt: skip
    items = create_items(call, subscription["id"], call.params.children("items"))
    subscription["currency"] = items[0]["price"]["currency"]
    subscription["items"] = listing(items, f"/v1/subscription_items?subscription={subscription['id']}")
    return subscription


def _read(call: Call, subscription: Json) -> None:
    params = call.params
    subscription["metadata"] = params.metadata(subscription["metadata"])
    subscription["description"] = params.text("description", subscription["description"])
    params.choice("collection_method", ("charge_automatically",))
    if "default_payment_method" in params:
        subscription["default_payment_method"] = call.find_default_card(params, subscription["customer"])
    if settings := params.child("payment_settings"):
        kept = subscription["payment_settings"]
        kept["save_default_payment_method"] = settings.choice(
            "save_default_payment_method", ("off", "on_subscription"), kept["save_default_payment_method"]
        )
        kept["payment_method_types"] = settings.texts("payment_method_types") or kept["payment_method_types"]
    _details(params, subscription)
    if "cancel_at_period_end" in params:
        _at_period_end(call, subscription, params.flag("cancel_at_period_end", False) or False)


def _details(params: Params, subscription: Json) -> None:
    if details := params.child("cancellation_details"):
        kept = subscription["cancellation_details"]
        kept["comment"] = details.text("comment", kept["comment"])
        kept["feedback"] = details.choice("feedback", FEEDBACK, kept["feedback"])


def _at_period_end(call: Call, subscription: Json, ends: bool) -> None:
    if ends == subscription["cancel_at_period_end"]:
        return
    subscription |= {
        "cancel_at_period_end": ends,
        "cancel_at": subscription["items"]["data"][0]["current_period_end"] if ends else None,
        "canceled_at": call.now if ends else None,
    }
    subscription["cancellation_details"]["reason"] = "cancellation_requested" if ends else None


def _allowed(params: Params, subscription: Json) -> None:
    """Raise ApiError for a change that the subscription's status does not allow."""
    names = params.names()
    if subscription["status"] in ENDED and names - WHEN_ENDED:
        raise invalid(
            "A canceled subscription can only update its cancellation_details and metadata.",
            code="invalid_canceled_subscription_fields",
        )
    if subscription["status"] == "incomplete" and (refused := names - WHILE_INCOMPLETE):
        raise invalid(
            "You cannot update a subscription in `incomplete` status in this way: pay its first invoice, or cancel it "
            f"and create another. Refused: {', '.join(sorted(refused))}.",
            param=min(refused),
        )


def _first_payment(call: Call, invoice: Json, method: Json, behavior: str) -> None:
    """Charge the first invoice at once; with ``default_incomplete``, only set the intent's card."""
    intent = intent_of(call, invoice)
    assert intent  # an open invoice has one
    if behavior == "default_incomplete":
        intent |= {"payment_method": method["id"], "status": "requires_confirmation"}
        call.store.save(intent)
        return
    try:
        payment_intents.attempt(call, intent, method, off_session=not needs_authentication(method))
    except ApiError as error:
        if behavior == "error_if_incomplete":
            error.keep = False
            raise


def _charge_update(call: Call, subscription: Json, invoice: Json) -> None:
    """Charge for a change at once; if the card is declined, the change stays and the subscription is past due."""
    method = invoices.default_method(call, subscription["id"])
    intent = intent_of(call, invoice)
    if method is None or intent is None:
        return
    try:
        payment_intents.attempt(call, intent, method, off_session=not needs_authentication(method))
    except ApiError:
        return

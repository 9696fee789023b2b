"""``invoices/create_preview``: the next invoice of a subscription, with a change not yet made."""

import copy

from stripe_sandbox.call import Call
from stripe_sandbox.errors import ApiError, Json, unreadable
from stripe_sandbox.resources import lines
from stripe_sandbox.resources.invoicing import build
from stripe_sandbox.resources.items import update_items
from stripe_sandbox.resources.subscriptions import ENDED, PRORATIONS


def create(call: Call) -> Json:
    """Return the preview: pending lines, the change's prorations and the next period. Nothing is saved."""
    params = call.params
    subscription = call.find_by_param("subscription", "subscription")
    customer = call.find_by_param("customer", "customer")
    if subscription is None:
        raise unreadable("The sandbox only previews invoices of subscriptions.", param="subscription")
    if subscription["status"] in ENDED or (customer and customer["id"] != subscription["customer"]):
        raise _none(subscription)
    params.choice("preview_mode", ("next",))
    planned = copy.deepcopy(subscription)
    behavior, drafts = "create_prorations", []
    if details := params.child("subscription_details"):
        behavior = details.choice("proration_behavior", PRORATIONS, behavior) or behavior
        at = details.integer("proration_date", call.now) or call.now
        ends = details.flag("cancel_at_period_end")
        planned["cancel_at_period_end"] = planned["cancel_at_period_end"] if ends is None else ends
        planned["items"]["data"] = update_items(call, subscription, details.children("items"))
        if behavior != "none":
            drafts = lines.prorations(call, subscription["items"]["data"], planned["items"]["data"], at)
    waiting = lines.from_items(call, lines.pending_items(call, subscription["id"]))
    item = planned["items"]["data"][0]
    start = item["current_period_end"]
    end = lines.period_end(start, subscription["billing_cycle_anchor"], item["price"]["recurring"])
    at_once = behavior == "always_invoice" and drafts
    following = [] if planned["cancel_at_period_end"] or at_once else lines.whole_period(call, planned, start, end)
    every = [*waiting, *drafts, *following]
    if not every:
        raise _none(subscription)
    period = (call.now, call.now) if at_once else (item["current_period_start"], start)
    preview = build(call, planned, every, reason="upcoming", period=period)
    preview["created"] = call.now if at_once else start
    preview["next_payment_attempt"] = preview["created"] if at_once else start + 3600
    preview["ending_balance"] = preview["starting_balance"] + preview["total"] - preview["amount_due"]
    return preview


def _none(subscription: Json) -> ApiError:
    return ApiError(
        404, "invalid_request_error", f"No upcoming invoices for customer: {subscription['customer']}",
        code="invoice_upcoming_none",
    )  # fmt: skip

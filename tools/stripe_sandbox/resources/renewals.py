"""Renewals, cancellations at the end of a period, and the expiry of incomplete subscriptions."""

from stripe_sandbox.call import Call
from stripe_sandbox.errors import Json, invalid
from stripe_sandbox.resources import invoices, items, lines
from stripe_sandbox.resources.invoicing import issue
from stripe_sandbox.resources.paying import intent_of, mark_failed
from stripe_sandbox.resources.settling import settle
from stripe_sandbox.resources.subscriptions import end

EXPIRES_AFTER = 23 * 3600


def renew(call: Call, identity: str, *, success: bool | None = None) -> Json:
    """End the period: bill and charge the next one, or end the subscription if it was canceled.

    ``success=False`` declines the card; otherwise the card decides. Raises ApiError unless the subscription is active
    or past due.
    """
    subscription = call.find("subscription", identity)
    if subscription["status"] not in ("active", "past_due"):
        raise invalid(f"{identity} cannot be renewed: it has a status of {subscription['status']}.")
    if subscription["cancel_at_period_end"]:
        return _end_with_period(call, subscription, refuse=success is False)
    before = call.snapshot(subscription)
    item = subscription["items"]["data"][0]
    start = item["current_period_end"]
    until = lines.period_end(start, subscription["billing_cycle_anchor"], item["price"]["recurring"])
    past = (item["current_period_start"], start)
    items.set_period(subscription, start, until)
    drafts = lines.whole_period(call, subscription, start, until)
    invoice = issue(call, subscription, drafts, reason="subscription_cycle", period=past)
    call.emit("customer.subscription.updated", subscription, before)
    if invoice["status"] == "open":
        _charge(call, invoice, refuse=success is False)
    return call.store.require(identity)


def _end_with_period(call: Call, subscription: Json, *, refuse: bool) -> Json:
    """End the subscription, and collect pending prorations (Stripe API, "Cancel a subscription")."""
    if lines.pending_items(call, subscription["id"]):
        item = subscription["items"]["data"][0]
        past = (item["current_period_start"], item["current_period_end"])
        invoice = issue(call, subscription, [], reason="subscription_cycle", period=past)
        if invoice["status"] == "open":
            _charge(call, invoice, refuse=refuse)
        subscription = call.find("subscription", subscription["id"])
    return end(call, subscription, reason="cancellation_requested")


def expire(call: Call, identity: str) -> Json:
    """Expire an incomplete subscription. Raises ApiError for any other."""
    subscription = call.find("subscription", identity)
    if subscription["status"] != "incomplete":
        raise invalid(f"{identity} is not incomplete: it has a status of {subscription['status']}.")
    return end(call, subscription, reason="payment_failed")


def exhaust_retries(call: Call, identity: str) -> Json:
    """Cancel a past due subscription after its last retry. Raises ApiError for any other."""
    subscription = call.find("subscription", identity)
    if subscription["status"] != "past_due":
        raise invalid(f"{identity} is not past due: it has a status of {subscription['status']}.")
    return end(call, subscription, reason="payment_failed")


def run_due(call: Call) -> None:
    """Renew or expire each subscription that is due. ``clock`` calls it once a minute."""
    for subscription in call.store.select("subscription"):
        status, item = subscription["status"], subscription["items"]["data"][0]
        if status == "incomplete" and subscription["created"] + EXPIRES_AFTER <= call.now:
            expire(call, subscription["id"])
        elif status in ("active", "past_due") and item["current_period_end"] <= call.now:
            renew(call, subscription["id"])


def _charge(call: Call, invoice: Json, *, refuse: bool) -> None:
    intent = intent_of(call, invoice)
    method = invoices.default_method(call, invoice["_subscription"])
    if intent is None or method is None:
        mark_failed(call, invoice)
        return
    intent["payment_method"] = method["id"]
    settle(call, intent, method, authenticated=False, off_session=True, refuse=refuse)

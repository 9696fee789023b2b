"""What a payment does to its invoice and to the invoice's subscription."""

from stripe_sandbox.call import Call
from stripe_sandbox.errors import Json

RETRY_AFTER = 3 * 24 * 3600


def invoice_paid(call: Call, intent: Json) -> None:
    """Mark the invoice of this intent as paid."""
    invoice = call.store.require(intent["_invoice"])
    invoice["attempt_count"] += 1
    payment = payment_of(call, invoice)
    if payment:
        payment |= {"status": "paid", "amount_paid": intent["amount"]}
        payment["status_transitions"]["paid_at"] = call.now
        call.emit("invoice_payment.paid", payment)
    close_invoice(call, invoice, paid=intent["amount"])
    subscription = call.store.require(invoice["_subscription"])
    saving = (subscription["payment_settings"] or {}).get("save_default_payment_method") == "on_subscription"
    before = call.snapshot(subscription)
    if saving:
        subscription["default_payment_method"] = intent["payment_method"]
    if subscription["status"] in ("incomplete", "past_due") and is_paid_up(call, subscription):
        subscription["status"] = "active"
    call.emit("customer.subscription.updated", subscription, before)


def is_paid_up(call: Call, subscription: Json) -> bool:
    """Return whether the subscription's newest invoice that is not void is paid, as an active one's is (Stripe
    documentation, "How subscriptions work")."""
    invoices = call.store.select("invoice", _subscription=subscription["id"])
    return next((invoice["status"] == "paid" for invoice in invoices if invoice["status"] != "void"), False)


def close_invoice(call: Call, invoice: Json, *, paid: int) -> None:
    """Mark an invoice as paid; ``paid`` is in cents, and the balance covers the rest."""
    invoice |= {
        "status": "paid", "amount_paid": paid, "amount_remaining": 0, "attempted": True, "auto_advance": False,
        "next_payment_attempt": None,
    }  # fmt: skip
    invoice["status_transitions"]["paid_at"] = call.now
    call.emit("invoice.paid", invoice)
    call.emit("invoice.payment_succeeded", invoice)


def invoice_failed(call: Call, intent: Json) -> None:
    """Record a failed attempt to pay the invoice of this intent."""
    mark_failed(call, call.store.require(intent["_invoice"]))


def mark_failed(call: Call, invoice: Json) -> None:
    """Record a failed payment: the invoice stays open and its active subscription becomes past due."""
    subscription = call.store.require(invoice["_subscription"])
    later = invoice["billing_reason"] == "subscription_cycle" and subscription["status"] in ("active", "past_due")
    invoice |= {
        "attempted": True, "attempt_count": invoice["attempt_count"] + 1,
        "next_payment_attempt": call.now + RETRY_AFTER if later else None,
    }  # fmt: skip
    call.emit("invoice.payment_failed", invoice)
    if subscription["status"] == "active" and invoice["id"] == subscription["latest_invoice"]:
        before = call.snapshot(subscription)
        subscription["status"] = "past_due"
        call.emit("customer.subscription.updated", subscription, before)


def payment_of(call: Call, invoice: Json) -> Json | None:
    """Return the invoice payment of an invoice, if it has one."""
    return next(iter(call.store.select("invoice_payment", invoice=invoice["id"])), None)


def intent_of(call: Call, invoice: Json) -> Json | None:
    """Return the payment intent of an invoice, if it has one."""
    payment = payment_of(call, invoice)
    return call.store.require(payment["payment"]["payment_intent"]) if payment else None

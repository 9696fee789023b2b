"""What a payment means for the invoice it is for, and for that invoice's subscription."""

from stripe_sandbox.call import Call
from stripe_sandbox.errors import Json

RETRY_AFTER = 3 * 24 * 3600


def invoice_paid(call: Call, intent: Json) -> None:
    """The invoice of this intent is paid."""
    invoice = call.store.need(intent["_invoice"])
    invoice["attempt_count"] += 1
    payment = payment_of(call, invoice)
    if payment:
        payment |= {"status": "paid", "amount_paid": intent["amount"]}
        payment["status_transitions"]["paid_at"] = call.now
        call.emit("invoice_payment.paid", payment)
    close(call, invoice, paid=intent["amount"])
    subscription = call.store.need(invoice["_subscription"])
    saving = (subscription["payment_settings"] or {}).get("save_default_payment_method") == "on_subscription"
    before = call.before(subscription)
    if saving:
        subscription["default_payment_method"] = intent["payment_method"]
    if invoice["id"] == subscription["latest_invoice"] and subscription["status"] in ("incomplete", "past_due"):
        subscription["status"] = "active"
    call.emit("customer.subscription.updated", subscription, before)


def close(call: Call, invoice: Json, *, paid: int) -> None:
    """An invoice is paid; ``paid``: by how much money (the rest by balance)."""
    invoice |= {
        "status": "paid", "amount_paid": paid, "amount_remaining": 0, "attempted": True, "auto_advance": False,
        "next_payment_attempt": None,
    }  # fmt: skip
    invoice["status_transitions"]["paid_at"] = call.now
    call.emit("invoice.paid", invoice)
    call.emit("invoice.payment_succeeded", invoice)


def invoice_failed(call: Call, intent: Json) -> None:
    """A try to pay the invoice of this intent failed."""
    refused(call, call.store.need(intent["_invoice"]))


def refused(call: Call, invoice: Json) -> None:
    """An invoice was not paid: it stays open, and its active subscription becomes past due."""
    subscription = call.store.need(invoice["_subscription"])
    later = invoice["billing_reason"] == "subscription_cycle" and subscription["status"] in ("active", "past_due")
    invoice |= {
        "attempted": True, "attempt_count": invoice["attempt_count"] + 1,
        "next_payment_attempt": call.now + RETRY_AFTER if later else None,
    }  # fmt: skip
    call.emit("invoice.payment_failed", invoice)
    if subscription["status"] == "active" and invoice["id"] == subscription["latest_invoice"]:
        before = call.before(subscription)
        subscription["status"] = "past_due"
        call.emit("customer.subscription.updated", subscription, before)


def payment_of(call: Call, invoice: Json) -> Json | None:
    """The invoice payment of an invoice, if it has one."""
    return next(iter(call.store.select("invoice_payment", invoice=invoice["id"])), None)


def intent_of(call: Call, invoice: Json) -> Json | None:
    """The payment intent of an invoice, if it has one."""
    payment = payment_of(call, invoice)
    return call.store.need(payment["payment"]["payment_intent"]) if payment else None

"""Invoices, as the API shows and pays them. Only subscriptions create them (see ``invoicing``)."""

from typing import Any

from stripe_sandbox.call import Call
from stripe_sandbox.errors import Json, invalid
from stripe_sandbox.lists import listing, page
from stripe_sandbox.render import plain
from stripe_sandbox.resources import payment_intents, payment_methods
from stripe_sandbox.resources.paying import close_invoice, intent_of, is_paid_up, payment_of
from stripe_sandbox.store import Store

STATES = ("draft", "open", "paid", "uncollectible", "void")


def retrieve(call: Call) -> Json:
    return call.find_by_path("invoice")


def list_all(call: Call) -> Json:
    params = call.params
    equal = {
        "customer": params.text("customer"),
        "_subscription": params.text("subscription"),
        "status": params.choice("status", STATES),
    }
    return page(call, "invoice", "/v1/invoices", equal)


def pay(call: Call) -> Json:
    invoice = call.find_by_path("invoice")
    if invoice["status"] == "paid":
        raise invalid("Invoice is already paid")
    if invoice["status"] != "open":
        raise invalid(f"This invoice can no longer be paid: it has a status of {invoice['status']}.")
    if call.params.flag("paid_out_of_band", False):
        close_invoice(call, invoice, paid=0)
        return invoice
    intent = intent_of(call, invoice)
    assert intent  # an open invoice has one
    method = payment_methods.from_call(call, customer=invoice["customer"]) or default_method(
        call, invoice["_subscription"]
    )
    if method is None:
        raise invalid(
            "There is no `default_payment_method` set on this Customer or Invoice. Please set a "
            "`default_payment_method`.",
            code="resource_missing",
        )
    off_session = call.params.flag("off_session", True) or False
    payment_intents.attempt(call, intent, method, off_session=off_session)
    return invoice


def void(call: Call) -> Json:
    invoice = call.find_by_path("invoice")
    if invoice["status"] not in ("open", "uncollectible"):
        raise invalid(f"You can only pass in open or uncollectible invoices. This invoice is {invoice['status']}.")
    intent = intent_of(call, invoice)
    if intent and intent["status"] == "processing":
        raise invalid("This invoice can't be voided while its payment is being processed.")
    cancel(call, invoice)
    subscription = call.store.require(invoice["_subscription"])
    before = call.snapshot(subscription)
    if subscription["status"] == "past_due" and is_paid_up(call, subscription):
        subscription["status"] = "active"
    call.emit("customer.subscription.updated", subscription, before)
    return invoice


def cancel(call: Call, invoice: Json) -> Json:
    """Void an open invoice and cancel its payment intent; return it."""
    intent, payment = intent_of(call, invoice), payment_of(call, invoice)
    if intent and intent["status"] not in ("succeeded", "canceled"):
        payment_intents.cancel_intent(call, intent, "void_invoice")
    if payment:
        payment["status"] = "canceled"
        payment["status_transitions"]["canceled_at"] = call.now
        call.store.save(payment)
    invoice |= {"status": "void", "auto_advance": False, "next_payment_attempt": None, "amount_remaining": 0}
    invoice["status_transitions"]["voided_at"] = call.now
    call.emit("invoice.voided", invoice)
    return invoice


def list_items(call: Call) -> Json:
    waiting = call.params.flag("pending")
    equal = {"customer": call.params.text("customer"), "invoice": call.params.text("invoice")}
    return page(
        call, "invoiceitem", "/v1/invoiceitems", equal,
        keep=lambda item: waiting is None or waiting == (item["invoice"] is None),
    )  # fmt: skip


def default_method(call: Call, subscription: str) -> Json | None:
    """Return the card for a subscription's invoices: its own, otherwise its customer's."""
    found = call.store.require(subscription)
    customer = call.store.require(found["customer"])
    identity = found["default_payment_method"] or customer["invoice_settings"]["default_payment_method"]
    return call.store.require(identity) if identity else None


def payments_of(store: Store, invoice: Json) -> Json:
    """Return the ``payments`` of an invoice, for requests that expand them."""
    found = [plain(payment) for payment in store.select("invoice_payment", invoice=invoice["id"])]
    return listing(found, f"/v1/invoices/{invoice['id']}/payments")


def confirmation_secret(store: Store, invoice: Json) -> Any:
    """Return the ``confirmation_secret`` of an invoice, for requests that expand it."""
    for payment in store.select("invoice_payment", invoice=invoice["id"]):
        intent = store.require(payment["payment"]["payment_intent"])
        return {"client_secret": intent["client_secret"], "type": "payment_intent"}
    return None

"""Creates the invoices of subscriptions: lines, totals, the customer's balance and the payment intent."""

from stripe_sandbox.call import Call, new_id
from stripe_sandbox.errors import Json
from stripe_sandbox.lists import listing
from stripe_sandbox.resources import lines, payment_intents
from stripe_sandbox.resources.paying import close_invoice

MIN_AMOUNT = payment_intents.MIN_AMOUNT


def build(call: Call, subscription: Json, drafts: list[lines.Draft], *, reason: str, period: tuple[int, int]) -> Json:
    """Return a draft invoice with these lines, not saved. ``period``: the invoice's start and end."""
    preview = reason == "upcoming"
    identity = new_id("upcoming_in" if preview else "in")
    customer = call.store.require(subscription["customer"])
    made = [lines.line(call, draft, subscription["id"], identity) for draft in drafts]
    total = sum(draft.amount for draft in drafts)
    owed = total + customer["balance"]
    due = owed if owed >= MIN_AMOUNT else 0
    return call.new_object("invoice", "in") | {
        "id": identity, "account_country": "US", "account_name": "Sandbox", "account_tax_ids": None,
        "amount_due": due, "amount_overpaid": 0, "amount_paid": 0, "amount_paid_off_stripe": 0,
        "amount_remaining": due, "amount_shipping": 0, "application": None, "attempt_count": 0, "attempted": False,
        "auto_advance": not preview,
        "automatic_tax": {
            "disabled_reason": None, "enabled": False, "liability": None, "provider": None, "status": None,
        },
        "automatically_finalizes_at": None, "billing_reason": reason, "collection_method": "charge_automatically",
        "currency": subscription["currency"], "custom_fields": None, "customer": customer["id"],
        "customer_account": None, "customer_address": customer["address"], "customer_email": customer["email"],
        "customer_name": customer["name"], "customer_phone": customer["phone"], "customer_shipping": None,
        "customer_tax_exempt": "none", "customer_tax_ids": [], "default_payment_method": None, "default_source": None,
        "default_tax_rates": [], "description": None, "discounts": [], "due_date": None, "effective_at": None,
        "ending_balance": None, "footer": None, "from_invoice": None, "hosted_invoice_url": None, "invoice_pdf": None,
        "issuer": {"type": "self"}, "last_finalization_error": None, "latest_revision": None,
        "lines": listing(made, f"/v1/invoices/{identity}/lines"), "metadata": {}, "next_payment_attempt": None,
        "number": None, "on_behalf_of": None,
        "parent": {
            "quote_details": None,
            "subscription_details": {"metadata": subscription["metadata"], "subscription": subscription["id"]},
            "type": "subscription_details",
        },
        "payment_settings": {"default_mandate": None, "payment_method_options": None, "payment_method_types": None},
        "period_end": period[1], "period_start": period[0], "post_payment_credit_notes_amount": 0,
        "pre_payment_credit_notes_amount": 0, "receipt_number": None, "rendering": None, "shipping_cost": None,
        "shipping_details": None, "starting_balance": customer["balance"], "statement_descriptor": None,
        "status": "draft",
        "status_transitions": {
            "finalized_at": None, "marked_uncollectible_at": None, "paid_at": None, "voided_at": None,
        },
        "subtotal": total, "subtotal_excluding_tax": total, "test_clock": None, "total": total,
        "total_discount_amounts": [], "total_excluding_tax": total, "total_pretax_credit_amounts": [],
        "total_taxes": [], "webhooks_delivered_at": None, "_subscription": subscription["id"],
    }  # fmt: skip


def issue(call: Call, subscription: Json, drafts: list[lines.Draft], *, reason: str, period: tuple[int, int]) -> Json:
    """Create and finalize the subscription's latest invoice, with these lines and pending invoice items."""
    waiting = lines.pending_items(call, subscription["id"])
    drafts = [*lines.from_items(call, waiting), *drafts]
    invoice = build(call, subscription, drafts, reason=reason, period=period)
    for item in waiting:
        item["invoice"] = invoice["id"]
        call.store.save(item)
    call.emit("invoice.created", invoice)
    subscription["latest_invoice"] = invoice["id"]
    call.store.save(subscription)
    _finalize(call, subscription, invoice)
    return invoice


def _finalize(call: Call, subscription: Json, invoice: Json) -> None:
    customer = call.store.require(invoice["customer"])
    before = call.snapshot(customer)
    invoice |= {
        "status": "open", "effective_at": call.now, "number": f"{customer['invoice_prefix']}-{_next(customer):04}",
        "ending_balance": invoice["starting_balance"] + invoice["total"] - invoice["amount_due"],
        "hosted_invoice_url": f"{call.origin}/i/{invoice['id']}",
    }  # fmt: skip
    invoice["status_transitions"]["finalized_at"] = call.now
    customer["balance"] = invoice["ending_balance"]
    customer["currency"] = invoice["currency"]
    call.emit("customer.updated", customer, before)
    if invoice["amount_due"] == 0:
        call.emit("invoice.finalized", invoice)
        close_invoice(call, invoice, paid=0)
        return
    _create_payment(call, subscription, invoice)
    call.emit("invoice.finalized", invoice)


def _create_payment(call: Call, subscription: Json, invoice: Json) -> None:
    saving = (subscription["payment_settings"] or {}).get("save_default_payment_method") == "on_subscription"
    creation = invoice["billing_reason"] == "subscription_create"
    intent = payment_intents.new(
        call, amount=invoice["amount_due"], code=invoice["currency"], customer=invoice["customer"],
        description="Subscription creation" if creation else "Subscription update", metadata={},
    )  # fmt: skip
    intent |= {"setup_future_usage": "off_session" if saving else None, "_invoice": invoice["id"]}
    call.emit("payment_intent.created", intent)
    payment = call.new_object(
        "invoice_payment", "inpay", amount_paid=None, amount_requested=invoice["amount_due"],
        currency=invoice["currency"], invoice=invoice["id"], is_default=True,
        payment={"payment_intent": intent["id"], "type": "payment_intent"}, status="open",
        status_transitions={"canceled_at": None, "paid_at": None},
    )  # fmt: skip
    call.store.save(payment)


def _next(customer: Json) -> int:
    number = int(customer["next_invoice_sequence"])
    customer["next_invoice_sequence"] = number + 1
    return number

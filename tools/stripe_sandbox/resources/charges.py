"""Charges and refunds."""

import re

from stripe_sandbox.call import Call
from stripe_sandbox.errors import Json, invalid, unreadable
from stripe_sandbox.lists import PAGE, listing, page
from stripe_sandbox.params import Params
from stripe_sandbox.render import plain
from stripe_sandbox.resources.balance import book
from stripe_sandbox.store import Store

_ADDRESS = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]+")
REASONS = ("duplicate", "fraudulent", "requested_by_customer")
SLOW = "sandbox_slow_refunds"


def retrieve(call: Call) -> Json:
    return call.find_by_path("charge")


def update(call: Call) -> Json:
    """Change a charge. At Stripe, a new ``receipt_email`` sends the receipt there (Stripe documentation, "Update a
    charge").
    """
    charge = call.find_by_path("charge")
    before = call.snapshot(charge)
    if "receipt_email" in call.params:
        charge["receipt_email"] = receipt_email(call.params)
    charge["description"] = call.params.text("description", charge["description"])
    charge["metadata"] = call.params.metadata(charge["metadata"])
    call.emit("charge.updated", charge, before)
    return charge


def receipt_email(params: Params) -> str | None:
    """Return the ``receipt_email`` parameter. Raises ApiError (400) for an invalid address."""
    given = params.text("receipt_email")
    if given and not _ADDRESS.fullmatch(given):
        raise invalid(f"Invalid email address: {given}", code="email_invalid", param="receipt_email")
    return given


def list_all(call: Call) -> Json:
    equal = {name: call.params.text(name) for name in ("customer", "payment_intent")}
    return page(call, "charge", "/v1/charges", equal)


def refunds_of(store: Store, charge: Json) -> Json:
    """Return the ``refunds`` of a charge, for requests that expand them: only the newest ones, as at Stripe."""
    found = store.select("refund", charge=charge["id"])
    shown = found[: min(PAGE, store.most_per_page)]
    url = f"/v1/charges/{charge['id']}/refunds"
    return listing([plain(refund) for refund in shown], url, more=len(found) > len(shown))


def create_refund(call: Call) -> Json:
    params = call.params
    given = params.text("charge") or params.text("payment_intent")
    if not given:
        raise unreadable("One of the following params should be provided for this request: payment_intent or charge.")
    param = "charge" if params.text("charge") else "payment_intent"
    charge = paid_charge(call, given, param=param)
    return _refund(
        call, charge, params.integer("amount"), params.choice("reason", REASONS), params.metadata(),
    )  # fmt: skip


def retrieve_refund(call: Call) -> Json:
    return call.find_by_path("refund")


def list_refunds(call: Call) -> Json:
    equal = {name: call.params.text(name) for name in ("charge", "payment_intent")}
    return page(call, "refund", "/v1/refunds", equal)


def refund_payment(call: Call, payment: str, *, amount: int | None) -> Json:
    """Create a refund, as in the dashboard."""
    return _refund(call, paid_charge(call, payment, param="charge"), amount, None, {})


def fail_refund(call: Call, refund_id: str) -> Json:
    """Return a refund to our balance, as the customer's bank does if the account was closed (Stripe documentation,
    "Failed refunds")."""
    refund = call.find("refund", refund_id, param="id")
    before = call.snapshot(refund)
    if refund["status"] not in ("pending", "succeeded"):
        raise invalid(f"{refund_id} is {refund['status']} already.")
    returned = book(call, "refund_failure", "refund_failure", refund["amount"], source=refund_id)
    refund.pop("pending_reason", None)
    refund |= {
        "status": "failed", "failure_reason": "expired_or_canceled_card", "failure_balance_transaction": returned["id"],
    }  # fmt: skip
    charge = call.store.require(refund["charge"])
    charge["amount_refunded"] -= refund["amount"]
    charge["refunded"] = False
    call.store.save(charge)
    call.emit("refund.updated", refund, before)
    call.emit("refund.failed", refund)
    return refund


def delay_refunds(call: Call, count: int) -> Json:
    """Keep the next ``count`` refunds in status ``pending``, as those to a bank account are for some days, until
    ``finish_refund`` or ``fail_refund``."""
    return call.store.save({"id": SLOW, "object": "sandbox", "count": count})


def finish_refund(call: Call, refund_id: str) -> Json:
    """Let a pending refund arrive. Raises ApiError if it is not pending."""
    refund = call.find("refund", refund_id, param="id")
    if refund["status"] != "pending":
        raise invalid(f"{refund_id} is {refund['status']} already.")
    before = call.snapshot(refund)
    del refund["pending_reason"]
    refund["status"] = "succeeded"
    call.emit("refund.updated", refund, before)
    call.emit("charge.refund.updated", refund, before)
    return refund


def paid_charge(call: Call, payment: str, *, param: str) -> Json:
    """Return the charge, or a payment intent's paid charge. Raises ApiError (400) if there is none."""
    found = call.store.get(payment)
    if found and found["object"] == "payment_intent":
        if found["status"] != "succeeded":
            raise invalid(
                f"This PaymentIntent ({payment}) does not have a successful charge to refund.", param="payment_intent"
            )
        return call.store.require(found["latest_charge"])
    charge = call.find("charge", payment, param=param)
    if not charge["paid"]:
        raise invalid(f"Charge {payment} is not paid, so it cannot be refunded.", param=param)
    return charge


def _refund(call: Call, charge: Json, amount: int | None, reason: str | None, metadata: dict[str, str]) -> Json:
    left = charge["amount"] - charge["amount_refunded"]
    wanted = left if amount is None else amount
    _allowed(charge, left, wanted)
    refund = call.new_object(
        "refund", "re", amount=wanted, balance_transaction=None, charge=charge["id"], currency=charge["currency"],
        customer=charge["customer"], customer_account=None,
        destination_details={"card": {"reference": None, "reference_status": "pending",
                                      "reference_type": "acquirer_reference_number", "type": "refund"}, "type": "card"},
        metadata=metadata, payment_intent=charge["payment_intent"], payment_method=charge["payment_method"],
        reason=reason, receipt_number=None, source_transfer_reversal=None, status="succeeded", transfer_reversal=None,
    )  # fmt: skip
    del refund["livemode"]
    if _is_slow(call):
        refund |= {"status": "pending", "pending_reason": "processing"}
    made = book(
        call, "refund", "refund", -wanted, source=refund["id"],
        description=f"REFUND FOR CHARGE ({charge['description'] or charge['id']})",
    )  # fmt: skip
    refund["balance_transaction"] = made["id"]
    call.emit("refund.created", refund)
    before = call.snapshot(charge)
    charge["amount_refunded"] += wanted
    charge["refunded"] = charge["amount_refunded"] == charge["amount"]
    call.emit("charge.refunded", charge, before)
    return refund


def _is_slow(call: Call) -> bool:
    waiting = call.store.get(SLOW)
    if not waiting or waiting["count"] < 1:
        return False
    call.store.save(waiting | {"count": waiting["count"] - 1})
    return True


def _allowed(charge: Json, left: int, wanted: int) -> None:
    if charge["disputed"]:
        raise invalid(f"Charge {charge['id']} has been charged back; cannot issue a refund.", code="charge_disputed")
    if left == 0:
        raise invalid(f"Charge {charge['id']} has already been refunded.", code="charge_already_refunded")
    if wanted < 1:
        raise unreadable("Invalid positive integer", code="parameter_invalid_integer", param="amount")
    if wanted > left:
        kind = "unrefunded amount on charge" if charge["amount_refunded"] else "charge amount"
        raise invalid(
            f"Refund amount (${wanted / 100:,.2f}) is greater than {kind} (${left / 100:,.2f})", param="amount"
        )

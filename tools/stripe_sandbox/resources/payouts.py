"""Payouts to the business's bank. An automatic one has everything that is in no payout yet."""

from stripe_sandbox.call import Call, new_id
from stripe_sandbox.errors import Json, invalid
from stripe_sandbox.lists import page
from stripe_sandbox.resources.balance import AVAILABLE_AFTER, DAY, book

STATUSES = ("pending", "paid", "failed", "canceled")
_CLOSED = "The bank account has been closed."


def retrieve(call: Call) -> Json:
    return call.find_by_path("payout")


def list_all(call: Call) -> Json:
    return page(call, "payout", "/v1/payouts", {"status": call.params.choice("status", STATUSES)})


def pay_out(call: Call, *, amount: int | None = None) -> Json:
    """Create a payout of everything (automatic), or of ``amount`` cents, as staff do it in the dashboard.

    Raises ApiError if that is nothing.
    """
    taken = [] if amount else [one for one in call.store.select("balance_transaction") if _is_free(one)]
    total = amount or sum(one["net"] for one in taken)
    if total <= 0:
        raise invalid(
            "You have insufficient funds in your Stripe account for this transfer.", code="balance_insufficient"
        )
    payout = call.new_object(
        "payout", "po", amount=total, application_fee=None, application_fee_amount=None,
        arrival_date=(call.now + AVAILABLE_AFTER) // DAY * DAY, automatic=not amount, balance_transaction=None,
        currency="usd", description="STRIPE PAYOUT", destination=new_id("ba"), failure_balance_transaction=None,
        failure_code=None, failure_message=None, metadata={}, method="standard", original_payout=None,
        payout_method=None, reconciliation_status="not_applicable" if amount else "in_progress", reversed_by=None,
        source_type="card", statement_descriptor=None, status="pending",
        trace_id={"status": "pending", "value": None}, type="bank_account",
    )  # fmt: skip
    own = book(call, "payout", "payout", -total, source=payout["id"], description="STRIPE PAYOUT")
    payout["balance_transaction"] = own["id"]
    for one in [*taken, own]:
        one |= {"_payout": payout["id"], "status": "available", "available_on": min(one["available_on"], call.now)}
        call.store.save(one)
    call.emit("payout.created", payout)
    return payout


def advance(call: Call, identity: str) -> Json:
    """Send a pending payout, which makes its list final, or let one in transit arrive."""
    payout = call.find("payout", identity)
    before = call.snapshot(payout)
    if payout["status"] == "pending":
        payout["status"] = "in_transit"
        call.emit("payout.updated", payout, before)
        if payout["automatic"]:
            payout["reconciliation_status"] = "completed"
            call.emit("payout.reconciliation_completed", payout)
    elif payout["status"] == "in_transit":
        payout |= {"status": "paid", "trace_id": {"status": "supported", "value": new_id("trace", 12)}}
        call.emit("payout.updated", payout, before)
        call.emit("payout.paid", payout)
    else:
        raise invalid(f"Payout {identity} is {payout['status']} already.")
    return payout


def fail(call: Call, identity: str) -> Json:
    """Let the bank return a payout, even a ``paid`` one, which puts the money back on the balance."""
    payout = call.find("payout", identity)
    if payout["status"] in ("failed", "canceled"):
        raise invalid(f"Payout {identity} is {payout['status']} already.")
    before = call.snapshot(payout)
    returned = book(
        call,
        "payout_failure",
        "payout_reversal",
        payout["amount"],
        source=identity,
        description="STRIPE PAYOUT FAILURE",
    )
    payout |= {
        "status": "failed", "failure_code": "account_closed", "failure_message": _CLOSED,
        "failure_balance_transaction": returned["id"],
    }  # fmt: skip
    call.emit("payout.updated", payout, before)
    call.emit("payout.failed", payout)
    return payout


def _is_free(transaction: Json) -> bool:
    return transaction["_payout"] is None

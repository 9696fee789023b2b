"""Balance transactions: each movement of money with its fee."""

from stripe_sandbox.call import Call
from stripe_sandbox.errors import Json, invalid
from stripe_sandbox.lists import page

DAY = 24 * 3600
AVAILABLE_AFTER = 2 * DAY
# Set while charges get no balance transaction, as happens at Stripe for some seconds.
HELD = "sandbox_unbooked"


def list_all(call: Call) -> Json:
    """Filter by ``payout``, ``source``, ``type`` and ``created``. Only an automatic payout has a list."""
    params = call.params
    equal: Json = {"source": params.text("source"), "type": params.text("type")}
    if payout := call.find_by_param("payout", "payout"):
        if not payout["automatic"]:
            raise invalid("Balance transaction history can only be filtered on automatic transfers, not manual.")
        equal["_payout"] = payout["id"] if payout["reconciliation_status"] == "completed" else ""
    return page(call, "balance_transaction", "/v1/balance_transactions", equal)


def book(
    call: Call, kind: str, category: str, amount: int, *, source: str | None, fee: int = 0, fee_name: str = "",
    description: str | None = None,
) -> Json:  # fmt: skip
    """Save a balance transaction of this ``type`` and ``reporting_category``; amounts in cents."""
    fees = [{"amount": fee, "application": None, "currency": "usd", "description": fee_name, "type": "stripe_fee"}]
    made = call.new_object(
        "balance_transaction", "txn", amount=amount, available_on=call.now + AVAILABLE_AFTER, balance_type="payments",
        currency="usd", description=description, exchange_rate=None, fee=fee, fee_details=fees if fee else [],
        net=amount - fee, reporting_category=category, source=source, status="pending", type=kind, _payout=None,
    )  # fmt: skip
    del made["livemode"]
    return call.store.save(made)


def book_charge(call: Call, charge: Json) -> None:
    """Create the balance transaction of a charge, with Stripe's fee of 2.9% and 30 cents, unless held back."""
    held = call.store.get(HELD)
    if held and held["hold"]:
        held["charges"].append(charge["id"])
        call.store.save(held)
        return
    fee = (charge["amount"] * 29 + 500) // 1000 + 30
    made = book(
        call, "charge", "charge", charge["amount"], source=charge["id"], fee=fee,
        fee_name="Stripe processing fees", description=charge["description"],
    )  # fmt: skip
    before = call.snapshot(charge)
    charge["balance_transaction"] = made["id"]
    call.emit("charge.updated", charge, before)


def hold_bookings(call: Call, hold: bool) -> Json:
    """Hold back the balance transactions of charges from now on, or create all that were held back."""
    waiting = (call.store.get(HELD) or {"charges": []})["charges"]
    made = call.store.save({"id": HELD, "object": "sandbox", "hold": hold, "charges": waiting if hold else []})
    for charge in [] if hold else waiting:
        book_charge(call, call.store.require(charge))
    return made


def adjust(call: Call, amount: int, description: str, *, fee: bool = False) -> Json:
    """Create a balance transaction of Stripe's own: an adjustment, or a fee (with a negative ``amount``)."""
    kind, category = ("stripe_fee", "fee") if fee else ("adjustment", "other_adjustment")
    return book(call, kind, category, amount, source=None, description=description)

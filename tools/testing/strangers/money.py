"""The strangers' invoices, payments, refunds, disputes and storage plans in every status, and old payouts."""

import datetime as dt
from decimal import Decimal
from typing import Any

from accounts.models import User
from invoices.models import Invoice, InvoiceCounter, InvoicePayment, InvoiceStatus
from payments.checkout import PURPOSE
from payments.models import (
    BalanceTransaction,
    DisputeResponse,
    EventState,
    Payment,
    PaymentStatus,
    Payout,
    PayoutStatus,
    Recount,
    Refund,
    RefundStatus,
    ResponseStatus,
    StripeEvent,
)
from payments.states import BillOutcome, SubscriptionStatus
from storage.models import StorageCharge, StorageSubscription
from testing.strangers.making import BASE, FAR, Making
from testing.strangers.orders import Orders
from testing.strangers.people import GUESTS_EMAIL, People
from trees.models import TreePayment

_DAY = dt.timedelta(days=1)
_PAID_ON = {InvoiceStatus.PAID: Decimal("666.00"), InvoiceStatus.OVERDUE: Decimal("66.00")}
# Of kinds that ``reconcile`` and the worker leave alone.
_OVER = [each for each in RefundStatus if each != RefundStatus.REQUESTED]
_ANSWERED = [each for each in ResponseStatus if each != ResponseStatus.REQUESTED]


def make_money(make: Making, people: People, orders: Orders) -> None:
    """Make everything that has an amount, all of it settled or far ahead, and one payment that belongs to nobody."""
    invoices = _invoices(make, people, orders)
    _recorded(make, people, orders, invoices)
    cards = _cards(make, people, orders, invoices)
    _refunds_and_disputes(make, people, cards)
    _plans(make, people)
    _payouts(make, cards)
    for state in (EventState.PROCESSED, EventState.IGNORED):
        make(StripeEvent, stripe_id=f"evt_of_stranger_{state}", type="payment_intent.succeeded", state=state,
             object_id="pi_of_stranger", subject_id="pi_of_stranger", attempts=1, by_webhook=True,
             processed_at=BASE)  # fmt: skip
    make(Recount, checked_at=BASE, matches=True)
    make(Recount, checked_at=BASE - _DAY, matches=False, differences=[
        {"what": "month", "name": "November 2030", "id": "", "stripe": "6.60", "ours": "0.00"}
    ])  # fmt: skip


def _invoices(make: Making, people: People, orders: Orders) -> dict[str, Invoice]:
    """Make an invoice in each status, one that replaced another, and one that was kept for the books."""
    ulrike = {"quote": orders.quotes["complete"], "bill_to_name": "Ulrike Voss", "bill_to_email": GUESTS_EMAIL}
    ursula = {"user": people.ursula, "quote": orders.quotes["complete_storage"]}
    found: dict[str, Invoice] = {}
    for number, status in enumerate(InvoiceStatus, 1):
        whose = ulrike if status in InvoiceStatus.PAYABLE else ursula
        found[status] = make(Invoice, **{**_invoice(status, number), **whose})
    accepted = {"from_acceptance": True, "first_amount": "66.00", "first_due_date": BASE.date()}
    replaced = {"user": people.ursula, "quote": orders.quotes["service_scheduled"], **accepted}
    paid = make(Invoice, **_invoice(InvoiceStatus.PAID, 6), **replaced)
    make(Invoice, **_invoice(InvoiceStatus.CANCELLED, 7), **replaced, replaced_by=paid)
    erased = {"bill_to_name": "Erased customer", "bill_to_email": "", "bill_to_address": "", "description": ""}
    make(Invoice, **{**_invoice(InvoiceStatus.PAID, 8), **erased}, user=people.gone, erased=True)
    InvoiceCounter.objects.create(year=2030, last=8)
    return found


def _invoice(status: InvoiceStatus, number: int) -> dict[str, Any]:
    return {
        "invoice_number": f"INV-2030-{number:05}", "amount": Decimal("666.00"), "status": status,
        "bill_to_name": "Ursula Vogt", "bill_to_email": "ursula@far.example",
        "bill_to_address": "1 Far Road\nLee, NH 03861", "description": f"Lights of a stranger, {status}",
        "due_date": FAR.date() if status in InvoiceStatus.PAYABLE else BASE.date(),
        "sent_at": None if status in InvoiceStatus.UNSENT else BASE,
        "details": {"business": {}, "lines": [{"text": "Lights of a stranger", "notes": [], "amount": "$666.00"}]},
        "amount_paid": _PAID_ON.get(status, Decimal("0.00")),
        "paid_date": BASE if status == InvoiceStatus.PAID else None,
    }  # fmt: skip


def _recorded(make: Making, people: People, orders: Orders, invoices: dict[str, Invoice]) -> None:
    """Make checks and cash: counted, reversed, and kept although owed back."""
    reversed_ = {"taken_back_at": BASE + _DAY, "taken_back_by": people.ute, "taken_back_note": "A stranger's bounced"}
    kept = {"amount_kept": "6.00", "kept_at": BASE, "kept_by": people.ute, "kept_reason": "A stranger's tip"}
    for more in ({"note": "No. 660"}, reversed_, kept):
        fields = {"recorded_by": people.ute, "receipt_at": BASE, **more}
        make(InvoicePayment, invoice=invoices["paid"], method="check", amount="66.00", **fields)
        make(InvoicePayment, invoice=invoices["overdue"], method="bank_transfer", amount="66.00", **fields)
        make(TreePayment, order=orders.trees["delivered"], method="cash", amount="36.30", **fields)
        make(TreePayment, order=orders.trees["confirmed"], method="check", amount="36.30", **fields)


def _cards(make: Making, people: People, orders: Orders, invoices: dict[str, Invoice]) -> dict[str, Payment]:
    """Make a card payment of each purpose and status."""
    ursula = {"user": people.ursula, "receipt_email": people.ursula.email, "payer_name": "Ursula Vogt"}
    ulrike = {"receipt_email": GUESTS_EMAIL, "payer_name": "Ulrike Voss"}
    invoice, tree = invoices["paid"], orders.trees["delivered"]
    to_ursula = {"assigned_kind": "user", "assigned_id": people.ursula.id}
    to_quote = {"assigned_kind": "quote", "assigned_id": orders.quotes["complete"].id}
    by = {"assigned_at": BASE, "assigned_by": people.ute}
    cards = {
        "invoice": _card(make, "invoice", **ursula, purpose="invoice", reference=invoice.id),
        "tree": _card(make, "tree", **ursula, purpose="tree_order", reference=tree.id),
        "storage": _card(make, "storage", **ursula, purpose="storage"),
        "published": _card(make, "published", **ursula),
        "for_ursula": _card(make, "assigned", **ulrike, **to_ursula, **by),
        "for_quote": _card(make, "assigned_to_quote", **ulrike, **to_quote, **by),
        "refunded": _card(make, "refunded", **ursula, amount_refunded="66.00"),
        "disputed": _card(make, "disputed", **ursula, disputed=True, dispute_status="lost", dispute_reason="general"),
        "won": _card(make, "won", **ursula, dispute_status="won", dispute_reason="fraudulent"),
        "kept": _card(make, "kept", **ursula, kept_at=BASE, kept_by=people.ute, kept_reason="A stranger said so"),
        "erased": _card(make, "erased", user=people.gone, erased=True, card_last4="", description=""),
        "nobody": _card(make, "nobody", payer_name="Nobody Known"),
    }  # fmt: skip
    waiting = {"amount_received": "0.00", "succeeded_at": None, "checked_at": FAR}
    for whose, status in ((people.ursula, PaymentStatus.OPEN), (people.udo, PaymentStatus.PROCESSING)):
        _card(make, f"{status}", user=whose, status=status, **waiting)
    _card(make, "canceled", **ursula, status=PaymentStatus.CANCELED, **waiting)
    _card(make, "declined", **ulrike, reference=invoices["sent"].id, purpose="invoice", status=PaymentStatus.OPEN,
          failure_message="A stranger's card was declined", **waiting)  # fmt: skip
    make(InvoicePayment, invoice=invoice, method="card", amount="66.00", payment=cards["invoice"])
    make(TreePayment, order=tree, method="card", amount="66.00", payment=cards["tree"])
    return cards


def _card(make: Making, name: str, **fields: Any) -> Payment:
    return make(
        Payment, **{
            "purpose": PURPOSE, "description": f"A stranger's payment, {name}", "amount": "66.00",
            "amount_received": "66.00", "status": PaymentStatus.SUCCEEDED, "succeeded_at": BASE, "card_brand": "visa",
            "card_last4": "6006", "stripe_payment_intent_id": f"pi_of_stranger_{name}", **fields,
        }
    )  # fmt: skip


def _refunds_and_disputes(make: Making, people: People, cards: dict[str, Payment]) -> None:
    for number, status in enumerate(_OVER):
        by = people.ute if number % 2 else None
        make(Refund, payment=cards["refunded"], amount="6.60", reason=f"A stranger asked, {status}", status=status,
             requested_by=by, error="" if status == RefundStatus.SENT else "A stranger's bank said no",
             stripe_refund_id=f"re_of_stranger_{status}")  # fmt: skip
    for response in _ANSWERED:
        make(DisputeResponse, payment=cards["disputed"], action="answer", evidence={"product_description": "Lights"},
             requested_by=people.ute, status=response, error="A stranger's evidence")  # fmt: skip


def _plans(make: Making, people: People) -> None:
    """Make a storage plan in each status, with a charge of each outcome. Each customer has one that is not over."""
    whose = {
        SubscriptionStatus.ACTIVE: people.ursula, SubscriptionStatus.CANCELED: people.ursula,
        SubscriptionStatus.INCOMPLETE: people.udo,
    }  # fmt: skip
    for number, status in enumerate(SubscriptionStatus, 1):
        user = whose.get(status) or make(User, email=f"ulla.{number}@far.example", password="!", first_name="Ulla")
        _plan(make, user, status, people)
    _plan(make, people.gone, SubscriptionStatus.CANCELED, people, name="erased", erased=True)


def _plan(make: Making, user: User, status: str, people: People, name: str = "", **more: Any) -> None:
    name = name or status
    is_live = status in SubscriptionStatus.OPEN
    plan = make(
        StorageSubscription, user=user, plan="consumer", monthly_amount="16.60", status=status, checked_at=FAR,
        current_period_end=FAR if is_live else BASE, ends_at=None if is_live else BASE, card_brand="visa",
        card_last4="6006", stripe_subscription_id=f"sub_of_stranger_{name}",
        started_at=None if status == SubscriptionStatus.INCOMPLETE else BASE, **more,
    )  # fmt: skip
    if user == people.ursula:
        plan.addresses.add(people.homes[0])
    for outcome in BillOutcome:
        make(StorageCharge, user=user, subscription=plan, plan="consumer", amount="16.60", outcome=outcome,
             charged_at=BASE, stripe_invoice_id=f"in_of_stranger_{name}_{outcome}",
             stripe_payment_intent_id="pi_of_stranger_storage" if outcome == BillOutcome.PAID else "")  # fmt: skip


def _payouts(make: Making, cards: dict[str, Payment]) -> None:
    """Make a payout in each status, and what the paid one consists of."""
    for number, status in enumerate(PayoutStatus):
        payout = make(Payout, stripe_id=f"po_of_stranger_{status}", amount="126.60", status=status, complete=True,
                      created_at_stripe=BASE - number * _DAY, arrives_on=BASE.date(),
                      failed_at=BASE if status == PayoutStatus.FAILED else None)  # fmt: skip
        if status == PayoutStatus.PAID:
            for kind, amount, fee in (
                ("charge", "66.00", "2.20"),
                ("charge", "66.00", "2.20"),
                ("refund", "-1.00", "0"),
            ):
                _moved(make, kind, amount, fee, payout=payout, payment=cards["tree"])
    _moved(make, "payout", "-126.60", "0.00")
    _moved(make, "charge", "66.00", "2.20", payment=cards["published"])


def _moved(make: Making, kind: str, amount: str, fee: str, **more: Any) -> None:
    number = BalanceTransaction.objects.count()
    name = "abcdefghijkl"[number]
    make(BalanceTransaction, stripe_id=f"txn_of_stranger_{name}", kind=kind, amount=amount, fee=fee,
         net=Decimal(amount) - Decimal(fee), occurred_at=BASE, available_at=BASE + _DAY,
         source_id=f"ch_of_stranger_{name}", **more)  # fmt: skip

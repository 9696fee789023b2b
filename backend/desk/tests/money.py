"""Factories for the tests of the page "Money"."""

import datetime as dt
from decimal import Decimal
from itertools import count
from typing import Any
from zoneinfo import ZoneInfo

from invoices.models import Invoice, InvoicePayment
from invoices.tests.factories import make_invoice
from payments.models import BalanceTransaction, Payout

EASTERN = ZoneInfo("America/New_York")
_numbers = count(1)


def eastern(*parts: int) -> dt.datetime:
    """Return an instant, given as Eastern date and time."""
    return dt.datetime(*parts, tzinfo=EASTERN)  # type: ignore[misc, arg-type]


def make_transaction(
    kind: str, amount: str, at: dt.datetime, *, fee: str = "0.00", **changes: Any
) -> BalanceTransaction:
    """Save a balance transaction."""
    number = next(_numbers)
    made: BalanceTransaction = BalanceTransaction.objects.create(
        **{
            "stripe_id": f"txn_{number}",
            "kind": kind,
            "amount": Decimal(amount),
            "fee": Decimal(fee),
            "net": Decimal(amount) - Decimal(fee),
            "occurred_at": at,
            "available_at": at + dt.timedelta(days=2),
            **changes,
        }
    )
    return made


def record(method: str, amount: str, at: dt.datetime, **changes: Any) -> InvoicePayment:
    """Save a payment that staff recorded at a time; ``taken_back_at`` and ``taken_back_by`` reverse it."""
    invoice: Invoice = changes.pop("invoice", None) or make_invoice()
    row = InvoicePayment.objects.create(invoice=invoice, method=method, amount=amount, **changes)
    InvoicePayment.objects.filter(id=row.id).update(created_at=at)
    return row


def make_payout(created: dt.datetime, **changes: Any) -> Payout:
    """Save a payout that has arrived at the bank."""
    payout: Payout = Payout.objects.create(
        **{
            "stripe_id": f"po_{next(_numbers)}",
            "amount": Decimal("100.00"),
            "status": "paid",
            "complete": True,
            "created_at_stripe": created,
            "arrives_on": created.date() + dt.timedelta(days=2),
            **changes,
        }
    )
    return payout

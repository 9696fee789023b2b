"""What came in by month.

Everything counts once, in the month (America/New_York) in which it happened, so past months never change:

- ``card``: charges at the time Stripe has for them, before its fee, less bank debits that were returned.
- ``check``, ``cash``, ``other_methods`` (bank transfers, cards charged elsewhere): payments that staff recorded, at the
  time they did. A payment that is reversed in the same month does not count at all; one that is reversed later stays in
  its month and counts under ``reversals`` in the month of the reversal.
- ``refunds``: card refunds when Stripe made them, less those that the customer's bank returned.
- ``disputes``: what banks took back, less what they returned.
- ``fees``: the fee of each transaction, and separate charges by Stripe, once they are on its balance.
- ``adjustments``: anything else that changed the balance at Stripe.

Amounts that went out are negative. ``net`` is the sum of all amounts. Payouts are excluded, since they only move money
from Stripe to the bank. "Revenue by month" in Analytics differs: it counts a payment, less all of its later refunds and
reversals, in the month in which it was made.
"""

import datetime as dt
from dataclasses import dataclass, field, fields
from decimal import Decimal
from types import SimpleNamespace

from django.db.models import Count, F, Q, QuerySet, Sum
from django.db.models.functions import TruncMonth
from django.utils import timezone

from common.days import first_days, midnight
from common.postgres.replica import is_report
from desk.money.recorded import RECORDED, Recorded
from payments.balance_reconciliation import MONTHS
from payments.models import BalanceKind, BalanceTransaction, PaymentMethod, Recount

NOTHING = Decimal("0.00")
_FLOW_OF_KIND = {
    BalanceKind.CHARGE: "card",
    BalanceKind.CHARGE_FAILURE: "card",
    BalanceKind.REFUND: "refunds",
    BalanceKind.REFUND_FAILURE: "refunds",
    BalanceKind.DISPUTE: "disputes",
    BalanceKind.DISPUTE_REVERSAL: "disputes",
    BalanceKind.FEE: "fees",
}
# These cancel another transaction, so they don't count as payments, refunds or disputes themselves.
_UNDOES = {BalanceKind.CHARGE_FAILURE, BalanceKind.REFUND_FAILURE, BalanceKind.DISPUTE_REVERSAL}
_FLOW_OF_METHOD = {PaymentMethod.CHECK: "check", PaymentMethod.CASH: "cash"}


@dataclass
class Flow:
    """A signed sum in US dollars, and the number of payments, refunds and so on that it consists of."""

    amount: Decimal = NOTHING
    count: int = 0

    def add(self, amount: Decimal, count: int = 0) -> None:
        """Add to the sum and the count."""
        self.amount += amount
        self.count += count


@dataclass
class Month:
    """What came in and went out in the month that begins on ``first``."""

    first: dt.date
    card: Flow = field(default_factory=Flow)
    check: Flow = field(default_factory=Flow)
    cash: Flow = field(default_factory=Flow)
    other_methods: Flow = field(default_factory=Flow)
    refunds: Flow = field(default_factory=Flow)
    reversals: Flow = field(default_factory=Flow)
    disputes: Flow = field(default_factory=Flow)
    fees: Flow = field(default_factory=Flow)
    adjustments: Flow = field(default_factory=Flow)

    @property
    def month(self) -> str:
        """The month as ``YYYY-MM``."""
        return f"{self.first:%Y-%m}"

    @property
    def received(self) -> Decimal:
        """The sum of what came in, before refunds and fees."""
        return self.card.amount + self.check.amount + self.cash.amount + self.other_methods.amount

    @property
    def net(self) -> Decimal:
        """The sum of all flows."""
        flows = (getattr(self, each.name) for each in fields(self) if each.name != "first")
        return sum((flow.amount for flow in flows), NOTHING)


def stripe_moves() -> QuerySet[BalanceTransaction]:
    """Return all balance transactions but payouts."""
    return BalanceTransaction.objects.exclude(kind__in=BalanceKind.TO_THE_BANK)


@dataclass(frozen=True)
class RecountResult:
    """The result of a comparison with Stripe (``payments.recount``)."""

    checked_at: dt.datetime
    matches: bool
    differences: list[SimpleNamespace]


@dataclass(frozen=True)
class Money:
    """The last six months, oldest first, up to ``today`` (Eastern), and the last comparison with Stripe, if any."""

    today: dt.date
    months: list[Month]
    recount: RecountResult | None


@is_report
def read_money() -> Money:
    """Return the months and the comparison, with a fixed number of queries."""
    last = Recount.objects.order_by("-checked_at", "-id").first()
    return Money(timezone.localdate(), _read_months(), _recount_result(last) if last else None)


def _recount_result(last: Recount) -> RecountResult:
    return RecountResult(last.checked_at, last.matches, [SimpleNamespace(**each) for each in last.differences])


def _read_months() -> list[Month]:
    months = {first: Month(first) for first in first_days(timezone.localdate(), MONTHS)}
    since = midnight(min(months))
    _add_stripe(months, since)
    for source in RECORDED:
        _add_recorded(months, source, since)
    return list(months.values())


def _add_stripe(months: dict[dt.date, Month], since: dt.datetime) -> None:
    by_kind = (
        stripe_moves()
        .filter(occurred_at__gte=since)
        .values(month=TruncMonth("occurred_at"), each=F("kind"))
        .annotate(amount=Sum("amount"), fee=Sum("fee"), count=Count("id"))
        .order_by()
    )
    for row in by_kind:
        month = months.get(timezone.localdate(row["month"]))
        if month is None:  # Stripe's clock may be ahead of ours
            continue
        flow: Flow = getattr(month, _FLOW_OF_KIND.get(row["each"], "adjustments"))
        flow.add(row["amount"], 0 if row["each"] in _UNDOES else row["count"])
        month.fees.add(-row["fee"])


def _add_recorded(months: dict[dt.date, Month], source: Recorded, since: dt.datetime) -> None:
    made, undone = TruncMonth("created_at"), TruncMonth("taken_back_at")
    stays = Q(taken_back_at=None) | Q(undone__gt=F("month"))
    received = (
        source.rows()
        .filter(created_at__gte=since)
        .annotate(month=made, undone=undone)
        .filter(stays)
        .values("month", "method")
        .annotate(sum=Sum("amount"), count=Count("id"))
        .order_by()
    )
    for row in received:
        if month := months.get(timezone.localdate(row["month"])):
            getattr(month, _FLOW_OF_METHOD.get(row["method"], "other_methods")).add(row["sum"], row["count"])
    reversed_later = (
        source.reversed()
        .filter(taken_back_at__gte=since)
        .annotate(month=undone, made=made)
        .filter(made__lt=F("month"))
        .values("month")
        .annotate(sum=Sum("amount"), count=Count("id"))
        .order_by()
    )
    for row in reversed_later:
        if month := months.get(timezone.localdate(row["month"])):
            month.reversals.add(-row["sum"], row["count"])

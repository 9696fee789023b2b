"""The recount: compares our rows with Stripe's balance transactions, to the cent, by month and by payout.

Missing rows are copied first, so only what copying can't repair counts as a difference. The last two hours, and payouts
whose list is not final, are left for the next recount. Payments that were not made on this site are no difference:
months and payouts include their money as Stripe lists it. Months are Eastern.
"""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from typing import TypedDict

import stripe
from django.db.models import F, Q, QuerySet, Sum, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from common.batches import run_each
from notifications.planning import plan
from payments import money_emails
from payments.balance import BalanceEntry, entries_between, kind_of, link_payments, store_entries
from payments.balance_reconciliation import changed_payouts, first_month, sync_payouts
from payments.client import PaymentsUnavailable, client, translate_stripe_errors
from payments.ledger import sync_payment
from payments.models import BalanceKind, BalanceTransaction, Payment, PaymentStatus, Payout, Recount
from payments.values import from_cents, instant

# A charge may get its balance transaction up to an hour after it succeeded.
IN_PROGRESS_FOR = dt.timedelta(hours=2)
_CHARGES = (BalanceKind.CHARGE, BalanceKind.CHARGE_FAILURE)
_REFUNDS = (BalanceKind.REFUND, BalanceKind.REFUND_FAILURE)
_NOTHING = Decimal("0.00")


class Difference(TypedDict):
    """A difference. ``what`` is ``month``, ``payment`` or ``payout``; ``name`` says which one, and ``id`` is its ID at
    Stripe, blank for a month. ``stripe`` and ``ours`` are net amounts (US dollars) as text, and are equal if two errors
    cancel each other out."""

    what: str
    name: str
    id: str
    stripe: str
    ours: str


@dataclass(frozen=True)
class _Compared:
    """The fields of a balance transaction that have to be equal."""

    at: dt.datetime
    kind: BalanceKind
    amount: Decimal
    fee: Decimal

    @property
    def month(self) -> str:
        return f"{timezone.localtime(self.at):%Y-%m}"


def recount() -> Recount:
    """Compare everything, store the result, and email the office if the differences are not those of the last recount.

    Call it outside of transactions. Raises PaymentsUnavailable, and any error of fetching a suspicious row again.
    """
    since, until = first_month(), timezone.now() - IN_PROGRESS_FOR
    entries, payouts = entries_between(since, until), _payouts_between(since, until)
    _repair(entries, payouts, since, until)
    differences = [*_months(entries, since, until), *_payments(since, until), *_payouts(payouts, since, until)]
    before = Recount.objects.order_by("-checked_at", "-id").first()
    row = Recount.objects.create(checked_at=timezone.now(), matches=not differences, differences=differences)
    if differences and (before is None or before.differences != differences):
        plan(money_emails.recount_differs, occasion=str(row.id))
    return row


@translate_stripe_errors
def _payouts_between(since: dt.datetime, until: dt.datetime) -> dict[str, stripe.Payout]:
    created: stripe.params.PayoutListParamsCreated = {"gte": int(since.timestamp()), "lt": int(until.timestamp())}
    listed = client().v1.payouts.list({"created": created, "limit": 100}).auto_paging_iter()
    return {payout.id: payout for payout in listed}


def _repair(
    entries: list[BalanceEntry], payouts: dict[str, stripe.Payout], since: dt.datetime, until: dt.datetime
) -> None:
    """Copy missing rows, and fetch suspicious ones again."""
    store_entries(entries)
    link_payments()
    unlinked = BalanceTransaction.objects.filter(_in_window("occurred_at", since, until), payment=None)
    intents = set(unlinked.exclude(stripe_payment_intent_id="").values_list("stripe_payment_intent_id", flat=True))
    intents |= set(_suspicious(since, until).values_list("stripe_payment_intent_id", flat=True))
    errors = run_each(sorted(intents), sync_payment, outage=(PaymentsUnavailable,))
    ours = {row.stripe_id: row for row in Payout.objects.with_content().filter(stripe_id__in=payouts)}
    changed = [each for each, at_stripe in payouts.items() if _has_changed(at_stripe, ours.get(each))]
    errors += sync_payouts([*changed, *(each for each in changed_payouts(entries) if each not in changed)])
    if errors:
        raise errors[0]


def _has_changed(at_stripe: stripe.Payout, ours: Payout | None) -> bool:
    if ours is None or ours.status != at_stripe.status or ours.amount != from_cents(at_stripe.amount):
        return True
    if at_stripe.reconciliation_status != "completed":
        return False
    return not ours.complete or ours.content != ours.amount


def _months(entries: list[BalanceEntry], since: dt.datetime, until: dt.datetime) -> list[Difference]:
    """Compare each balance transaction, and return the months that differ with their net amounts without payouts."""
    at_stripe = {
        one.id: _Compared(instant(one.created), kind_of(one), from_cents(one.amount), from_cents(one.fee))
        for one in (entry.transaction for entry in entries)
    }
    rows = BalanceTransaction.objects.filter(_in_window("occurred_at", since, until))
    ours = {row.stripe_id: _Compared(row.occurred_at, BalanceKind(row.kind), row.amount, row.fee) for row in rows}
    different = {each for each in at_stripe.keys() | ours.keys() if at_stripe.get(each) != ours.get(each)}
    months = {(at_stripe.get(each) or ours[each]).month for each in different}
    return [_difference("month", month, "", _net(at_stripe, month), _net(ours, month)) for month in sorted(months)]


def _net(side: dict[str, _Compared], month: str) -> Decimal:
    counted = (each for each in side.values() if each.month == month and each.kind not in BalanceKind.TO_THE_BANK)
    return sum((each.amount - each.fee for each in counted), _NOTHING)


def _suspicious(since: dt.datetime, until: dt.datetime) -> QuerySet[Payment]:
    """Return payments of that time whose amounts differ from the sums of their balance transactions, with both."""

    def total(kinds: tuple[BalanceKind, ...]) -> Coalesce:
        return Coalesce(
            Sum("balance_transactions__amount", filter=Q(balance_transactions__kind__in=kinds)), Value(_NOTHING)
        )

    made = Payment.objects.filter(_in_window("succeeded_at", since, until), status=PaymentStatus.SUCCEEDED)
    summed = made.annotate(charged=total(_CHARGES), returned=total(_REFUNDS))
    return summed.exclude(charged=F("amount_received"), returned=-F("amount_refunded")).order_by("succeeded_at", "id")


def _payments(since: dt.datetime, until: dt.datetime) -> list[Difference]:
    return [
        _difference(
            "payment", each.description or each.purpose, each.stripe_payment_intent_id,
            each.charged + each.returned, each.amount_received - each.amount_refunded,  # type: ignore[attr-defined]
        )
        for each in _suspicious(since, until)
    ]  # fmt: skip


def _payouts(payouts: dict[str, stripe.Payout], since: dt.datetime, until: dt.datetime) -> list[Difference]:
    """Compare the payouts' amounts, and the sums of those whose list is final. A manual payout has no list."""
    rows = Payout.objects.with_content().filter(_in_window("created_at_stripe", since, until))
    ours = {row.stripe_id: row for row in rows}
    differences: list[Difference] = []
    for each in sorted(payouts.keys() | ours.keys()):
        row = ours.get(each)
        at_stripe = from_cents(payouts[each].amount) if each in payouts else _NOTHING
        counted = (row.content if row.complete else row.amount) if row else _NOTHING
        if not at_stripe == counted == (row.amount if row else None):
            name = f"{row.arrives_on:%Y-%m-%d}" if row else f"{instant(payouts[each].arrival_date):%Y-%m-%d}"
            differences.append(_difference("payout", name, each, at_stripe, counted))
    return differences


def _difference(what: str, name: str, identity: str, at_stripe: Decimal, ours: Decimal) -> Difference:
    return {"what": what, "name": name, "id": identity, "stripe": f"{at_stripe:.2f}", "ours": f"{ours:.2f}"}


def _in_window(field: str, since: dt.datetime, until: dt.datetime) -> Q:
    return Q(**{f"{field}__gte": since, f"{field}__lt": until})

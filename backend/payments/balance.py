"""Copies Stripe's balance transactions into our rows: those of a payment with its state, all others from Stripe's list.

Stripe never changes one, so they can be stored repeatedly and in any order.
"""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

import stripe
from django.db import transaction
from django.db.models import OuterRef, Q, Subquery

from payments.client import client, translate_stripe_errors
from payments.models import BalanceKind, BalanceTransaction, Payment, Refund
from payments.values import as_uuid, from_cents, id_of, instant, metadata_value


@dataclass(frozen=True)
class BalanceEntry:
    """A balance transaction, with the payment intent it belongs to (blank if none) and our refund, if it is of one."""

    transaction: stripe.BalanceTransaction
    intent_id: str = ""
    refund_id: UUID | None = None

    @property
    def source_id(self) -> str:
        """The ID of the object at Stripe that caused it; blank if none did."""
        return id_of(self.transaction.source)


def entries_for_charge(
    intent_id: str, charge: stripe.Charge, refunds: Iterable[stripe.Refund], disputes: Iterable[stripe.Dispute]
) -> list[BalanceEntry]:
    """Return the balance transactions of a charge, its refunds and its disputes, which have to be expanded.

    A charge may get its balance transaction only after it succeeded; the reconciliation then copies it.
    """
    found: list[BalanceEntry] = []
    if isinstance(charge.balance_transaction, stripe.BalanceTransaction):
        found.append(BalanceEntry(charge.balance_transaction, intent_id))
    for refund in refunds:
        ours = as_uuid(metadata_value(refund, "refund"))
        for each in (refund.balance_transaction, getattr(refund, "failure_balance_transaction", None)):
            if isinstance(each, stripe.BalanceTransaction):
                found.append(BalanceEntry(each, intent_id, ours))
    return found + [BalanceEntry(each, intent_id) for dispute in disputes for each in dispute.balance_transactions]


@translate_stripe_errors
def entries_between(since: dt.datetime, until: dt.datetime | None = None) -> list[BalanceEntry]:
    """Return all balance transactions from ``since`` until before ``until``. Raises PaymentsUnavailable."""
    created: stripe.params.BalanceTransactionListParamsCreated = {"gte": int(since.timestamp())}
    if until:
        created["lt"] = int(until.timestamp())
    return _listed({"created": created})


@translate_stripe_errors
def entries_in_payout(payout_id: str) -> list[BalanceEntry]:
    """Return the balance transactions in a payout, without the payout's own.

    Raises PaymentsUnavailable, and Refused for a payout that has no list.
    """
    return [entry for entry in _listed({"payout": payout_id}) if entry.source_id != payout_id]


def _listed(wanted: stripe.params.BalanceTransactionListParams) -> list[BalanceEntry]:
    pages = client().v1.balance_transactions.list({**wanted, "limit": 100, "expand": ["data.source"]})
    return [_with_source(each) for each in pages.auto_paging_iter()]


def _with_source(at_stripe: stripe.BalanceTransaction) -> BalanceEntry:
    source = at_stripe.source
    intent = id_of(source.payment_intent) if isinstance(source, stripe.Charge | stripe.Refund | stripe.Dispute) else ""
    ours = as_uuid(metadata_value(source, "refund")) if isinstance(source, stripe.Refund) else None
    return BalanceEntry(at_stripe, intent, ours)


@transaction.atomic
def store_entries(entries: Iterable[BalanceEntry]) -> None:
    """Store the entries that are new, and link them to our payments."""
    in_order = sorted(entries, key=lambda entry: entry.transaction.id)  # so that concurrent calls can't deadlock
    if not in_order:
        return
    refunds = set(Refund.objects.filter(id__in=[entry.refund_id for entry in in_order]).values_list("id", flat=True))
    rows = [_row(entry, refunds) for entry in in_order]
    BalanceTransaction.objects.bulk_create(rows, ignore_conflicts=True)
    link_payments(entry.intent_id for entry in in_order)


def link_payments(intents: Iterable[str] | None = None) -> None:
    """Link balance transactions that were stored before their payment to it: those of ``intents``, or all."""
    unlinked = BalanceTransaction.objects.filter(Q(payment=None) & ~Q(stripe_payment_intent_id=""))
    if intents is not None:
        unlinked = unlinked.filter(stripe_payment_intent_id__in=set(intents))
    matching = Payment.objects.filter(stripe_payment_intent_id=OuterRef("stripe_payment_intent_id"))
    known = Payment.objects.filter(stripe_payment_intent_id__in=unlinked.values("stripe_payment_intent_id"))
    unlinked.filter(stripe_payment_intent_id__in=known.values("stripe_payment_intent_id")).update(
        payment=Subquery(matching.values("id")[:1])
    )


def kind_of(at_stripe: stripe.BalanceTransaction) -> BalanceKind:
    """Return our kind for a balance transaction."""
    category = at_stripe.reporting_category
    return BalanceKind(category) if category in BalanceKind.values else BalanceKind.OTHER


def _row(entry: BalanceEntry, refunds: set[UUID]) -> BalanceTransaction:
    at_stripe = entry.transaction
    return BalanceTransaction(
        stripe_id=at_stripe.id,
        kind=kind_of(at_stripe),
        refund_id=entry.refund_id if entry.refund_id in refunds else None,
        amount=from_cents(at_stripe.amount),
        fee=from_cents(at_stripe.fee),
        net=from_cents(at_stripe.net),
        occurred_at=instant(at_stripe.created),
        available_at=instant(at_stripe.available_on),
        description=at_stripe.description or "",
        source_id=entry.source_id,
        stripe_payment_intent_id=entry.intent_id,
    )

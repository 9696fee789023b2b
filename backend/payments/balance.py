"""Stripe's balance transactions, copied into our rows: a payment's with its state, all others from Stripe's list.

Stripe never changes one, so storing it again changes nothing, in whatever order and however often it arrives.
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
from payments.values import as_uuid, from_cents, instant, metadata_value


@dataclass(frozen=True)
class Booked:
    """A balance transaction, with the payment intent it belongs to (blank if none) and our refund, if it is of one."""

    transaction: stripe.BalanceTransaction
    intent_id: str = ""
    refund_id: UUID | None = None

    @property
    def source_id(self) -> str:
        """The ID of the object at Stripe that caused it; blank if none did."""
        return _id(self.transaction.source)


def booked_for_charge(intent_id: str, charge: stripe.Charge, disputes: Iterable[stripe.Dispute]) -> list[Booked]:
    """Return what Stripe has booked for a charge, its refunds and its disputes. Their ``balance_transaction`` has to be
    expanded. Stripe may book a charge only after it said that it succeeded, and the reconciliation copies that."""
    found: list[Booked] = []
    if isinstance(charge.balance_transaction, stripe.BalanceTransaction):
        found.append(Booked(charge.balance_transaction, intent_id))
    for refund in charge.refunds.data if charge.refunds else ():
        ours = as_uuid(metadata_value(refund, "refund"))
        for booked in (refund.balance_transaction, getattr(refund, "failure_balance_transaction", None)):
            if isinstance(booked, stripe.BalanceTransaction):
                found.append(Booked(booked, intent_id, ours))
    return found + [Booked(booked, intent_id) for dispute in disputes for booked in dispute.balance_transactions]


@translate_stripe_errors
def booked_between(since: dt.datetime, until: dt.datetime | None = None) -> list[Booked]:
    """Return everything that Stripe booked from ``since`` until before ``until``. Raises PaymentsUnavailable."""
    created: stripe.params.BalanceTransactionListParamsCreated = {"gte": int(since.timestamp())}
    if until:
        created["lt"] = int(until.timestamp())
    return _listed({"created": created})


@translate_stripe_errors
def booked_in_payout(payout_id: str) -> list[Booked]:
    """Return what a payout took to the bank, without its own transaction. Raises PaymentsUnavailable, and Refused for a
    payout that has no list."""
    return [booked for booked in _listed({"payout": payout_id}) if booked.source_id != payout_id]


def _listed(wanted: stripe.params.BalanceTransactionListParams) -> list[Booked]:
    pages = client().v1.balance_transactions.list({**wanted, "limit": 100, "expand": ["data.source"]})
    return [_with_source(booked) for booked in pages.auto_paging_iter()]


def _with_source(booked: stripe.BalanceTransaction) -> Booked:
    source = booked.source
    intent = _id(source.payment_intent) if isinstance(source, stripe.Charge | stripe.Refund | stripe.Dispute) else ""
    ours = as_uuid(metadata_value(source, "refund")) if isinstance(source, stripe.Refund) else None
    return Booked(booked, intent, ours)


@transaction.atomic
def store(booked: Iterable[Booked]) -> None:
    """Store what is not stored yet, and connect it with our payments."""
    wanted = sorted(booked, key=lambda each: each.transaction.id)  # in one order, so that no two wait for each other
    if not wanted:
        return
    refunds = set(Refund.objects.filter(id__in=[each.refund_id for each in wanted]).values_list("id", flat=True))
    rows = [_row(each, refunds) for each in wanted]
    BalanceTransaction.objects.bulk_create(rows, ignore_conflicts=True)
    connect_payments(each.intent_id for each in wanted if each.intent_id)


def connect_payments(intents: Iterable[str] | None = None) -> None:
    """Connect rows with their payment, of these payment intents or all, that were stored before it was."""
    alone = BalanceTransaction.objects.filter(Q(payment=None) & ~Q(stripe_payment_intent_id=""))
    if intents is not None:
        alone = alone.filter(stripe_payment_intent_id__in=set(intents))
    theirs = Payment.objects.filter(stripe_payment_intent_id=OuterRef("stripe_payment_intent_id"))
    known = Payment.objects.filter(stripe_payment_intent_id__in=alone.values("stripe_payment_intent_id"))
    alone.filter(stripe_payment_intent_id__in=known.values("stripe_payment_intent_id")).update(
        payment=Subquery(theirs.values("id")[:1])
    )


def kind_of(at_stripe: stripe.BalanceTransaction) -> BalanceKind:
    """Return our kind for a balance transaction."""
    category = at_stripe.reporting_category
    return BalanceKind(category) if category in BalanceKind.values else BalanceKind.OTHER


def _row(booked: Booked, refunds: set[UUID]) -> BalanceTransaction:
    at_stripe = booked.transaction
    return BalanceTransaction(
        stripe_id=at_stripe.id,
        kind=kind_of(at_stripe),
        refund_id=booked.refund_id if booked.refund_id in refunds else None,
        amount=from_cents(at_stripe.amount),
        fee=from_cents(at_stripe.fee),
        net=from_cents(at_stripe.net),
        occurred_at=instant(at_stripe.created),
        available_at=instant(at_stripe.available_on),
        description=at_stripe.description or "",
        source_id=booked.source_id,
        stripe_payment_intent_id=booked.intent_id,
    )


def _id(reference: object) -> str:
    return reference if isinstance(reference, str) else getattr(reference, "id", "") or ""

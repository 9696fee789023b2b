"""Copies Stripe's payouts and the transactions in each into our rows."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

import stripe
from django.utils import timezone

from notifications.planning import plan
from payments import money_emails
from payments.balance import BalanceEntry, entries_in_payout, store_entries
from payments.client import client, translate_stripe_errors
from payments.latest_state import apply_latest_state
from payments.models import BalanceTransaction, Payout, PayoutStatus
from payments.values import from_cents, instant


@dataclass(frozen=True)
class _Fetched:
    payout: stripe.Payout
    entries: list[BalanceEntry] | None  # None if there is nothing new, or Stripe has no finished list


def sync_payout(payout_id: str) -> bool:
    """Copy a payout's current state, and its transactions once Stripe's list of them is final. Email the office if the
    bank returned the payout.

    Return whether the payout exists at Stripe. Raises PaymentsUnavailable.
    """
    return apply_latest_state(payout_id, lambda: _fetch(payout_id), _apply)


def _fetch(payout_id: str) -> _Fetched:
    payout = _payout(payout_id)
    is_final = payout.automatic and payout.reconciliation_status == "completed"
    row = Payout.objects.with_content().filter(stripe_id=payout_id).first()
    is_copied = row is not None and row.complete and row.content == row.amount  # a final list never grows
    return _Fetched(payout, entries_in_payout(payout_id) if is_final and not is_copied else None)


@translate_stripe_errors
def _payout(payout_id: str) -> stripe.Payout:
    return client().v1.payouts.retrieve(payout_id)


def _apply(fetched: _Fetched) -> None:
    at_stripe = fetched.payout
    values: dict[str, Any] = {
        "amount": from_cents(at_stripe.amount),
        "status": at_stripe.status,
        "automatic": at_stripe.automatic,
        "created_at_stripe": instant(at_stripe.created),
        "arrives_on": dt.datetime.fromtimestamp(at_stripe.arrival_date, dt.UTC).date(),  # midnight UTC of that day
        "failure_message": at_stripe.failure_message or "",
    }
    if fetched.entries is not None:
        values["complete"] = True
    before = Payout.objects.filter(stripe_id=at_stripe.id).values_list("status", flat=True).first()
    returned = at_stripe.status == PayoutStatus.FAILED != before
    if returned:
        values["failed_at"] = timezone.now()
    row, _ = Payout.objects.update_or_create(stripe_id=at_stripe.id, defaults=values)
    if fetched.entries is not None:
        store_entries(fetched.entries)
        ids = [entry.transaction.id for entry in fetched.entries]
        BalanceTransaction.objects.filter(stripe_id__in=ids).update(payout=row)
    if returned:
        plan(money_emails.payout_failed, occasion=row.stripe_id)

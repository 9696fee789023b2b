"""Stripe's payouts, copied into our rows with what each took to the bank."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

import stripe
from django.utils import timezone

from notifications.planning import plan
from payments import emails
from payments.balance import Booked, booked_in_payout, store
from payments.client import Refused, client, translate_stripe_errors
from payments.latest_state import apply_latest_state
from payments.models import BalanceTransaction, Payout, PayoutStatus
from payments.values import from_cents, instant


@dataclass(frozen=True)
class _Fetched:
    payout: stripe.Payout
    content: list[Booked] | None  # None: Stripe has not finished its list, or makes none


def sync_payout(payout_id: str) -> bool:
    """Copy a payout's current state, and what is in it once Stripe says so. Tell the office if the bank returned it.

    Return whether it exists at Stripe. Raises PaymentsUnavailable.
    """
    try:
        apply_latest_state(payout_id, lambda: _fetch(payout_id), _apply)
    except Refused as refusal:
        if refusal.missing:
            return False
        raise
    return True


def _fetch(payout_id: str) -> _Fetched:
    payout = _payout(payout_id)
    listed = payout.automatic and payout.reconciliation_status == "completed"
    row = Payout.objects.with_content().filter(stripe_id=payout_id).first()
    known = row is not None and row.complete and row.content == row.amount  # nothing is added to a finished list
    return _Fetched(payout, booked_in_payout(payout_id) if listed and not known else None)


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
    if fetched.content is not None:
        values["complete"] = True
    before = Payout.objects.filter(stripe_id=at_stripe.id).values_list("status", flat=True).first()
    returned = at_stripe.status == PayoutStatus.FAILED != before
    if returned:
        values["failed_at"] = timezone.now()
    row, _ = Payout.objects.update_or_create(stripe_id=at_stripe.id, defaults=values)
    if fetched.content is not None:
        store(fetched.content)
        ids = [booked.transaction.id for booked in fetched.content]
        BalanceTransaction.objects.filter(stripe_id__in=ids).update(payout=row)
    if returned:
        plan(emails.payout_failed, occasion=row.stripe_id)

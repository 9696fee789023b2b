"""The reconciliation's steps for the balance at Stripe: what was booked since the last look, and unfinished payouts."""

import datetime as dt
from collections.abc import Iterable

from django.db.models import Q
from django.utils import timezone

from common.batches import run_each
from common.days import eastern, first_days
from payments.balance import Booked, booked_between, connect_payments, store
from payments.client import PaymentsUnavailable
from payments.models import BalanceKind, Payout, PayoutStatus, ReconciliationCheckpoint
from payments.payouts import sync_payout

# Stripe lists what it books some minutes later, and clocks differ.
OVERLAP = dt.timedelta(hours=1)
# This many months of the balance are copied at first, and compared by the recount: the current one and those before it.
MONTHS = 6
# A payout that has not ended after this time never will.
UNFINISHED_FOR = dt.timedelta(days=30)
_ENDED = (PayoutStatus.FAILED, PayoutStatus.CANCELED)


def first_month() -> dt.datetime:
    """Return when the oldest month begins (Eastern) whose balance is copied and compared."""
    return eastern(first_days(timezone.localdate(), MONTHS)[0], dt.time())


def read_balance() -> list[Exception]:
    """Store everything that Stripe booked since the last look, with the payouts it tells of. Return what failed, in
    which case the next look begins at the same moment. Raises PaymentsUnavailable."""
    began = timezone.now()
    known = ReconciliationCheckpoint.objects.values_list("balance_until", flat=True).first()
    booked = booked_between(known - OVERLAP if known else first_month())
    store(booked)
    connect_payments()
    errors = sync_payouts(changed_payouts(booked))
    if not errors:
        ReconciliationCheckpoint.objects.filter(id=True).update(balance_until=began)
    return errors


def sync_unfinished_payouts() -> list[Exception]:
    """Fetch payouts that have not arrived, or whose list Stripe had not finished. Return what failed."""
    unfinished = Q(status__in=(PayoutStatus.PENDING, PayoutStatus.IN_TRANSIT)) | Q(automatic=True, complete=False)
    recent = Payout.objects.filter(unfinished, created_at_stripe__gte=timezone.now() - UNFINISHED_FOR)
    return sync_payouts(recent.order_by("created_at_stripe", "id").values_list("stripe_id", flat=True))


def sync_payouts(ids: Iterable[str]) -> list[Exception]:
    """Fetch these payouts, and return what failed."""
    return run_each(ids, sync_payout, outage=(PaymentsUnavailable,))


def changed_payouts(booked: Iterable[Booked]) -> list[str]:
    """Return the IDs of payouts that we don't have, or that the bank returned without our knowing."""
    made = {each.source_id for each in booked if each.transaction.reporting_category == BalanceKind.PAYOUT}
    returned = {each.source_id for each in booked if each.transaction.reporting_category == BalanceKind.PAYOUT_REVERSAL}
    known = dict(Payout.objects.filter(stripe_id__in=made | returned).values_list("stripe_id", "status"))
    return sorted((made - known.keys()) | {each for each in returned if known.get(each) not in _ENDED})

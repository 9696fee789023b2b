"""Reconciliation steps for the balance at Stripe: new balance transactions and unfinished payouts."""

import datetime as dt
from collections.abc import Iterable

from django.db.models import Q
from django.utils import timezone

from common.batches import run_each
from common.days import first_days, midnight
from payments.balance import BalanceEntry, entries_between, link_payments, store_entries
from payments.client import PaymentsUnavailable
from payments.models import BalanceKind, Payout, PayoutStatus, ReconciliationCheckpoint
from payments.payouts import sync_payout

# Stripe lists a balance transaction minutes after creating it, and clocks differ.
OVERLAP = dt.timedelta(hours=1)
# How many months, including the current one, the first run copies and the recount compares.
MONTHS = 6
# A payout that is still unfinished after this time is no longer fetched.
UNFINISHED_FOR = dt.timedelta(days=30)
_ENDED = (PayoutStatus.FAILED, PayoutStatus.CANCELED)


def first_month() -> dt.datetime:
    """Return the start (Eastern) of the oldest month whose balance is copied and compared."""
    return midnight(first_days(timezone.localdate(), MONTHS)[0])


def read_balance() -> list[Exception]:
    """Store all balance transactions since the last run, and the payouts they name. Return the errors.

    After an error, the next run starts from the same moment. Raises PaymentsUnavailable.
    """
    began = timezone.now()
    known = ReconciliationCheckpoint.objects.values_list("balance_until", flat=True).first()
    entries = entries_between(known - OVERLAP if known else first_month())
    store_entries(entries)
    link_payments()
    errors = sync_payouts(changed_payouts(entries))
    if not errors:
        ReconciliationCheckpoint.objects.filter(id=True).update(balance_until=began)
    return errors


def sync_unfinished_payouts() -> list[Exception]:
    """Fetch payouts that have not arrived, or whose list was not final. Return the errors."""
    unfinished = Q(status__in=(PayoutStatus.PENDING, PayoutStatus.IN_TRANSIT)) | Q(automatic=True, complete=False)
    recent = Payout.objects.filter(unfinished, created_at_stripe__gte=timezone.now() - UNFINISHED_FOR)
    return sync_payouts(recent.order_by("created_at_stripe", "id").values_list("stripe_id", flat=True))


def sync_payouts(ids: Iterable[str]) -> list[Exception]:
    """Fetch these payouts. Return the errors."""
    return run_each(ids, sync_payout, outage=(PaymentsUnavailable,))


def changed_payouts(entries: Iterable[BalanceEntry]) -> list[str]:
    """Return the IDs of payouts that we don't have, or that the bank returned and our row doesn't say so."""
    sources = [(entry.transaction.reporting_category, entry.source_id) for entry in entries]
    made = {source_id for category, source_id in sources if category == BalanceKind.PAYOUT}
    returned = {source_id for category, source_id in sources if category == BalanceKind.PAYOUT_REVERSAL}
    known = dict(Payout.objects.filter(stripe_id__in=made | returned).values_list("stripe_id", "status"))
    return sorted((made - known.keys()) | {each for each in returned if known.get(each) not in _ENDED})

"""Payouts and the balance transactions in each."""

from typing import Any
from uuid import UUID

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.shortcuts import get_object_or_404

from common.ordering import ByColumn, parse_instant
from common.pagination import read_page
from desk.money.naming import Named, name_all, with_payers
from payments.models import BalanceTransaction, Payout

NEWEST_PAYOUT = ByColumn("-createdAtStripe", "created_at_stripe", parse_instant, descending=True)
NEWEST_ENTRY = ByColumn("-occurredAt", "occurred_at", parse_instant, descending=True)


def payouts() -> QuerySet[Payout]:
    """Return all payouts, each with the number of its ``entries``."""
    entries = BalanceTransaction.objects.filter(payout=OuterRef("id")).order_by().values("payout")
    counted = entries.annotate(number=Count("id")).values("number")
    return Payout.objects.annotate(entries=Coalesce(Subquery(counted), 0))


def read_entries(payout_id: UUID, size: int, after: tuple[Any, ...] | None) -> list[Named]:
    """Return a page of a payout's entries, newest first. Raises Http404."""
    payout = get_object_or_404(Payout, id=payout_id)
    rows = read_page(with_payers(payout.transactions.all()), NEWEST_ENTRY, size, after)
    return name_all(rows)

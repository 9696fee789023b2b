"""A customer's payment history: all payments by card, check and cash, in one list over the tables of several apps."""

import datetime as dt
from dataclasses import dataclass, fields
from decimal import Decimal
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import BooleanField, ExpressionWrapper, F, Q, QuerySet, Value
from django.db.models.expressions import Combinable

from accounts.models import User
from common.ordering import ByColumn, parse_instant
from common.pagination import Listing, first_rows, read_page
from common.written_once import read_of
from payments import hooks
from payments.models import DISPUTES_LOST, Payment, PaymentAssignee

LATEST = ByColumn("-paidAt", "paid_at", parse_instant, descending=True)
CARD = "card"


@dataclass(frozen=True)
class Paid:
    """One payment (US dollars). ``subject`` is its purpose (``payments.hooks``), and ``subject_id`` the row that was
    paid for. ``reversed``: staff recorded it and later reversed it, so it does not count. ``disputed``: its bank wants
    it back, or got it back; ``dispute_lost``: for good.
    """

    id: UUID
    paid_at: dt.datetime
    what: str
    paid: Decimal
    refunded: Decimal
    method: str
    brand: str
    last4: str
    wallet: str
    subject: str
    subject_id: UUID | None
    reversed: bool
    disputed: bool
    dispute_lost: bool

    @property
    def receipt_path(self) -> str | None:
        """The path of its receipt: Stripe's page for a card payment, otherwise the document of an invoice."""
        if self.method == CARD:
            return f"/api/payments/{self.id}/receipt"
        return hooks.document_path(self.subject, self.subject_id) if self.subject_id else None


_COLUMNS = [field.name for field in fields(Paid)]


def history_of(user: User) -> Listing:
    """Return the list of the user's payments, latest first."""
    return Listing(LATEST, partial(_read, user.pk))


def _read(user_id: UUID, size: int, after: tuple[Any, ...] | None) -> list[Paid]:
    if after is None:
        return [Paid(*row) for row in read_of(("paid", size), lambda id_: _first_page(id_, size), user_id)]
    return [Paid(*row) for row in read_page(_partitions(user_id), LATEST, size, after)]


def _first_page(user_id: UUID, size: int) -> QuerySet[Any]:
    return first_rows(_partitions(user_id), LATEST, size)


def _partitions(user_id: UUID) -> list[QuerySet[Any]]:
    user = User(id=user_id)
    by_card = map(_as_paid, paid_by_card(user))
    return [rows.values_list(*_COLUMNS) for rows in (*by_card, *hooks.recorded_payments(user))]


def paid_by_card(user: User) -> list[QuerySet[Payment]]:
    """Return the user's successful card payments in several querysets, none of them twice.

    The user paid while signed in, or now owns what was paid for or what staff assigned the payment to.
    """
    conditions = [Q(user=user), _assigned(PaymentAssignee.USER, [user.pk])]
    for name, ids in hooks.owned_rows(user):
        conditions += [Q(user=None, purpose=name, reference__in=ids), _assigned(name, ids)]
    return [Payment.objects.filter(condition, succeeded_at__isnull=False) for condition in conditions]


def as_recorded(rows: QuerySet[Any], *, what: Combinable, subject: str, subject_id: F) -> QuerySet[Any]:
    """Return the ``ReceivedPayment`` rows that staff recorded, with the columns of ``Paid``.

    ``what`` says what was paid for, and ``subject_id`` is the ID of its row.
    """
    blank = Value("")
    recorded: QuerySet[Any] = rows.filter(payment=None).annotate(
        paid_at=F("created_at"),
        what=what,
        paid=F("amount"),
        refunded=F("amount_refunded"),
        brand=blank,
        last4=blank,
        wallet=blank,
        subject=Value(subject),
        subject_id=subject_id,
        reversed=ExpressionWrapper(Q(taken_back_at__isnull=False), output_field=BooleanField()),
    )
    return recorded


def _assigned(kind: str, ids: Any) -> Q:
    return Q(user=None, reference=None, assigned_kind=kind, assigned_id__in=ids)


def _as_paid(rows: QuerySet[Payment]) -> QuerySet[Payment]:
    return rows.annotate(
        paid_at=F("succeeded_at"),
        what=F("description"),
        paid=F("amount_received"),
        refunded=F("amount_refunded"),
        method=Value(CARD),
        brand=F("card_brand"),
        last4=F("card_last4"),
        wallet=F("card_wallet"),
        subject=F("purpose"),
        subject_id=F("reference"),
        reversed=Value(False),
        dispute_lost=ExpressionWrapper(Q(dispute_status__in=DISPUTES_LOST), output_field=BooleanField()),
    )

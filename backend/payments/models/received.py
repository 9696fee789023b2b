"""Payments on invoices and tree orders: by card through Stripe, or by check or cash, recorded by staff."""

import datetime as dt
from decimal import Decimal
from typing import Self, TypeVar
from uuid import UUID

from django.db import models
from django.db.models import F, Q

from accounts.models import User
from common.models import Record
from payments.models.payment import Payment

# A part of the payment is owed back to the customer (see common.literals).
OWED_PAYMENTS = Q(owed_since__isnull=False)
# Recorded by staff, whether or not it was reversed later.
RECORDED_PAYMENTS = Q(payment=None)
REVERSED_PAYMENTS = Q(taken_back_at__isnull=False)


class PaymentMethod(models.TextChoices):
    CARD = "card"
    CHECK = "check"
    CASH = "cash"
    BANK_TRANSFER = "bank_transfer"
    OTHER = "other"


R = TypeVar("R", bound="ReceivedPayment")


class ReceivedPaymentQuerySet(models.QuerySet[R]):
    """Payments on an invoice or a tree order."""

    def counted(self) -> Self:
        """Return payments that count, which are those that were not reversed."""
        return self.filter(taken_back_at=None)


class ReceivedPayment(Record):
    """A payment on an invoice or a tree order (US dollars): by card through Stripe, or recorded by an administrator.

    Each app has its own table, which adds what was paid for and ``payment``, the card payment if it is one. A recorded
    payment that failed later, such as a bounced check, is reversed: it stays on record but no longer counts.
    ``disputed``: a dispute is open or lost; ``dispute_lost``: the bank has decided, and the money is gone.
    ``amount_owed`` has been owed back since ``owed_since``; ``amount_kept`` was owed back until staff kept it for
    ``kept_reason``. The functions in ``payments.received`` change them.
    """

    payment: "models.OneToOneField[Payment | None, Payment | None]"
    payment_id: UUID | None

    method = models.CharField(max_length=20, choices=PaymentMethod)
    amount = models.DecimalField(max_digits=10, decimal_places=2)
    amount_refunded = models.DecimalField(max_digits=10, decimal_places=2, default=Decimal("0.00"))
    disputed = models.BooleanField(default=False)
    dispute_lost = models.BooleanField(default=False, db_default=False)
    note = models.CharField(max_length=500, blank=True)
    recorded_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    # When the customer was sent the receipt.
    receipt_at = models.DateTimeField(null=True, blank=True)
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    taken_back_note = models.CharField(max_length=500, blank=True)
    amount_owed = models.DecimalField(max_digits=10, decimal_places=2, default=Decimal("0.00"), db_default=0)
    owed_since = models.DateTimeField(null=True, blank=True)
    amount_kept = models.DecimalField(max_digits=10, decimal_places=2, default=Decimal("0.00"), db_default=0)
    kept_at = models.DateTimeField(null=True, blank=True)
    kept_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    kept_reason = models.CharField(max_length=500, blank=True, db_default="")

    class Meta:
        abstract = True
        indexes = [
            models.Index(fields=["owed_since", "id"], name="%(class)s_owed", condition=OWED_PAYMENTS),
            models.Index(fields=["created_at", "id"], name="%(class)s_recorded", condition=RECORDED_PAYMENTS),
            models.Index(fields=["taken_back_at", "id"], name="%(class)s_reversed", condition=REVERSED_PAYMENTS),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(method__in=PaymentMethod.values), name="%(class)s_method_known"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="%(class)s_amount_positive"),
            models.CheckConstraint(
                condition=Q(amount_refunded__gte=0, amount_refunded__lte=F("amount")),
                name="%(class)s_refund_within_amount",
            ),
            models.CheckConstraint(
                condition=Q(amount_owed=0, owed_since=None) | Q(amount_owed__gt=0, owed_since__isnull=False),
                name="%(class)s_owed_has_its_time",
            ),
            models.CheckConstraint(
                condition=Q(amount_kept=0, kept_at=None, kept_by=None)
                | Q(amount_kept__gt=0, kept_at__isnull=False, kept_by__isnull=False),
                name="%(class)s_kept_by_somebody",
            ),
            # Card payments are refunded at Stripe instead.
            models.CheckConstraint(
                condition=Q(taken_back_at=None, taken_back_by=None)
                | Q(taken_back_at__isnull=False, taken_back_by__isnull=False, payment=None),
                name="%(class)s_taken_back_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.amount} by {self.method}"

    @property
    def recorded_by_name(self) -> str:
        """The administrator who recorded it; blank if Stripe reported it."""
        return _staff_name(self.recorded_by)

    @property
    def taken_back_by_name(self) -> str:
        """The administrator who reversed it; blank if no one did."""
        return _staff_name(self.taken_back_by)

    @property
    def kept_by_name(self) -> str:
        """The administrator who kept it; blank if no one did."""
        return _staff_name(self.kept_by)

    @property
    def received_at(self) -> dt.datetime:
        """When the money was received: for a card payment, when it was made, which Stripe may report late; otherwise
        when staff recorded it.
        """
        return self.payment.received_at if self.payment else self.created_at

    @property
    def refundable(self) -> Decimal:
        """The amount that can still be refunded at Stripe, 0 unless it was made by card."""
        return self.payment.refundable if self.payment else Decimal("0.00")

    @property
    def offered_refund(self) -> Decimal:
        """The amount that staff can refund now (``Payment.offered_refund``), 0 unless it was made by card."""
        return self.payment.offered_refund if self.payment else Decimal("0.00")

    @property
    def how_paid(self) -> str:
        """How it was paid, to follow a word or an amount: " by card", " in cash", or "" for another way."""
        if self.method == PaymentMethod.OTHER:
            return ""
        return " in cash" if self.method == PaymentMethod.CASH else f" by {PaymentMethod(self.method).label.lower()}"

    @property
    def unrefunded(self) -> Decimal:
        """The amount left after refunds."""
        return self.amount - self.amount_refunded

    @property
    def lost(self) -> Decimal:
        """The amount that the customer's bank has returned to them for good."""
        return self.unrefunded if self.dispute_lost else Decimal("0.00")

    @property
    def still_kept(self) -> Decimal:
        """The amount that staff kept, less what was refunded after all; 0 while the payment counts as disputed."""
        return Decimal("0.00") if self.disputed else min(self.amount_kept, self.unrefunded)


def _staff_name(user: User | None) -> str:
    return user.staff_name if user else ""

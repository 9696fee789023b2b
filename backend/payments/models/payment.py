"""Card payments. Rows follow the state at Stripe; staff assign them, refund them and keep what seems owed back."""

import datetime as dt
from decimal import Decimal
from typing import Self
from uuid import UUID

from django.db import models
from django.db.models import F, Prefetch, Q
from django.utils import timezone

from accounts.models import OwnedQuerySet, User
from common.models import KeptForBooks, Record, newest_first
from common.statuses import Badge, Mark, Status, Tone, group
from payments.models.dispute import DISPUTED_PAYMENTS, DISPUTES_LOST
from payments.models.refund import Refund


class PaymentStatus(Status):
    """The status of a payment. A declined card leaves it ``open``, since the customer may try another."""

    OPEN = "open", Badge(Tone.AMBER, Mark.RING)
    PROCESSING = "processing", Badge(Tone.BLUE)
    SUCCEEDED = "succeeded", Badge(Tone.EVERGREEN)
    CANCELED = "canceled", Badge(Tone.DIM)

    # Stripe may still collect it.
    UNSETTLED = group(OPEN, PROCESSING)


# Payments that were refunded, are disputed, or whose refund or last card failed (see common.literals).
PAYMENTS_IN_TROUBLE = (
    Q(disputed=True)
    | Q(amount_refunded__gt=0)
    | Q(refund_failed__gt=0)
    | (Q(status=PaymentStatus.OPEN) & ~Q(failure_message=""))
)


class PaymentAssignee(models.TextChoices):
    """The kind of row that staff assigned a payment to that was made for nothing we know."""

    QUOTE = "quote"
    TREE_ORDER = "tree_order"
    USER = "user"


# When the business has to act on a payment: 24 hours after it succeeded if we don't know what it is for, 24 hours after
# a refund failed unless the payment is disputed, and 48 hours before the bank's deadline for a response to a dispute.
# Staff have looked into a signed-in customer's payment once it was disputed, refunded or kept, and nobody can say what
# an erased customer's was for. A generated column needs an immutable expression, so the intervals are added to times
# without a time zone.
_ACT_BY = """
    LEAST(
        CASE WHEN reference IS NULL AND assigned_at IS NULL AND amount_refunded < amount_received
            AND (user_id IS NULL OR dispute_reason = '' AND amount_refunded + amount_refunding = 0 AND kept_at IS NULL
                AND NOT erased)
        THEN succeeded_at AT TIME ZONE 'UTC' + interval '24 hours' END,
        CASE WHEN NOT disputed THEN refund_failed_at AT TIME ZONE 'UTC' + interval '24 hours' END,
        bank_deadline AT TIME ZONE 'UTC' - interval '48 hours'
    ) AT TIME ZONE 'UTC'
"""
PENDING_PAYMENTS = Q(act_by__isnull=False)


class PaymentQuerySet(OwnedQuerySet["Payment"]):
    """Card payments."""

    def processing(self, purpose: str) -> Self:
        """Return the payments for this purpose that a bank is still processing."""
        return self.filter(purpose=purpose, status=PaymentStatus.PROCESSING)

    def for_desk(self) -> Self:
        """Fetch the related rows that administrators see, in two queries."""
        refunds = Refund.objects.select_related("requested_by").order_by("created_at", "id")
        return self.select_related("assigned_by", "kept_by").prefetch_related(Prefetch("refunds", refunds))


class Payment(KeptForBooks, Record):
    """One payment intent at Stripe: who pays, for what, and the outcome. Money in US dollars.

    ``purpose`` is the name under which an app registered in ``payments.hooks``; ``reference`` is that app's row. The
    row is stored before the intent is created, and its ID is the idempotency key of that request.

    ``disputed``: a dispute is open or lost. ``dispute_reason`` and ``dispute_status`` are Stripe's values for the last
    dispute, even one we won. ``bank_deadline`` is when the bank needs our response, None if it isn't waiting for one.

    ``assigned_…``: what staff assigned a payment without a reference to, who did it and when.
    ``amount_refunding``: requested refunds that Stripe has not confirmed. ``refund_failed``: the amount of failed
    refunds, the latest at ``refund_failed_at``, until it is refunded again or staff keep it (``kept_…``).

    ``receipt_email`` and ``payer_name`` are what the payer entered in the card form: unverified, and the address may
    have a typo. ``card_…`` are Stripe's names for the card and its wallet (``apple_pay``).
    """

    user = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.PROTECT, related_name="payments", db_index=False
    )
    purpose = models.CharField(max_length=30)
    reference = models.UUIDField(null=True, blank=True)
    description = models.CharField(max_length=500, blank=True)
    amount = models.DecimalField(max_digits=10, decimal_places=2)
    amount_received = models.DecimalField(max_digits=10, decimal_places=2, default=0)
    amount_refunded = models.DecimalField(max_digits=10, decimal_places=2, default=0)
    amount_refunding = models.DecimalField(max_digits=10, decimal_places=2, default=0, db_default=0)
    refund_failed = models.DecimalField(max_digits=10, decimal_places=2, default=Decimal("0.00"), db_default=0)
    refund_failed_at = models.DateTimeField(null=True, blank=True)
    kept_at = models.DateTimeField(null=True, blank=True)
    kept_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False)
    kept_reason = models.CharField(max_length=500, blank=True, db_default="")
    receipt_email = models.CharField(max_length=500, blank=True, db_default="")
    payer_name = models.CharField(max_length=200, blank=True, db_default="")
    status = models.CharField(max_length=20, choices=PaymentStatus, default=PaymentStatus.OPEN)
    failure_message = models.TextField(blank=True)
    disputed = models.BooleanField(default=False)
    dispute_reason = models.CharField(max_length=100, blank=True, db_default="")
    dispute_status = models.CharField(max_length=100, blank=True, db_default="")
    stripe_payment_intent_id = models.CharField(max_length=255, blank=True)
    card_brand = models.CharField(max_length=30, blank=True, db_default="")
    card_last4 = models.CharField(max_length=4, blank=True, db_default="")
    card_wallet = models.CharField(max_length=30, blank=True, db_default="")
    succeeded_at = models.DateTimeField(null=True, blank=True)
    checked_at = models.DateTimeField(null=True, blank=True)  # when the reconciliation last asked Stripe
    bank_deadline = models.DateTimeField(null=True, blank=True)
    assigned_kind = models.CharField(max_length=20, choices=PaymentAssignee, blank=True, db_default="")
    assigned_id = models.UUIDField(null=True, blank=True)
    assigned_at = models.DateTimeField(null=True, blank=True)
    assigned_by = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    act_by = models.GeneratedField(
        expression=models.Func(template=" ".join(_ACT_BY.split()), output_field=models.DateTimeField()),
        output_field=models.DateTimeField(),
        db_persist=True,
    )

    objects = PaymentQuerySet.as_manager()

    class Meta:
        indexes = [
            newest_first("payment_new"),
            newest_first("payment_user_new", "user"),
            models.Index(
                fields=["user", "-succeeded_at", "-id"],
                name="payment_user_paid",
                condition=Q(succeeded_at__isnull=False),
            ),
            models.Index(fields=["purpose", "reference"], name="payment_reference"),
            models.Index(
                fields=["checked_at"], name="payment_unsettled", condition=Q(status__in=PaymentStatus.UNSETTLED)
            ),
            models.Index(fields=["-created_at", "-id"], name="payment_trouble_new", condition=PAYMENTS_IN_TROUBLE),
            models.Index(fields=["bank_deadline", "id"], name="payment_disputes", condition=DISPUTED_PAYMENTS),
            models.Index(fields=["act_by", "id"], name="payment_act_by", condition=PENDING_PAYMENTS),
            models.Index(fields=["assigned_id"], name="payment_assigned", condition=Q(assigned_id__isnull=False)),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(status__in=PaymentStatus.values), name="payment_status_known"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="payment_amount_positive"),
            models.CheckConstraint(
                condition=Q(amount_refunded__gte=0, amount_refunded__lte=F("amount_received")),
                name="payment_refund_within_received",
            ),
            models.CheckConstraint(
                condition=Q(refund_failed=0, refund_failed_at=None)
                | Q(refund_failed__gt=0, refund_failed_at__isnull=False),
                name="payment_failed_refund_has_its_time",
            ),
            models.CheckConstraint(
                condition=~Q(status=PaymentStatus.SUCCEEDED) | Q(succeeded_at__isnull=False),
                name="payment_succeeded_has_its_time",
            ),
            models.CheckConstraint(
                condition=Q(assigned_kind="", assigned_id=None, assigned_at=None)
                | Q(
                    assigned_kind__in=PaymentAssignee.values,
                    assigned_id__isnull=False,
                    assigned_at__isnull=False,
                    assigned_by__isnull=False,
                ),
                name="payment_assigned_by_somebody",
            ),
            models.UniqueConstraint(
                fields=["stripe_payment_intent_id"],
                condition=~Q(stripe_payment_intent_id=""),
                name="one_payment_per_intent",
            ),
            # Two tabs, a double click or a reload share one open payment.
            models.UniqueConstraint(
                fields=["purpose", "reference"],
                condition=Q(status__in=PaymentStatus.UNSETTLED, reference__isnull=False),
                name="one_open_payment_per_reference",
            ),
            models.UniqueConstraint(
                fields=["purpose", "user"],
                condition=Q(status__in=PaymentStatus.UNSETTLED, reference__isnull=True),
                name="one_open_payment_per_user",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.purpose} {self.amount} ({self.status})"

    @property
    def received_at(self) -> dt.datetime:
        """When the money was received, which Stripe may report late."""
        return self.succeeded_at or self.created_at

    @property
    def is_lost(self) -> bool:
        """Whether the customer's bank has returned the money to them for good."""
        return self.dispute_status in DISPUTES_LOST

    @property
    def refundable(self) -> Decimal:
        """The amount that can still be refunded: received, less refunded and requested refunds."""
        return max(self.amount_received - self.amount_refunded - self.amount_refunding, Decimal("0.00"))

    @property
    def offered_refund(self) -> Decimal:
        """The amount that staff can refund now: nothing while a bank disputes the payment, or if it took it back."""
        return Decimal("0.00") if self.disputed else self.refundable

    def add_failed_refund(self, amount: Decimal) -> bool:
        """Add ``amount`` to what has to be refunded again; return whether any of it is left to refund."""
        failed = min(self.refund_failed + amount, self.amount_received - self.amount_refunded)
        if failed > 0:
            self.refund_failed, self.refund_failed_at = failed, timezone.now()
        return failed > 0

    def reduce_failed_refund(self, amount: Decimal) -> None:
        """Subtract ``amount``, which was refunded, is being refunded or is kept, from what has to be refunded again."""
        left = self.amount_received - self.amount_refunded
        self.refund_failed = max(min(self.refund_failed - amount, left), Decimal("0.00"))
        if not self.refund_failed:
            self.refund_failed_at = None

    @property
    def kept_by_name(self) -> str:
        """The administrator who kept the amount of a failed refund; blank if no one did."""
        return self.kept_by.staff_name if self.kept_by else ""

    @property
    def assigned_by_name(self) -> str:
        """The administrator who assigned it; blank if no one did."""
        return self.assigned_by.staff_name if self.assigned_by else ""

    @property
    def assigned_quote_id(self) -> UUID | None:
        return self._assigned_to(PaymentAssignee.QUOTE)

    @property
    def assigned_tree_order_id(self) -> UUID | None:
        return self._assigned_to(PaymentAssignee.TREE_ORDER)

    @property
    def assigned_user_id(self) -> UUID | None:
        return self._assigned_to(PaymentAssignee.USER)

    def _assigned_to(self, kind: PaymentAssignee) -> UUID | None:
        return self.assigned_id if self.assigned_kind == kind else None

"""Refunds that staff or the product requested."""

from decimal import Decimal

from django.db import models
from django.db.models import Q

from accounts.models import User
from common.models import Record


class RefundStatus(models.TextChoices):
    """``requested``: Stripe has not confirmed it. ``refused``: Stripe rejected it. ``unsent``: Stripe could not be
    reached for a day. ``withdrawn``: the product requested it, and its reason went away before it was sent. ``failed``:
    the customer's bank returned it."""

    REQUESTED = "requested"
    SENT = "sent"
    REFUSED = "refused"
    UNSENT = "unsent"
    WITHDRAWN = "withdrawn"
    FAILED = "failed"


class Refund(Record):
    """A refund that staff or the product itself requested (US dollars). One made in Stripe's dashboard has no row and
    only counts in the payment's ``amount_refunded``.

    The row is stored before Stripe is called, and its ID is the idempotency key of that request. ``repeats`` is the
    part that makes up for earlier refunds that failed. ``arrived_late_at`` is when we learned that a given-up refund
    had reached Stripe after all.
    """

    payment = models.ForeignKey("payments.Payment", on_delete=models.PROTECT, related_name="refunds", db_index=False)
    amount = models.DecimalField(max_digits=10, decimal_places=2)
    repeats = models.DecimalField(max_digits=10, decimal_places=2, default=Decimal("0.00"), db_default=0)
    reason = models.CharField(max_length=500)
    requested_by = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    status = models.CharField(max_length=10, choices=RefundStatus, default=RefundStatus.REQUESTED)
    error = models.TextField(blank=True)
    arrived_late_at = models.DateTimeField(null=True, blank=True)
    stripe_refund_id = models.CharField(max_length=255, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["payment", "created_at", "id"], name="refund_of_payment"),
            models.Index(fields=["created_at"], name="refund_requested", condition=Q(status=RefundStatus.REQUESTED)),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(status__in=RefundStatus.values), name="refund_status_known"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="refund_amount_positive"),
            models.UniqueConstraint(
                fields=["stripe_refund_id"], condition=~Q(stripe_refund_id=""), name="one_row_per_refund"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.amount} ({self.status})"

    @property
    def requested_by_name(self) -> str:
        """The administrator who requested it; blank if the product did."""
        return self.requested_by.staff_name if self.requested_by else ""

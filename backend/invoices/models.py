"""Invoices. An invoice copies whom it bills and is never deleted."""

from django.db import models
from django.db.models import Q

from accounts.models import OwnedQuerySet, User, Viewer
from common.models import Record, newest_first
from quotes.models import Quote


class InvoiceStatus(models.TextChoices):
    """Where an invoice stands; ``paid`` comes only from a payment."""

    DRAFT = "draft"
    SENT = "sent"
    PAID = "paid"
    OVERDUE = "overdue"
    CANCELLED = "cancelled"


class InvoiceQuerySet(OwnedQuerySet):
    """A customer sees an invoice from the moment it is sent."""

    def owned_by(self, user: Viewer) -> "InvoiceQuerySet":
        """The user's own invoices that have been sent."""
        return super().owned_by(user).exclude(status=InvoiceStatus.DRAFT)  # type: ignore[return-value]


class Invoice(Record):
    """A bill in US dollars. ``due_date`` is a calendar day where the business lives."""

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="invoices", db_index=False)
    quote = models.ForeignKey(Quote, null=True, blank=True, on_delete=models.PROTECT, related_name="invoices")
    invoice_number = models.CharField(max_length=20, unique=True)
    amount = models.DecimalField(max_digits=10, decimal_places=2)
    status = models.CharField(max_length=20, choices=InvoiceStatus, default=InvoiceStatus.DRAFT)
    due_date = models.DateField(null=True, blank=True)
    paid_date = models.DateTimeField(null=True, blank=True)
    stripe_invoice_id = models.CharField(max_length=255, blank=True)
    description = models.TextField(blank=True)
    bill_to_name = models.CharField(max_length=200)
    bill_to_address = models.TextField(blank=True)

    objects = InvoiceQuerySet.as_manager()

    class Meta:
        indexes = [newest_first("invoice_new"), newest_first("invoice_user_new", "user")]
        constraints = [
            models.CheckConstraint(condition=Q(status__in=InvoiceStatus.values), name="invoice_status_known"),
            models.CheckConstraint(condition=Q(amount__gte=0), name="invoice_amount_not_negative"),
            models.CheckConstraint(
                condition=~Q(status=InvoiceStatus.PAID) | Q(paid_date__isnull=False), name="invoice_paid_has_its_date"
            ),
        ]

    def __str__(self) -> str:
        return self.invoice_number

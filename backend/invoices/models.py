"""Invoices and their payments. An invoice stores its own copy of the bill-to details and is never deleted."""

from decimal import Decimal
from typing import Self

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from accounts.models import OwnedQuerySet, SearchableRows, User, Viewer
from common.email_addresses import email_key_of, validate_email_address
from common.models import KeptForBooks, Record, newest_first
from common.search import search_vector_of
from common.statuses import Badge, Mark, Status, Tone, group
from payments.models import Payment, ReceivedPayment, ReceivedPaymentQuerySet
from quotes.models import Quote


class InvoiceStatus(Status):
    """An invoice becomes ``paid`` only through its payments."""

    DRAFT = "draft", Badge(Tone.DIM, Mark.RING)
    SENT = "sent", Badge(Tone.BLUE)
    PAID = "paid", Badge(Tone.EVERGREEN)
    OVERDUE = "overdue", Badge(Tone.RED)
    CANCELLED = "cancelled", Badge(Tone.DIM), "Canceled"

    # Not sent yet, so it can still be edited.
    EDITABLE = group(DRAFT)
    # The customer can pay it.
    PAYABLE = group(SENT, OVERDUE)
    # It bills nothing, so anything paid on it is owed back.
    VOID = group(CANCELLED)
    # It can't be canceled.
    SETTLED = group(PAID, VOID)
    # It may never have been sent.
    UNSENT = group(DRAFT, VOID)


def _short_number(column: str) -> models.Func:
    """Return SQL for the short form of an invoice number: 42 for INV-2026-00042."""
    template = "ltrim(split_part(%(expressions)s, '-', 3), '0')"
    return models.Func(F(column), template=template, output_field=models.CharField())


# Shown instead of a due date until the work is done (``invoices.due_dates``).
WHEN_REST_IS_DUE = "14 days after we install"
# The ``purpose`` of card payments on invoices.
PURPOSE = "invoice"
# The same condition as a nonzero ``Invoice.overpaid`` (see common.literals).
OVERPAID_INVOICES = Q(awaits_yes=False) & (
    Q(amount_paid__gt=F("amount_refunded") + F("amount_kept") + F("amount_disputed") + F("amount") - F("amount_waived"))
    | Q(
        Q(status__in=InvoiceStatus.VOID) | Q(without_job=True),
        amount_paid__gt=F("amount_refunded") + F("amount_kept") + F("amount_disputed"),
    )
)
# The current invoice for an accepted quote. Each quote has at most one (``invoices.acceptances``).
BILLS_OF_ACCEPTANCES = Q(from_acceptance=True) & ~Q(status__in=InvoiceStatus.VOID)
# The canceled invoice from an earlier acceptance, whose payments can move to a new one. Each quote has at most one,
# since a new one replaces it.
REPLACEABLE = Q(from_acceptance=True, status__in=InvoiceStatus.VOID, replaced_by=None)


class InvoiceQuerySet(OwnedQuerySet["Invoice"]):
    """Customers see an invoice once it is sent."""

    def owned_by(self, user: Viewer) -> Self:
        """Return the user's own invoices that have been sent."""
        return super().owned_by(user).filter(sent_at__isnull=False)


InvoiceRows = SearchableRows.from_queryset(InvoiceQuerySet)


class Invoice(KeptForBooks, Record):
    """A bill in US dollars. ``due_date`` is a calendar day in Eastern time.

    ``bill_to_…`` and ``details`` are copied when the invoice is created, copied again when it is sent, and never change
    after that. ``amount_paid`` is the sum of all payments, and is updated only with the row locked; ``amount_refunded``
    is how much of it was refunded. After a refund nothing is due again: the invoice stays ``paid``. ``amount_waived``
    is the part of it that returned nothing paid too much: what is paid too much later is owed back as well.
    ``amount_kept`` is the part of an overpayment that staff decided to keep. ``amount_disputed`` is with a bank, which
    decides about it or has taken it back; it still counts as paid. ``amount_lost`` is the part of it that the bank has
    returned for good.

    An invoice created by accepting a quote is ``from_acceptance``. Its ``first_amount`` (the deposit, or None) is due
    on ``first_due_date``, and the rest once the work is done, which sets ``due_date``. A new price cancels the invoice.
    While it ``awaits_yes``, its payments wait for the customer to accept the new price; then they move to the new
    invoice, ``replaced_by``. A manual invoice is ``without_job`` while its quote is rejected: it is canceled if it is
    unpaid, and staff decide whether to refund what was paid.
    """

    user = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.PROTECT, related_name="invoices", db_index=False
    )
    quote = models.ForeignKey(
        Quote, null=True, blank=True, on_delete=models.PROTECT, related_name="invoices", db_index=False
    )
    invoice_number = models.CharField(max_length=20, unique=True)
    amount = models.DecimalField(max_digits=10, decimal_places=2)
    amount_paid = models.DecimalField(max_digits=12, decimal_places=2, default=Decimal("0.00"))
    amount_refunded = models.DecimalField(max_digits=12, decimal_places=2, default=Decimal("0.00"))
    amount_kept = models.DecimalField(max_digits=12, decimal_places=2, default=Decimal("0.00"), db_default=0)
    amount_waived = models.DecimalField(max_digits=12, decimal_places=2, default=Decimal("0.00"), db_default=0)
    amount_disputed = models.DecimalField(max_digits=12, decimal_places=2, default=Decimal("0.00"), db_default=0)
    amount_lost = models.DecimalField(max_digits=12, decimal_places=2, default=Decimal("0.00"), db_default=0)
    status = models.CharField(max_length=20, choices=InvoiceStatus, default=InvoiceStatus.DRAFT)
    due_date = models.DateField(null=True, blank=True)
    first_amount = models.DecimalField(max_digits=10, decimal_places=2, null=True, blank=True)
    first_due_date = models.DateField(null=True, blank=True)
    from_acceptance = models.BooleanField(default=False, db_default=False)
    awaits_yes = models.BooleanField(default=False, db_default=False)
    without_job = models.BooleanField(default=False, db_default=False)
    replaced_by = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="replaces", db_index=False
    )
    sent_at = models.DateTimeField(null=True, blank=True)
    paid_date = models.DateTimeField(null=True, blank=True)
    stripe_invoice_id = models.CharField(max_length=255, blank=True)
    description = models.TextField(blank=True)
    bill_to_name = models.CharField(max_length=200)
    bill_to_address = models.TextField(blank=True)
    bill_to_email = models.EmailField(max_length=254, validators=[validate_email_address], blank=True)
    details = models.JSONField(default=dict, blank=True)  # see invoices.billing

    search_vector = models.GeneratedField(
        expression=search_vector_of("invoice_number", "bill_to_name", "bill_to_email", _short_number("invoice_number")),
        output_field=SearchVectorField(),
        db_persist=True,
    )

    objects = InvoiceRows()

    class Meta:
        indexes = [
            newest_first("invoice_new"),
            newest_first("invoice_user_new", "user"),
            newest_first("invoice_quote_new", "quote"),
            newest_first("invoice_status_new", "status"),
            models.Index(fields=["-created_at", "-id"], name="invoice_overpaid_new", condition=OVERPAID_INVOICES),
            models.Index(fields=["due_date"], name="invoice_sent_due", condition=Q(status=InvoiceStatus.SENT)),
            models.Index(fields=["id"], name="invoice_awaits_yes", condition=Q(awaits_yes=True)),
            models.Index(fields=["replaced_by"], name="invoice_replaced_by", condition=Q(replaced_by__isnull=False)),
            models.Index(
                email_key_of("bill_to_email"), name="invoice_guest_email", condition=Q(user=None)
            ),  # accounts.claims
            GinIndex(fields=["search_vector"], name="invoice_search", fastupdate=False),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(status__in=InvoiceStatus.values), name="invoice_status_known"),
            models.CheckConstraint(condition=Q(amount__gte=0), name="invoice_amount_not_negative"),
            models.CheckConstraint(
                condition=~Q(status=InvoiceStatus.PAID) | Q(paid_date__isnull=False, amount_paid__gte=F("amount")),
                name="invoice_paid_in_full_with_its_date",
            ),
            models.CheckConstraint(
                condition=Q(amount_refunded__gte=0, amount_refunded__lte=F("amount_paid")),
                name="invoice_refund_within_paid",
            ),
            models.CheckConstraint(
                condition=Q(status__in=InvoiceStatus.UNSENT) | Q(sent_at__isnull=False),
                name="invoice_sent_has_its_time",
            ),
            models.UniqueConstraint(
                fields=["quote"], condition=BILLS_OF_ACCEPTANCES, name="one_invoice_for_what_was_accepted"
            ),
            models.CheckConstraint(
                condition=Q(first_amount=None, first_due_date=None)
                | Q(
                    from_acceptance=True,
                    first_due_date__isnull=False,
                    first_amount__gt=0,
                    first_amount__lte=F("amount"),
                ),
                name="invoice_first_part_within_amount",
            ),
            models.CheckConstraint(
                condition=Q(awaits_yes=False) | Q(from_acceptance=True, status__in=InvoiceStatus.VOID),
                name="invoice_awaiting_yes_is_void",
            ),
        ]

    def __str__(self) -> str:
        return self.invoice_number

    @property
    def amount_due(self) -> Decimal:
        """The unpaid amount: never negative, and 0 on a canceled invoice."""
        if self.status in InvoiceStatus.VOID:
            return Decimal("0.00")
        return max(self.amount - self.amount_paid, Decimal("0.00"))

    @property
    def first_due(self) -> Decimal:
        """The unpaid part of the deposit. Payments are applied to the deposit first."""
        if self.status not in InvoiceStatus.PAYABLE or self.first_amount is None:
            return Decimal("0.00")
        return max(self.first_amount - self.amount_paid, Decimal("0.00"))

    @property
    def rest_is_due(self) -> bool:
        """Whether the whole invoice is due. For an accepted quote, it is due once the work is done."""
        return self.due_date is not None or not self.from_acceptance

    @property
    def asks_for_deposit(self) -> bool:
        """Whether the customer has to pay only the deposit for now."""
        return bool(self.first_due) and not self.rest_is_due

    @property
    def due_now(self) -> Decimal:
        """What the customer has to pay now: the deposit until it is paid, and the rest once it is due."""
        if self.status not in InvoiceStatus.PAYABLE:
            return Decimal("0.00")
        return self.amount_due if self.rest_is_due else self.first_due

    @property
    def rest_later(self) -> Decimal:
        """What the customer still has to pay later, after ``due_now``."""
        return self.amount_due - self.due_now if self.status in InvoiceStatus.PAYABLE else Decimal("0.00")

    @property
    def has_first_part_paid(self) -> bool:
        """Whether the whole deposit was paid. Refunding a part of it makes nothing due, so it stays paid."""
        return self._had_first_part_paid and self.amount_refunded < self.amount_paid

    @property
    def is_first_part_refunded(self) -> bool:
        """Whether the whole deposit was paid, and then all of it was refunded: it is neither paid nor due."""
        return self._had_first_part_paid and self.amount_refunded >= self.amount_paid

    @property
    def _had_first_part_paid(self) -> bool:
        if self.status in InvoiceStatus.VOID or self.first_amount is None:
            return False
        return self.amount_paid >= self.first_amount

    @property
    def is_late(self) -> bool:
        """Whether the due date has passed, in Eastern time."""
        return self.due_date is not None and self.due_date < timezone.localdate()

    @property
    def staff_decide(self) -> bool:
        """Whether staff decide to refund or keep what was paid, because the job won't happen."""
        is_canceled = self.from_acceptance and self.status in InvoiceStatus.VOID
        return self.without_job or (is_canceled and not self.awaits_yes)

    @property
    def status_in_words(self) -> str:
        """Its status to follow "is": "paid", "a draft"."""
        return "a draft" if self.status == InvoiceStatus.DRAFT else str(self.get_status_display()).lower()

    @property
    def is_billing(self) -> bool:
        """Whether it bills its amount: not once it is canceled, or while its job won't happen."""
        return self.status not in InvoiceStatus.VOID and not self.without_job

    @property
    def overpaid(self) -> Decimal:
        """What we owe the customer: paid beyond the amount, and not refunded, kept or disputed.

        This happens when a card payment arrives after the invoice was canceled or paid another way, or when more was
        paid for an earlier price. Nothing is owed while the customer can still accept the new price.
        """
        if self.awaits_yes:
            return Decimal("0.00")
        billed = self.amount - self.amount_waived if self.is_billing else Decimal("0.00")
        gone = self.amount_refunded + self.amount_kept + self.amount_disputed
        return max(self.amount_paid - gone - billed, Decimal("0.00"))


class InvoiceCounter(models.Model):
    """The last invoice number of a year. New invoices lock its row, so numbers have no gaps."""

    year = models.PositiveSmallIntegerField(primary_key=True)
    last = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"INV-{self.year}-{self.last:05}"


class InvoicePaymentQuerySet(ReceivedPaymentQuerySet["InvoicePayment"]):
    """Payments are visible to everyone who can see their invoice."""

    def visible_to(self, user: Viewer) -> Self:
        """Return payments on the invoices that ``user`` can see."""
        return self.filter(invoice__in=Invoice.objects.all().visible_to(user))


class InvoicePayment(ReceivedPayment):
    """A payment on an invoice.

    If the payment moved here because its invoice was replaced, ``carried_from`` is the invoice it was made on.
    ``refunded_before`` and ``kept_before`` are what had been refunded and kept by then, or before a payment that staff
    assigned counted; they don't count here. Neither does what was refunded while the invoice was ``without_job``:
    ``refunded_with_job`` is what had been before that. ``refunded_before`` also has what was refunded as paid twice, if
    the other payment was reversed since (``invoices.balance``).
    """

    invoice = models.ForeignKey(Invoice, on_delete=models.PROTECT, related_name="payments", db_index=False)
    payment = models.OneToOneField(
        Payment, null=True, blank=True, on_delete=models.PROTECT, related_name="invoice_payment"
    )
    carried_from = models.ForeignKey(
        Invoice, null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    refunded_before = models.DecimalField(max_digits=10, decimal_places=2, default=Decimal("0.00"), db_default=0)
    kept_before = models.DecimalField(max_digits=10, decimal_places=2, default=Decimal("0.00"), db_default=0)
    refunded_with_job = models.DecimalField(max_digits=10, decimal_places=2, default=Decimal("0.00"), db_default=0)

    objects = InvoicePaymentQuerySet.as_manager()

    class Meta(ReceivedPayment.Meta):
        abstract = False
        indexes = [
            *ReceivedPayment.Meta.indexes,
            models.Index(fields=["invoice", "created_at", "id"], name="invoicepayment_of_invoice"),
        ]
        constraints = [
            *ReceivedPayment.Meta.constraints,
            models.CheckConstraint(
                condition=Q(refunded_before__gte=0, refunded_before__lte=F("amount")),
                name="invoicepayment_refunded_before_within_amount",
            ),
            models.CheckConstraint(
                condition=Q(kept_before__gte=0, kept_before__lte=F("amount_kept")),
                name="invoicepayment_kept_before_within_kept",
            ),
        ]

    @property
    def counted_amount(self) -> Decimal:
        """The amount that counts as paid on the invoice. If an earlier refund fails, its amount counts again."""
        return self.amount - min(self.refunded_before, self.amount_refunded) - min(self.kept_before, self.still_kept)

    @property
    def counted_refund(self) -> Decimal:
        """How much of ``counted_amount`` was refunded."""
        return max(self.amount_refunded - self.refunded_before, Decimal("0.00"))

    @property
    def counted_kept(self) -> Decimal:
        """How much of ``counted_amount`` staff kept."""
        return max(self.still_kept - self.kept_before, Decimal("0.00"))

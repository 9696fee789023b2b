"""The balance at Stripe: each movement of money with its fee, and the payouts to the bank."""

from decimal import Decimal
from enum import nonmember
from typing import Self

from django.db import models
from django.db.models import Exists, F, OuterRef, Q, Subquery, Sum, Value
from django.db.models.functions import Coalesce, NullIf

from common.literals import written_out
from common.models import Record
from common.statuses import Badge, Mark, Status, Tone
from payments.models.payment import Payment
from payments.models.refund import Refund


class PayoutStatus(Status):
    """Stripe's status of a payout. A ``paid`` payout can still fail, if the bank returns it."""

    PENDING = "pending", Badge(Tone.AMBER, Mark.RING), "Scheduled"
    IN_TRANSIT = "in_transit", Badge(Tone.BLUE), "On Its Way"
    PAID = "paid", Badge(Tone.EVERGREEN), "In the Bank"
    FAILED = "failed", Badge(Tone.RED)
    CANCELED = "canceled", Badge(Tone.DIM)


FAILED_PAYOUTS = Q(status=PayoutStatus.FAILED)


class PayoutQuerySet(models.QuerySet["Payout"]):
    """Payouts to the bank."""

    def with_content(self) -> Self:
        """Annotate ``content``: the sum of the payout's transactions (US dollars)."""
        return self.annotate(content=Coalesce(Sum("transactions__net"), Value(Decimal("0.00"))))

    def waiting_for_the_next(self) -> Self:
        """Return payouts that the bank returned and that no later payout has replaced (see common.literals)."""
        # Stripe's times are whole seconds, so a later payout may have the same one.
        later = Payout.objects.filter(status=PayoutStatus.PAID, created_at_stripe__gte=OuterRef("created_at_stripe"))
        return self.filter(~Exists(later), written_out(FAILED_PAYOUTS))


class Payout(Record):
    """Money that Stripe sent to the business's bank (US dollars). ``arrives_on`` is the day it arrives or did.

    ``automatic``: Stripe made it and lists its transactions; a manual payout has no such list. ``complete``: Stripe's
    list is final and copied. ``failed_at`` is when we learned that the bank returned it.
    """

    stripe_id = models.CharField(max_length=255, unique=True)
    amount = models.DecimalField(max_digits=12, decimal_places=2)
    status = models.CharField(max_length=20, choices=PayoutStatus)
    automatic = models.BooleanField(default=True)
    complete = models.BooleanField(default=False)
    created_at_stripe = models.DateTimeField()
    arrives_on = models.DateField()
    failure_message = models.TextField(blank=True)
    failed_at = models.DateTimeField(null=True, blank=True)

    content: Decimal  # only of rows from ``with_content``

    objects = PayoutQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["-created_at_stripe", "-id"], name="payout_new"),
            models.Index(fields=["failed_at", "id"], name="payout_failed", condition=FAILED_PAYOUTS),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(status__in=PayoutStatus.values), name="payout_status_known"),
            models.CheckConstraint(
                condition=~FAILED_PAYOUTS | Q(failed_at__isnull=False), name="payout_failed_has_its_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stripe_id} {self.amount} ({self.status})"


class BalanceKind(models.TextChoices):
    """Why the balance changed: Stripe's ``reporting_category``, or ``other`` for one that the product never causes.

    ``fee`` is one that Stripe charges separately; the fee of a payment is part of its ``charge``.
    """

    CHARGE = "charge"
    CHARGE_FAILURE = "charge_failure"  # a bank debit that was returned later
    REFUND = "refund"
    REFUND_FAILURE = "refund_failure"
    DISPUTE = "dispute"
    DISPUTE_REVERSAL = "dispute_reversal"
    FEE = "fee"
    PAYOUT = "payout"
    PAYOUT_REVERSAL = "payout_reversal"  # the bank returned it
    OTHER = "other"
    # From Stripe to the bank, or back.
    TO_THE_BANK = nonmember((PAYOUT, PAYOUT_REVERSAL))


class BalanceTransaction(Record):
    """One change of the balance at Stripe (US dollars, negative for money that leaves it). A row only ever changes by
    becoming part of a payout.

    ``net`` is ``amount`` less ``fee``. ``payment`` is None if there is no payment or we don't know it; ``refund`` is
    None for a refund made in Stripe's dashboard. ``payout`` is the one that sent the money to the bank, and None for a
    payout's own transaction, so a payout's transactions add up to its amount. ``source_id`` is the ID of the object at
    Stripe that caused it, and ``stripe_payment_intent_id`` that of the payment intent behind it, blank if none.
    """

    stripe_id = models.CharField(max_length=255, unique=True)
    kind = models.CharField(max_length=20, choices=BalanceKind)
    payment = models.ForeignKey(
        Payment, null=True, on_delete=models.SET_NULL, related_name="balance_transactions", db_index=False
    )
    refund = models.ForeignKey(
        Refund, null=True, on_delete=models.SET_NULL, related_name="balance_transactions", db_index=False
    )
    payout = models.ForeignKey(Payout, null=True, on_delete=models.PROTECT, related_name="transactions", db_index=False)
    amount = models.DecimalField(max_digits=12, decimal_places=2)
    fee = models.DecimalField(max_digits=12, decimal_places=2)
    net = models.DecimalField(max_digits=12, decimal_places=2)
    occurred_at = models.DateTimeField()
    available_at = models.DateTimeField()
    description = models.TextField(blank=True)
    source_id = models.CharField(max_length=255, blank=True)
    stripe_payment_intent_id = models.CharField(max_length=255, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["-occurred_at", "-id"], name="balance_new"),
            models.Index(fields=["payout", "-occurred_at", "-id"], name="balance_of_payout"),
            models.Index(fields=["payment", "occurred_at", "id"], name="balance_of_payment"),
            models.Index(fields=["refund"], name="balance_of_refund", condition=Q(refund__isnull=False)),
            models.Index(
                fields=["stripe_payment_intent_id"], name="balance_without_payment",
                condition=Q(payment__isnull=True) & ~Q(stripe_payment_intent_id=""),
            ),
        ]  # fmt: skip
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=BalanceKind.values), name="balance_kind_known"),
            models.CheckConstraint(condition=Q(net=F("amount") - F("fee")), name="balance_net_is_amount_less_fee"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.net} ({self.stripe_id})"


class Recount(Record):
    """A comparison of our rows with Stripe's list, to the cent. ``differences`` is a list of
    ``payments.recount.Difference``, empty if everything matches.
    """

    checked_at = models.DateTimeField()
    matches = models.BooleanField()
    differences = models.JSONField(default=list)

    class Meta:
        indexes = [models.Index(fields=["-checked_at", "-id"], name="recount_new")]
        constraints = [
            models.CheckConstraint(
                condition=Q(matches=True, differences=[]) | Q(Q(matches=False), ~Q(differences=[])),
                name="recount_matches_without_differences",
            )
        ]

    def __str__(self) -> str:
        return "matches" if self.matches else f"{len(self.differences)} differences"


def disputed_amount() -> Coalesce:
    """Return the amount of a payment that its bank took back (US dollars): all of it, if the bank has taken nothing."""
    kinds = (BalanceKind.DISPUTE, BalanceKind.DISPUTE_REVERSAL)
    entries = BalanceTransaction.objects.filter(payment=OuterRef("id"), kind__in=kinds).order_by()
    taken = entries.values("payment").annotate(sum=-Sum("amount")).values("sum")
    return Coalesce(NullIf(Subquery(taken), Value(Decimal("0.00"))), F("amount_received"))

"""Monthly storage of decorations."""

import math
from dataclasses import dataclass
from decimal import Decimal
from typing import Self

from django.db import models
from django.db.models import OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce

from accounts.models import Address, OwnedQuerySet, User
from catalog.catalog import STORAGE_PLAN_BY_ID
from catalog.catalog import StoragePlan as CatalogPlan
from common.models import KeptForBooks, Record, newest_first
from common.statuses import Badge, Mark, Status, Tone
from payments.models import Payment
from payments.states import BillOutcome, Card, SubscriptionStatus


class StoragePlan(models.TextChoices):
    """The catalog's storage plans."""

    CONSUMER = "consumer"
    BUSINESS = "business"
    ENTERPRISE = "enterprise"


@dataclass(frozen=True)
class Due:
    """What a customer has to pay (US dollars), for how many months, and the plan of the latest of them."""

    plan: str
    amount: Decimal
    months: int = 1


class StorageSubscriptionQuerySet(OwnedQuerySet["StorageSubscription"]):
    """Storage subscriptions."""

    def without_abandoned(self) -> Self:
        """Leave out subscriptions that ended before their first payment."""
        return self.exclude(status__in=SubscriptionStatus.ENDED, started_at=None)

    def live(self) -> "StorageSubscriptionQuerySet":
        """Return the ``active`` subscriptions."""
        return self.filter(status__in=SubscriptionStatus.LIVE)


class StorageSubscription(KeptForBooks, Record):
    """A customer's storage plan, billed monthly (US dollars), and the properties it covers.

    ``status``, ``plan``, ``monthly_amount``, the dates and the card are copied from Stripe (``storage.status``). Before
    the first payment, changing the plan starts another subscription at Stripe for the same row, the next ``attempt``.
    ``pending_plan`` is a requested change that Stripe hasn't confirmed yet; until then the stricter of the two property
    limits applies. ``started_at`` is the time of the first payment. While ``next_payment_differs``, the next bill also
    has the difference from a plan change in this month.
    """

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="storage_subscriptions", db_index=False)
    plan = models.CharField(max_length=20, choices=StoragePlan)
    monthly_amount = models.DecimalField(max_digits=10, decimal_places=2)
    status = models.CharField(max_length=20, choices=SubscriptionStatus, default=SubscriptionStatus.ACTIVE)
    current_period_end = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    card_brand = models.CharField(max_length=30, blank=True)
    card_last4 = models.CharField(max_length=4, blank=True)
    stripe_subscription_id = models.CharField(max_length=255, blank=True)
    attempt = models.PositiveIntegerField(default=1)
    pending_plan = models.CharField(max_length=20, choices=StoragePlan, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    next_payment_differs = models.BooleanField(default=False, db_default=False)
    checked_at = models.DateTimeField(null=True, blank=True)  # when the reconciliation last fetched it from Stripe
    addresses = models.ManyToManyField(Address, blank=True, related_name="storage_subscriptions")

    objects = StorageSubscriptionQuerySet.as_manager()

    class Meta:
        indexes = [
            newest_first("storagesubscription_new"),
            newest_first("storagesubscription_user_new", "user"),
            newest_first("storagesubscription_state_new", "status"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(plan__in=StoragePlan.values), name="storage_plan_known"),
            models.CheckConstraint(condition=Q(status__in=SubscriptionStatus.values), name="storage_status_known"),
            models.CheckConstraint(condition=Q(monthly_amount__gte=0), name="storage_amount_not_negative"),
            models.UniqueConstraint(
                fields=["stripe_subscription_id"],
                condition=~Q(stripe_subscription_id=""),
                name="one_row_per_stripe_subscription",
            ),
            models.UniqueConstraint(
                fields=["user"],
                condition=Q(status__in=SubscriptionStatus.OPEN),
                name="one_open_storage_subscription_per_user",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_plan_display()} storage of {self.user_id}"

    @property
    def active(self) -> bool:
        """Whether the plan covers stored items: paid, or past due and being retried."""
        return self.status in SubscriptionStatus.LIVE

    @property
    def customer_name(self) -> str:
        """The customer's name, or the email address if the account has no name."""
        return self.user.full_name

    @property
    def addresses_in_order(self) -> list[Address]:
        """Its addresses, in the order in which the customer saved them."""
        return sorted(self.addresses.all(), key=lambda address: (address.created_at, address.id))

    @property
    def card(self) -> Card | None:
        """The brand and last four digits of the card that pays."""
        return Card(self.card_brand, self.card_last4) if self.card_last4 else None

    @property
    def newest_charge(self) -> "StorageCharge | None":
        """The charge that was billed last. Lists prefetch ``charges``."""
        return max(self.charges.all(), key=lambda charge: (charge.created_at, charge.id), default=None)

    @property
    def due(self) -> Due:
        """What is to be paid: while the plan is past due, the charges that failed, even if the plan has changed since;
        otherwise the monthly amount.
        """
        failed = [charge for charge in self.charges.all() if charge.outcome == BillOutcome.FAILED]
        if self.status != SubscriptionStatus.PAST_DUE or not failed:
            return Due(self.plan, self.monthly_amount)
        newest = max(failed, key=lambda charge: (charge.created_at, charge.id))
        return Due(newest.plan, sum((charge.amount for charge in failed), Decimal("0.00")), len(failed))

    @property
    def limiting_plan(self) -> CatalogPlan:
        """The plan whose property limit applies: the stricter one while a change is pending."""
        plans = [STORAGE_PLAN_BY_ID[plan] for plan in (self.plan, self.pending_plan) if plan]
        return min(plans, key=lambda plan: math.inf if plan.max_properties is None else plan.max_properties)


class StorageChargeStatus(Status):
    """The status of a charge as the customer sees it."""

    PAID = "paid", Badge(Tone.EVERGREEN)
    FAILED = "failed", Badge(Tone.RED)
    CANCELED = "canceled", Badge(Tone.DIM)
    REFUNDED = "refunded", Badge(Tone.SLATE, Mark.RING)


class StorageChargeQuerySet(OwnedQuerySet["StorageCharge"]):
    """Charges of storage subscriptions."""

    def with_refunds(self) -> Self:
        """Annotate each charge with the amount refunded, from its payment."""
        paid = Payment.objects.exclude(stripe_payment_intent_id="").filter(
            stripe_payment_intent_id=OuterRef("stripe_payment_intent_id")
        )
        refunded = Subquery(paid.values("amount_refunded")[:1])
        return self.annotate(amount_refunded=Coalesce(refunded, Value(Decimal("0.00"))))


class StorageCharge(Record):
    """A monthly charge (US dollars): an invoice at Stripe, from which ``outcome`` is copied (``storage.status``).

    ``created_at`` is when it was billed, ``charged_at`` when it was paid, or billed if it wasn't paid.
    """

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="storage_charges", db_index=False)
    subscription = models.ForeignKey(StorageSubscription, on_delete=models.PROTECT, related_name="charges")
    plan = models.CharField(max_length=20, choices=StoragePlan)
    amount = models.DecimalField(max_digits=10, decimal_places=2)
    outcome = models.CharField(max_length=20, choices=BillOutcome)
    charged_at = models.DateTimeField()
    stripe_invoice_id = models.CharField(max_length=255, unique=True)
    stripe_payment_intent_id = models.CharField(max_length=255, blank=True)
    amount_refunded: Decimal  # with_refunds

    objects = StorageChargeQuerySet.as_manager()

    class Meta:
        indexes = [newest_first("storagecharge_user_new", "user")]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="storagecharge_amount_positive"),
            models.CheckConstraint(condition=Q(outcome__in=BillOutcome.values), name="storagecharge_outcome_known"),
        ]

    def __str__(self) -> str:
        return f"{self.amount} {self.outcome}"

    @property
    def status(self) -> StorageChargeStatus:
        """The status that the customer sees. The row must come from ``with_refunds``."""
        refunded = self.amount_refunded >= self.amount
        return StorageChargeStatus.REFUNDED if refunded else StorageChargeStatus(self.outcome)

    @property
    def has_receipt(self) -> bool:
        """Whether Stripe has a receipt for it."""
        return self.outcome == BillOutcome.PAID

"""Monthly storage of decorations."""

from django.db import models
from django.db.models import Q

from accounts.models import Address, OwnedQuerySet, User
from common.models import Record, newest_first


class StoragePlan(models.TextChoices):
    """The storage plans of the catalogue."""

    CONSUMER = "consumer"
    BUSINESS = "business"
    ENTERPRISE = "enterprise"


class StorageSubscription(Record):
    """A customer's plan, billed by the month (US dollars), and the properties it is for."""

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="storage_subscriptions", db_index=False)
    plan = models.CharField(max_length=20, choices=StoragePlan)
    monthly_amount = models.DecimalField(max_digits=10, decimal_places=2)
    stripe_subscription_id = models.CharField(max_length=255, blank=True)
    active = models.BooleanField(default=True)
    addresses = models.ManyToManyField(Address, blank=True, related_name="storage_subscriptions")

    objects = OwnedQuerySet.as_manager()

    class Meta:
        indexes = [newest_first("storagesubscription_user_new", "user")]
        constraints = [
            models.CheckConstraint(condition=Q(plan__in=StoragePlan.values), name="storage_plan_known"),
            models.CheckConstraint(condition=Q(monthly_amount__gte=0), name="storage_amount_not_negative"),
            models.UniqueConstraint(
                fields=["stripe_subscription_id"],
                condition=~Q(stripe_subscription_id=""),
                name="one_row_per_stripe_subscription",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_plan_display()} storage of {self.user_id}"

"""How far our rows have followed Stripe: versions of its objects, attempts under a key, and the list of events."""

from django.db import models
from django.db.models import Q


class StripeObjectVersion(models.Model):
    """How many times a state of one of Stripe's objects was applied here; see ``payments.latest_state``."""

    stripe_id = models.CharField(max_length=255, primary_key=True)
    version = models.PositiveBigIntegerField(default=0)


class IdempotencyKeyAttempt(models.Model):
    """How many times Stripe failed under an idempotency key of this name; see ``payments.client.write_once``."""

    name = models.CharField(max_length=255, primary_key=True)
    failures = models.PositiveIntegerField(default=0)


class ReconciliationCheckpoint(models.Model):
    """The moment up to which Stripe's list of events has been read completely, and ``balance_until`` the one of its
    balance transactions (None: never); one row."""

    id = models.BooleanField(primary_key=True, default=True)
    until = models.DateTimeField()
    balance_until = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=True), name="reconciliation_checkpoint_one_row")]

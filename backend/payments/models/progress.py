"""Bookkeeping of the sync with Stripe: object versions, idempotency keys and checkpoints."""

from django.db import models
from django.db.models import Q


class StripeObjectVersion(models.Model):
    """How many times a state of an object at Stripe was applied here; see ``payments.latest_state``."""

    stripe_id = models.CharField(max_length=255, primary_key=True)
    version = models.PositiveBigIntegerField(default=0)


class IdempotencyKeyAttempt(models.Model):
    """How many times Stripe failed for the idempotency key of this name; see ``payments.client.write_once``."""

    name = models.CharField(max_length=255, primary_key=True)
    failures = models.PositiveIntegerField(default=0)


class ReconciliationCheckpoint(models.Model):
    """The time until which Stripe's events (``until``) and balance transactions (``balance_until``, None if never) have
    been read completely. One row."""

    id = models.BooleanField(primary_key=True, default=True)
    until = models.DateTimeField()
    balance_until = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=True), name="reconciliation_checkpoint_one_row")]

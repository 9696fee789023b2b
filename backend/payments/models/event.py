"""Stripe events, each stored once."""

from django.db import models
from django.db.models import Q

from common.models import Record, newest_first


class EventState(models.TextChoices):
    """The state of an event. ``ignored``: its type or its object is not ours."""

    RECEIVED = "received"
    PROCESSED = "processed"
    FAILED = "failed"
    IGNORED = "ignored"


class StripeEvent(Record):
    """An event that Stripe sent or that the reconciliation found. Each event ID is stored once.

    ``object_id`` is the object the event is about; ``subject_id`` is the object whose current state we fetch (for a
    refund, the payment intent). The payload is not stored, since it may be out of date by the time we process it.
    """

    stripe_id = models.CharField(max_length=255, unique=True)
    type = models.CharField(max_length=100)
    object_id = models.CharField(max_length=255, blank=True)
    subject_id = models.CharField(max_length=255, blank=True)
    state = models.CharField(max_length=20, choices=EventState, default=EventState.RECEIVED)
    attempts = models.PositiveIntegerField(default=0)
    error = models.TextField(blank=True)
    # Whether it arrived by webhook or was found by the reconciliation.
    by_webhook = models.BooleanField(default=False)
    processed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            newest_first("stripeevent_new"),
            newest_first("stripeevent_state_new", "state"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=EventState.values), name="stripeevent_state_known"),
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.stripe_id}"

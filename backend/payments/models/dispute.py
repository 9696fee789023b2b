"""What staff responded to disputes."""

from django.db import models
from django.db.models import Q

from accounts.models import User
from common.models import Record

# What the last dispute of a payment became, in Stripe's words (``Payment.dispute_status``).
DISPUTES_WON = ("won", "warning_closed", "prevented")
DISPUTES_LOST = ("lost",)
# A bank took a payment back, or asked about it, at any time (see common.literals).
DISPUTED_PAYMENTS = ~Q(dispute_status="")


class DisputeAction(models.TextChoices):
    """``answer`` sends evidence, on which the bank decides. ``accept`` gives the money up, for good."""

    ANSWER = "answer"
    ACCEPT = "accept"


class ResponseStatus(models.TextChoices):
    """``requested``: Stripe has not confirmed it. ``refused``: Stripe did not take it. ``unsent``: Stripe could not be
    reached for a day."""

    REQUESTED = "requested"
    SENT = "sent"
    REFUSED = "refused"
    UNSENT = "unsent"


class DisputeResponse(Record):
    """What an administrator decided about a dispute. ``evidence`` has Stripe's names; empty when it was accepted.

    The row is stored before Stripe is called, and its ID is the idempotency key of that request.
    """

    payment = models.ForeignKey(
        "payments.Payment", on_delete=models.PROTECT, related_name="dispute_responses", db_index=False
    )
    action = models.CharField(max_length=10, choices=DisputeAction)
    evidence = models.JSONField(default=dict, blank=True)
    requested_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    status = models.CharField(max_length=10, choices=ResponseStatus, default=ResponseStatus.REQUESTED)
    error = models.TextField(blank=True)

    class Meta:
        indexes = [models.Index(fields=["payment", "created_at", "id"], name="response_of_payment")]
        constraints = [
            models.CheckConstraint(condition=Q(action__in=DisputeAction.values), name="response_action_known"),
            models.CheckConstraint(condition=Q(status__in=ResponseStatus.values), name="response_status_known"),
            models.UniqueConstraint(
                fields=["payment"], condition=Q(status=ResponseStatus.REQUESTED), name="one_response_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.action} ({self.status})"

"""Responses of staff to disputes."""

from django.db import models
from django.db.models import Q

from accounts.models import User
from common.models import Record

# Stripe's statuses of a dispute (``Payment.dispute_status``), by what they mean for us.
DISPUTES_WAITING = ("needs_response", "warning_needs_response")
DISPUTES_WON = ("won",)
DISPUTES_LOST = ("lost",)
# A bank's inquiry was closed, or the dispute was stopped, before any money was taken.
DISPUTES_DROPPED = ("warning_closed", "prevented")
# The payment counts again.
DISPUTES_OVER = (*DISPUTES_WON, *DISPUTES_DROPPED)
# The bank has decided, for us or against us.
DISPUTES_DECIDED = (*DISPUTES_OVER, *DISPUTES_LOST)
# Payments that were ever disputed (see common.literals).
DISPUTED_PAYMENTS = ~Q(dispute_status="")


class DisputeAction(models.TextChoices):
    """``answer`` sends evidence for the bank to decide on. ``accept`` gives up the money for good."""

    ANSWER = "answer"
    ACCEPT = "accept"


class ResponseStatus(models.TextChoices):
    """``requested``: Stripe has not confirmed it. ``refused``: Stripe rejected it. ``unsent``: Stripe could not be
    reached for a day."""

    REQUESTED = "requested"
    SENT = "sent"
    REFUSED = "refused"
    UNSENT = "unsent"


class DisputeResponse(Record):
    """An administrator's response to a dispute. The keys of ``evidence`` are Stripe's; it is empty for an acceptance.

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

"""Card payments with their refunds, and Stripe's events."""

from payments.models.event import EventState, StripeEvent
from payments.models.payment import (
    PAYMENTS_IN_TROUBLE,
    PENDING_PAYMENTS,
    Payment,
    PaymentAssignee,
    PaymentQuerySet,
    PaymentStatus,
)
from payments.models.progress import IdempotencyKeyAttempt, ReconciliationCheckpoint, StripeObjectVersion
from payments.models.refund import Refund, RefundStatus

__all__ = [
    "PAYMENTS_IN_TROUBLE",
    "PENDING_PAYMENTS",
    "EventState",
    "IdempotencyKeyAttempt",
    "Payment",
    "PaymentAssignee",
    "PaymentQuerySet",
    "PaymentStatus",
    "ReconciliationCheckpoint",
    "Refund",
    "RefundStatus",
    "StripeEvent",
    "StripeObjectVersion",
]

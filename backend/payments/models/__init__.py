"""Card payments with their refunds and disputes, the balance at Stripe with its payouts, and Stripe's events."""

from payments.models.balance import BalanceKind, BalanceTransaction, Payout, PayoutStatus, Recount, disputed_amount
from payments.models.dispute import (
    DISPUTED_PAYMENTS,
    DISPUTES_DECIDED,
    DISPUTES_DROPPED,
    DISPUTES_LOST,
    DISPUTES_OVER,
    DISPUTES_WAITING,
    DISPUTES_WON,
    DisputeAction,
    DisputeResponse,
    ResponseStatus,
)
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
from payments.models.received import (
    OWED_PAYMENTS,
    RECORDED_PAYMENTS,
    REVERSED_PAYMENTS,
    PaymentMethod,
    ReceivedPayment,
    ReceivedPaymentQuerySet,
)
from payments.models.refund import Refund, RefundStatus
from payments.models.wallet import ApplePayDomainFile

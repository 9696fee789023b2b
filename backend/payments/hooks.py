"""Where business apps register what can be paid for, and how they are notified of changes.

They register once, in ``AppConfig.ready``; this app imports none of them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import models
from django.http import Http404

from accounts.models import User, Viewer
from notifications.layout import Recipient
from payments.models import Payment, PaymentAssignee
from payments.states import SubscriptionState


class PaymentPart(models.TextChoices):
    """How much of the amount due a customer wants to pay: the first part (a deposit), or all that is left."""

    FIRST = "first"
    ALL = "all"


@dataclass(frozen=True)
class Due:
    """The amount due now (US dollars), the text on the customer's statement, and the user who pays."""

    amount: Decimal
    description: str
    user: User | None


def nothing_due(viewer: Viewer, reference: UUID | None, part: PaymentPart) -> Due:
    """Raise Http404, since nobody but Stripe starts these payments."""
    raise Http404


# Text, and the label and path of a link.
AfterLoss = tuple[str, tuple[str, str]]


@dataclass(frozen=True)
class Purpose:
    """Something that can be paid for.

    ``due(viewer, reference, part)`` returns what the viewer has to pay, or raises the Http404 or Conflict that the API
    responds with; a purpose without parts ignores ``part``. It is called in a transaction, and locks what must not
    change before the payment's row is stored.

    ``settle(payment)`` is called whenever a payment of this purpose has changed at Stripe (it succeeded, or was
    refunded, disputed or canceled), in the transaction that stores the change and with the row locked. It may be
    called again with the same payment and must then change nothing. If it raises, the change is rolled back and
    retried.

    ``own_receipt``: the app emails its own receipt, so Stripe sends none.

    ``plan_refund_email(payment, change)`` plans the email to the customer about a refund; ``change`` is its occasion,
    as for ``payments.emails.payment_refunded``. It is called once for each refund, in the same transaction.

    ``keep(payment_id, by, reason)`` keeps what is owed back of one of the app's payments, by card or recorded by staff;
    ``by`` is the administrator. It returns the amount kept (US dollars), 0 if nothing was owed, and None if the app has
    no such payment. It is called in a transaction, with a card payment's row locked.

    ``still_refunds(payment)`` returns whether a refund that the app itself requested still has to be made.

    ``resolve_assignee(kind, row_id)`` returns the ID of the app's row that a payment counts for after staff assigned it
    to ``row_id`` of ``kind``, or None. It is called in a transaction, with the payment locked.

    ``customer(reference)`` returns the customer of the app's row, with a blank address if it has none.

    ``after_loss(payment)`` returns what the office has to know or do about what was paid for, now that a bank has
    returned the money for good: text, and the label and path of a link.
    """

    due: Callable[[Viewer, UUID | None, PaymentPart], Due] = nothing_due
    settle: Callable[[Payment], None] = lambda payment: None
    own_receipt: bool = False
    plan_refund_email: Callable[[Payment, str], None] = lambda payment, change: None
    keep: Callable[[UUID, User, str], Decimal | None] = lambda payment_id, by, reason: None
    still_refunds: Callable[[Payment], bool] = lambda payment: True
    resolve_assignee: Callable[[PaymentAssignee, UUID], UUID | None] = lambda kind, row_id: None
    customer: Callable[[UUID], Recipient] = lambda reference: Recipient("")
    after_loss: Callable[[Payment], AfterLoss | None] = lambda payment: None


# For payments whose purpose no app has registered.
_UNKNOWN = Purpose(own_receipt=True)

# The rows of an app that belong to a user.
Rows = Callable[[User], "models.QuerySet[Any]"]


_purposes: dict[str, Purpose] = {}
_owned: dict[str, Rows] = {}
_recorded: dict[str, Rows] = {}
_assignees: dict[str, Callable[[UUID], Recipient]] = {}
_documents: dict[str, Callable[[UUID], str]] = {}
_subscription_listeners: list[Callable[[SubscriptionState], bool]] = []
_reconciliation_steps: list["ReconciliationStep"] = []

# Repairs rows one by one (common.batches) and returns the errors.
ReconciliationStep = Callable[[], list[Exception]]


def register_purpose(name: str, purpose: Purpose) -> None:
    """Register ``name`` as something that can be paid for."""
    _purposes[name] = purpose


def register_owned(name: str, ids: Rows) -> None:
    """Include in a user's payment history what was paid without an account for rows that now belong to the user:
    payments whose purpose or assignee is ``name``. ``ids(user)`` returns the IDs of the user's rows of that kind.
    """
    _owned[name] = ids


def register_recorded_payments(name: str, rows: Rows, document: Callable[[UUID], str] | None = None) -> None:
    """Include in a user's payment history the checks and cash that staff recorded for ``name``.

    ``rows(user)`` returns them with the columns of ``payments.history.Paid``; ``document(row_id)`` returns the path of
    the document that serves as their receipt.
    """
    _recorded[name] = rows
    if document:
        _documents[name] = document


def register_assignee(kind: PaymentAssignee, recipient: Callable[[UUID], Recipient]) -> None:
    """Let emails about a payment that staff assigned to a row of ``kind`` reach its customer while the payment counts
    for nothing yet. ``recipient(row_id)`` returns whom they go to.
    """
    _assignees[kind] = recipient


def register_subscriptions(apply: Callable[[SubscriptionState], bool]) -> None:
    """Call ``apply`` in a transaction with a subscription's state whenever it may have changed.

    ``apply`` may get the same state any number of times, and returns whether the subscription belongs to the app.
    """
    _subscription_listeners.append(apply)


def register_reconciliation(step: ReconciliationStep) -> None:
    """Run ``step`` in each reconciliation, outside of transactions, to fetch what the app still waits for."""
    _reconciliation_steps.append(step)


def owned_rows(user: User) -> list[tuple[str, "models.QuerySet[Any]"]]:
    """Return the IDs of the user's rows by name; see ``register_owned``."""
    return [(name, ids(user)) for name, ids in _owned.items()]


def recorded_payments(user: User) -> list["models.QuerySet[Any]"]:
    """Return the payments that staff recorded for the user's rows."""
    return [rows(user) for rows in _recorded.values()]


def document_path(name: str, row_id: UUID) -> str | None:
    """Return the path of the receipt for payments recorded for a row of ``name``, None if there is none."""
    return _documents[name](row_id) if name in _documents else None


def purpose(name: str) -> Purpose:
    """Return the registration of ``name``; if there is none, one whose ``due`` raises Http404."""
    return _purposes.get(name, _UNKNOWN)


def settle(payment: Payment) -> None:
    """Pass a payment to the app that registered its purpose, if any."""
    purpose(payment.purpose).settle(payment)


def customer_of(payment: Payment) -> Recipient:
    """Return the customer of what was paid for, with a blank address if it is unknown."""
    return purpose(payment.purpose).customer(payment.reference) if payment.reference else Recipient("")


def assigned_recipient(payment: Payment) -> Recipient:
    """Return the customer of the app's row that staff assigned a payment to, with a blank address if there is none."""
    if payment.assigned_id is None or payment.assigned_kind not in _assignees:
        return Recipient("")
    return _assignees[payment.assigned_kind](payment.assigned_id)


def purpose_for_assignee(kind: PaymentAssignee, row_id: UUID) -> tuple[str, UUID] | None:
    """Return the purpose and row that a payment counts for after staff assigned it to ``row_id``, None if none."""
    for name, each in _purposes.items():
        if reference := each.resolve_assignee(kind, row_id):
            return name, reference
    return None


def keep_owed(payment_id: UUID, by: User, reason: str) -> list[Decimal]:
    """Keep what is owed back of a payment; return the amount that each app with this payment kept."""
    amounts = [each.keep(payment_id, by, reason) for each in _purposes.values()]
    return [kept for kept in amounts if kept is not None]


def apply_subscription(state: SubscriptionState) -> bool:
    """Pass a state to all listeners; return whether the subscription belongs to one of them."""
    owned = [apply(state) for apply in _subscription_listeners]
    return any(owned)


def reconciliation_steps() -> list[ReconciliationStep]:
    """Return what was registered with ``register_reconciliation``."""
    return list(_reconciliation_steps)

"""The checkout page's published price, which belongs to no quote or invoice."""

from uuid import UUID

from accounts.models import User, Viewer
from catalog.catalog import CHECKOUT_AMOUNT
from notifications.planning import plan
from payments import emails
from payments.hooks import Due, PaymentPart
from payments.models import Payment

PURPOSE = "checkout"


def due(viewer: Viewer, reference: UUID | None, part: PaymentPart = PaymentPart.ALL) -> Due:
    """Return the published amount."""
    return Due(CHECKOUT_AMOUNT, "Holiday lighting", viewer if isinstance(viewer, User) else None)


def plan_refund_email(payment: Payment, change: str) -> None:
    """Email the customer about a refund, at their account's address or the receipt's."""
    plan(emails.refund_sent, payment.id, occasion=change)

"""The published price of the checkout page, paid without anything else to it."""

from uuid import UUID

from accounts.models import User, Viewer
from catalog.catalog import CHECKOUT_AMOUNT
from payments.hooks import Due
from payments.models import Payment

PURPOSE = "checkout"


def due(viewer: Viewer, reference: UUID | None) -> Due:
    """Always the published amount."""
    return Due(CHECKOUT_AMOUNT, "Holiday lighting", viewer if isinstance(viewer, User) else None)


def settle(payment: Payment) -> None:
    """The payment itself is all there is to keep."""

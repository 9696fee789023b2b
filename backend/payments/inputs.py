"""Request bodies of the payments API."""

from decimal import Decimal
from typing import Annotated
from uuid import UUID

from pydantic import Field, ValidationInfo, WithJsonSchema, field_validator

from catalog.catalog import CHECKOUT_AMOUNT
from common.inputs import REQUIRED, Choice, Email, Form, Input, Money, Text
from common.unset import UNSET
from payments.hooks import PaymentPart

_AMOUNT = {"type": ["number", "string"], "format": "decimal"}
Amount = Annotated[Decimal, Money(low=Decimal("0.01"))]


class RefundInput(Form):
    """A refund of a payment; without ``amount``, of all that is left."""

    amount: Amount | None = None
    reason: Annotated[str, Text(500, 1, "Enter a reason")]


class ReceiptEmailInput(Form):
    """Where the receipt of a payment goes."""

    receipt_email: Annotated[str, Email()]


class KeepInput(Form):
    """Why money is not owed back after all."""

    reason: Annotated[str, Text(500, 1, "Enter a reason")]


class SavedCardSessionInput(Form):
    """The payment intent of the form that offers saved cards: the part of its client secret before ``_secret_``."""

    payment_intent_id: Annotated[str, Text(255, 1, "Name the payment intent")]


class TakeBackInput(Form):
    """Why a recorded payment is reversed."""

    note: Annotated[str, Text(500, 1, "Enter a reason")]


class PaymentIntentInput(Input):
    """What to pay: the published checkout amount, or what is due on an invoice or a tree order.

    A client never sets a price: ``amount`` has to be the published one, and is ignored with an invoice or tree order.
    ``part`` of an invoice: the first part, or all that is left (the default).
    """

    invoice_id: UUID | None = None
    tree_order_id: UUID | None = None
    part: Annotated[PaymentPart, Choice()] | None = None
    amount: Annotated[object, WithJsonSchema(_AMOUNT), Field(exclude=True, validate_default=True)] = UNSET

    @field_validator("tree_order_id")
    @classmethod
    def _is_alone(cls, tree_order_id: UUID | None, info: ValidationInfo) -> UUID | None:
        if tree_order_id and info.data.get("invoice_id"):
            raise ValueError("Choose either an invoice or a tree order")
        return tree_order_id

    @field_validator("amount")
    @classmethod
    def _is_published(cls, amount: object, info: ValidationInfo) -> object:
        if any(info.data.get(name, "invalid") for name in ("invoice_id", "tree_order_id")):
            return amount
        if amount is UNSET:
            raise ValueError(REQUIRED)
        if Money().check(amount) != CHECKOUT_AMOUNT:
            raise ValueError(f"The amount must be {CHECKOUT_AMOUNT:.0f}")
        return amount

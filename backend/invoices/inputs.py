"""Inputs of invoices."""

from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator

from common.inputs import ONCE, Change, Changes, Choice, DayToCome, Form, Items, Seen, Text
from common.unset import UNSET
from payments.inputs import Amount
from payments.models import PaymentMethod

MAX_BATCH_SIZE = 200
Description = Annotated[str, Text(2000)]


def _refuse_none(ids: list[UUID]) -> list[UUID]:
    if not ids:
        raise ValueError("Select at least one invoice")
    return ids


class InvoiceInput(Form):
    """A new invoice: for a quote, or for a user."""

    quote_id: UUID | None = None
    user_id: UUID | None = None
    amount: Amount
    due_date: DayToCome = None
    description: Description = ""


class InvoiceRevisionInput(Changes):
    """Changes of a draft; missing fields stay as they are, and a due date of null removes it. ``updatedAt`` is the
    version that the administrator saw.
    """

    seen: Seen = None
    amount: Change[Amount] = UNSET
    due_date: Change[DayToCome] = UNSET
    description: Change[Description] = UNSET


class PaymentRecordInput(Form):
    """A payment not made through the card form. ``amount`` defaults to what is still due."""

    method: Annotated[PaymentMethod, Choice()]
    note: Annotated[str, Text(500)] = ""
    amount: Amount | None = None


class BatchSendInput(Form):
    """The drafts to send."""

    ids: Annotated[list[UUID], Items(MAX_BATCH_SIZE), ONCE, AfterValidator(_refuse_none)]

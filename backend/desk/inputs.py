"""Inputs of the desk."""

from typing import Annotated
from uuid import UUID

from common.inputs import Change, Changes, Choice, Form, Instant, Seen, Text
from common.unset import UNSET
from desk.models import CallChannel, CallOutcome

ReplyTitle = Annotated[str, Text(100, 1)]
ReplyText = Annotated[str, Text(5000, 1)]


class CallInput(Form):
    """A call, text message or email to a customer, and when to try again if it did not reach them."""

    outcome: Annotated[CallOutcome, Choice()]
    channel: Annotated[CallChannel, Choice()] = CallChannel.PHONE
    note: Annotated[str, Text(2000)] = ""
    retry_at: Instant = None


class SeenQuestionInput(Form):
    """The version of the question that the administrator saw."""

    seen: Seen = None


class TextsOffInput(Form):
    """The number to turn texts off for, and the key of the customer whose other numbers are turned off too."""

    phone: Annotated[str, Text(40, 1, "Phone number is required")]
    customer_key: Annotated[str, Text(500)] = ""


class SavedReplyInput(Form):
    """A reply to save. The client replaces {name} and {price} in its text with the customer's."""

    title: ReplyTitle
    text: ReplyText


class SavedReplyChangeInput(Changes):
    """Changes to a saved reply; missing fields stay as they are."""

    title: Change[ReplyTitle] = UNSET
    text: Change[ReplyText] = UNSET


class PaymentAssignmentInput(Form):
    """What a payment is for: exactly one of these."""

    quote_id: UUID | None = None
    tree_order_id: UUID | None = None
    user_id: UUID | None = None


class DisputeAnswerInput(Form):
    """What staff add to the answer to a dispute."""

    statement: Annotated[str, Text(2000)] = ""

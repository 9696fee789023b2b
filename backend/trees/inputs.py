"""Inputs of tree orders."""

from typing import Annotated
from uuid import UUID

from accounts.inputs import City, State, Street, ZipCode
from common.attribution.inputs import Campaign, HeardFromAnswer
from common.inputs import (
    ONCE,
    Change,
    Changes,
    Choice,
    Day,
    DayToCome,
    Email,
    Form,
    Honeypot,
    Items,
    Seen,
    Text,
    YesNo,
)
from common.unset import UNSET
from payments.inputs import Amount
from trees.models import DoorMethod, TreeOrderStatus, TreeSize

# More than any truck's stops in a day.
MAX_CODES = 200
Notes = Annotated[str, Text(2000)]


class TreeOrderInput(Form):
    """The tree order form, with the form's own messages. It has no prices, since the server computes them."""

    customer_name: Annotated[str, Text(200, 2, "Name must be at least 2 characters")]
    customer_email: Annotated[str, Email(message="Invalid email address")]
    customer_phone: Annotated[str, Text(40, 10, "Phone number must be at least 10 digits")]
    address_line1: Street
    address_line2: Annotated[str, Text(255)] = ""
    city: City
    state: State
    zip_code: ZipCode
    tree_size: Annotated[TreeSize, Choice()]
    preferred_delivery_date: DayToCome = None
    include_tree_stand: YesNo = False
    include_tree_lights: YesNo = False
    include_wreaths: YesNo = False
    include_disposal: YesNo = False
    text_updates: YesNo = False
    notes: Notes = ""
    heard_from: HeardFromAnswer | None = None
    campaign: Campaign = None
    website: Honeypot = ""


class PreferredDayInput(Changes):
    """The customer's preferred delivery day; null for any day."""

    preferred_delivery_date: Change[DayToCome] = UNSET


class TreeOrderRevisionInput(Changes):
    """An administrator's changes; missing fields stay as they are. ``updatedAt`` is the version they saw."""

    seen: Seen = None
    status: Change[Annotated[TreeOrderStatus, Choice()]] = UNSET
    scheduled_delivery_date: Change[Day] = UNSET
    notes: Change[Notes] = UNSET


class TreePaymentInput(Form):
    """A payment at the door. ``amount`` defaults to what is still due."""

    method: Annotated[DoorMethod, Choice()]
    note: Annotated[str, Text(500)] = ""
    amount: Amount | None = None


class PaymentCodesInput(Form):
    """The orders that get a QR code."""

    order_ids: Annotated[list[UUID], Items(MAX_CODES), ONCE]


class TreeOrderChangesInput(TreeOrderRevisionInput, PreferredDayInput):
    """Customers can change only the preferred day, and administrators everything else."""

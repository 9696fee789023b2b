"""What the queue is made of: its items, and the kinds that produce them."""

import datetime as dt
import enum
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet

from common.response_deadlines import RESPONSE_TIME
from desk.models import QueueKind
from looks.look import Look


class Part(enum.IntEnum):
    """The parts of the queue, one after the other: a kind's ``first`` rows in a list of that kind alone, those to act
    on now, and those to try again at a time to come.
    """

    FIRST = 0
    NOW = 1
    LATER = 2


class Place(NamedTuple):
    """The place of a row in the queue; its fields are in the order that decides. ``rank`` is the kind's number in
    ``QueueKind``, ``id`` that of the quote, order, payment or message.
    """

    part: Part
    respond_by: dt.datetime
    rank: int
    id: UUID

    @property
    def kind(self) -> str:
        return QueueKind.values[self.rank]


@dataclass(frozen=True)
class PriceRange:
    """From ``low`` to ``high`` whole US dollars."""

    low: int
    high: int


@dataclass(frozen=True)
class DepositState:
    """The deposit of what was accepted (US dollars), and whether we have it."""

    amount: Decimal
    is_paid: bool


@dataclass(frozen=True, kw_only=True)
class QueueItem:
    """Someone who waits, with what is needed to act without opening anything; None and blank for what does not apply.

    See ``QueueItemOutput``.
    """

    place: Place
    customer_name: str
    created_at: dt.datetime
    updated_at: dt.datetime
    status: str
    summary: str
    email: str | None = None
    phone: str | None = None
    communication_preference: str | None = None
    city: str | None = None
    street_address: str | None = None
    question: str | None = None
    wants_no_texts: bool = False
    square_footage: int | None = None
    design: dict[str, Any] | None = None
    look: Look | None = None
    estimate: PriceRange | None = None
    amount: Decimal | None = None
    amount_paid: Decimal | None = None
    amount_due: Decimal | None = None
    has_lines: bool = False
    deposit: DepositState | None = None
    state_check: str = ""
    terms: str | None = None
    tries: int = 0
    last_tried_at: dt.datetime | None = None
    retry_at: dt.datetime | None = None
    quote_id: UUID | None = None
    tree_order_id: UUID | None = None
    invoice_id: UUID | None = None
    payment_id: UUID | None = None
    message_id: UUID | None = None
    customer_key: str | None = None


@dataclass(frozen=True)
class Kind:
    """How the rows of one kind are found and shown.

    ``rows`` returns the quotes, orders, payments or messages that have the row at the moment it is given. Their
    deadline is ``time`` after the column ``since``. A partial index with the condition of ``rows`` (``written_out``)
    on that column, ``id`` and ``city`` keeps them in the queue's order, and another one on ``retry``. Kinds without a
    city or tries have None there. ``load`` reads the rows at some places, in any order and with a fixed number of
    queries; it leaves out those that have gone. ``first`` rows lead a list of this kind alone.
    """

    name: QueueKind
    rows: Callable[[dt.datetime], QuerySet[Any]]
    load: Callable[[dict[UUID, Place]], Iterable[QueueItem]]
    since: str = "created_at"
    time: dt.timedelta = RESPONSE_TIME
    city: str | None = "city"
    retry: str | None = "retry_at"
    first: Q | None = None

    @property
    def rank(self) -> int:
        return QueueKind.values.index(self.name)

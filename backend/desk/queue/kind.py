"""The queue's items, and the kinds that produce them."""

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
    """The parts of the queue, in order: a kind's ``first`` rows (only in a list of that kind), rows to act on now, and
    rows with a future ``retry_at``.
    """

    FIRST = 0
    NOW = 1
    LATER = 2


class Place(NamedTuple):
    """The place of a row in the queue; rows are sorted by these fields. ``rank`` is the kind's index in ``QueueKind``,
    ``id`` the ID of the quote, inquiry, order, payment, payout or message.
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
    """A price range in whole US dollars."""

    low: int
    high: int


@dataclass(frozen=True)
class DepositState:
    """The deposit of an accepted quote (US dollars), and whether it is paid, or was refunded in full and is not due."""

    amount: Decimal
    is_paid: bool
    is_refunded: bool


@dataclass(frozen=True, kw_only=True)
class QueueItem:
    """Someone who is waiting, with what staff need to act without opening anything; see ``QueueItemOutput``. Fields
    that don't apply are None or blank.
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
    other_sender: str = ""
    wants_no_texts: bool = False
    texts_off: bool = False
    square_footage: int | None = None
    design: dict[str, Any] | None = None
    look: Look | None = None
    estimate: PriceRange | None = None
    amount: Decimal | None = None
    amount_paid: Decimal | None = None
    amount_due: Decimal | None = None
    has_lines: bool = False
    deposit: DepositState | None = None
    needs_takedown: bool = False
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

    ``rows`` returns the quotes, orders, payments or messages that are in the queue at the given time. Their deadline is
    ``time`` after the column ``since``. A partial index on that column, ``id`` and ``city`` with the condition of
    ``rows`` (``written_out``) has them in the queue's order; another one is on ``retry``. ``city`` and ``retry`` are
    None for kinds without a city or tries. ``load`` reads the rows at the given places, in any order and with a fixed
    number of queries, and leaves out rows that are gone by then. ``first`` rows lead a list of this kind alone.
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

    def is_late(self, now: dt.datetime) -> Q:
        """Return the condition for rows past their deadline."""
        return Q(**{f"{self.since}__lt": now - self.time})

    def is_due(self, now: dt.datetime) -> Q:
        """Return the condition for rows to act on now, as opposed to rows to try again later."""
        return Q(**{self.retry: None}) | Q(**{f"{self.retry}__lte": now}) if self.retry else Q()

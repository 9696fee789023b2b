"""What of a subscription's present state matters to the business, in the business's own words and types."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from common.statuses import Badge, Mark, Status, Tone, group


class SubscriptionStatus(Status):
    """Where a subscription stands; ``canceling`` is paid for and ends with the paid period."""

    ACTIVE = "active", Badge(Tone.GREEN)
    PAST_DUE = "past_due", Badge(Tone.RED)
    CANCELING = "canceling", Badge(Tone.AMBER, Mark.SQUARE)
    CANCELED = "canceled", Badge(Tone.DIM, Mark.RING)
    INCOMPLETE = "incomplete", Badge(Tone.BLUE, Mark.RING), "Not Paid Yet"

    # It is charged again every month.
    RENEWING = group(ACTIVE, PAST_DUE)
    # What is stored is paid for, or about to be.
    LIVE = group(RENEWING, CANCELING)
    # A customer has one of these at most.
    OPEN = group(INCOMPLETE, LIVE)
    ENDED = group(CANCELED)


@dataclass(frozen=True)
class Card:
    """What may be shown of a card."""

    brand: str
    last4: str


@dataclass(frozen=True)
class SubscriptionState:
    """A subscription as Stripe holds it now. ``monthly_amount`` in US dollars; instants in UTC.

    ``reference`` and ``attempt`` are what ``subscriptions.start`` was given. ``client_secret`` is set while the first
    payment is still to be made. ``ends_at`` is when it ends or ended, where that is known.
    """

    id: str
    reference: UUID | None
    attempt: int
    status: SubscriptionStatus
    plan: str
    monthly_amount: Decimal
    current_period_end: dt.datetime | None
    ends_at: dt.datetime | None
    card: Card | None
    client_secret: str | None


@dataclass(frozen=True)
class PreviewLine:
    """A line of the next bill; a credit is negative."""

    description: str
    amount: Decimal


@dataclass(frozen=True)
class Preview:
    """What the next bill would be after a change of plan (US dollars)."""

    plan: str
    monthly_amount: Decimal
    next_payment_amount: Decimal
    next_payment_date: dt.datetime | None
    lines: list[PreviewLine]

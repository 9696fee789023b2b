"""A subscription's current state, in the business's own terms and types."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from django.db import models

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


# Where Stripe's name of a brand is not the brand's own in lower case.
_BRANDS = {"amex": "American Express", "diners": "Diners Club", "jcb": "JCB", "unionpay": "UnionPay"}


@dataclass(frozen=True)
class Card:
    """The part of a card's data that may be shown."""

    brand: str
    last4: str

    @property
    def name(self) -> str:
        """The card as people name it: "Visa ending in 4242"."""
        return f"{_BRANDS.get(self.brand, self.brand.capitalize())} ending in {self.last4}"


class BillOutcome(models.TextChoices):
    """What became of a bill that Stripe charged: a failed one is charged again, a canceled one is not owed."""

    PAID = "paid"
    FAILED = "failed"
    CANCELED = "canceled"


@dataclass(frozen=True)
class Bill:
    """A subscription's invoice at Stripe that was charged to the card (US dollars; instants in UTC).

    ``billed_at`` never changes; ``charged_at`` is when it was paid, or billed if it was not. ``payment_intent_id`` is
    blank until it is paid.
    """

    id: str
    outcome: BillOutcome
    amount: Decimal
    billed_at: dt.datetime
    charged_at: dt.datetime
    payment_intent_id: str


@dataclass(frozen=True)
class SubscriptionState:
    """A subscription's current state at Stripe. ``monthly_amount`` in US dollars; instants in UTC.

    ``reference`` and ``attempt`` are what ``subscriptions.start`` was given. ``client_secret`` is set until the first
    payment is made. ``ends_at`` is when it ends or ended, if known. ``bills`` are those that were fetched with it: the
    latest, and the one that an event is about.
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
    bills: tuple[Bill, ...] = ()


@dataclass(frozen=True)
class PreviewLine:
    """A line of the next invoice; credits are negative."""

    description: str
    amount: Decimal


@dataclass(frozen=True)
class Preview:
    """The next invoice after a change of plan (US dollars)."""

    plan: str
    monthly_amount: Decimal
    next_payment_amount: Decimal
    next_payment_date: dt.datetime | None
    lines: list[PreviewLine]

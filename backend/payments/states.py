"""A subscription's current state at Stripe, in our own terms and types."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from django.db import models

from common.statuses import Badge, Mark, Status, Tone, group


class SubscriptionStatus(Status):
    """The status of a subscription. ``canceling``: it ends with the period that is paid for."""

    ACTIVE = "active", Badge(Tone.GREEN)
    PAST_DUE = "past_due", Badge(Tone.RED)
    CANCELING = "canceling", Badge(Tone.AMBER, Mark.SQUARE)
    CANCELED = "canceled", Badge(Tone.DIM, Mark.RING)
    INCOMPLETE = "incomplete", Badge(Tone.BLUE, Mark.RING), "Not Paid Yet"

    # Charged again every month.
    RENEWING = group(ACTIVE, PAST_DUE)
    # The storage is paid for, or the payment is being retried.
    LIVE = group(RENEWING, CANCELING)
    # A customer has one of these at most.
    OPEN = group(INCOMPLETE, LIVE)
    ENDED = group(CANCELED)


# Brands whose name is not just Stripe's with a capital letter.
_BRANDS = {"amex": "American Express", "diners": "Diners Club", "jcb": "JCB", "unionpay": "UnionPay"}


@dataclass(frozen=True)
class Card:
    """The card data that may be shown."""

    brand: str
    last4: str

    @property
    def name(self) -> str:
        """The card as people name it: "Visa ending in 4242"."""
        return f"{_BRANDS.get(self.brand, self.brand.capitalize())} ending in {self.last4}"


class BillOutcome(models.TextChoices):
    """The outcome of a bill: a failed one is charged again, a canceled one is no longer owed."""

    PAID = "paid"
    FAILED = "failed"
    CANCELED = "canceled"


@dataclass(frozen=True)
class Bill:
    """A subscription's invoice at Stripe that was charged to the card (US dollars; instants in UTC).

    ``plan`` is that of the month that it bills, blank if it bills only the difference from a plan change.
    ``billed_at`` never changes. ``charged_at`` is when it was paid, otherwise when it was billed.
    ``payment_intent_id`` is blank until it is paid.
    """

    id: str
    plan: str
    outcome: BillOutcome
    amount: Decimal
    billed_at: dt.datetime
    charged_at: dt.datetime
    payment_intent_id: str


@dataclass(frozen=True)
class SubscriptionState:
    """A subscription's current state at Stripe. ``monthly_amount`` in US dollars; instants in UTC.

    ``reference`` and ``attempt`` are those passed to ``subscriptions.start``. ``client_secret`` is set until the first
    payment is made. ``ends_at`` is when it ends or ended, if known. ``bills`` are those fetched with it: the latest,
    and the one that an event is about.
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

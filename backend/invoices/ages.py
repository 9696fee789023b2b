"""Accounts receivable by age: what is left to pay on open invoices, and when it is or was due.

An open invoice (``InvoiceStatus.PAYABLE``, with something left to pay) has up to two parts, each with its own due date:

- *The deposit* is the unpaid part of ``first_amount`` while the rest has no due date. It never becomes overdue: from
  ``first_due_date`` until it is paid, it is due this week.
- *The rest* is everything else, due on ``due_date``. Without a due date, it is due later if it waits for the work, and
  this week if the invoice is due on receipt. Once there is a due date, an unpaid deposit is part of the rest.

So an invoice counts in two ages while its deposit is due and its rest is not. Days are in Eastern time.
"""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db import models
from django.db.models import Count, F, Q, QuerySet, Sum
from django.utils import timezone

from invoices.models import Invoice, InvoiceStatus

NOTHING = Decimal("0.00")


class Age(models.TextChoices):
    """When a part of an invoice is due. "This week" is today and the six days after it."""

    LATER = "later"
    THIS_WEEK = "this_week"
    OVERDUE_1_10 = "overdue_1_10"
    OVERDUE_11_30 = "overdue_11_30"
    OVERDUE_OVER_30 = "overdue_over_30"


# With something left to pay.
OPEN_INVOICES = Q(status__in=InvoiceStatus.PAYABLE, amount__gt=F("amount_paid"))
_HAS_DEPOSIT = Q(due_date=None, first_amount__gt=F("amount_paid"))
_REST_WAITS_FOR_WORK = Q(due_date=None, from_acceptance=True) & (Q(first_amount=None) | Q(amount__gt=F("first_amount")))
_ON_RECEIPT = Q(due_date=None, from_acceptance=False)


@dataclass(frozen=True)
class AgedSum:
    """What is due at an age (US dollars), and on how many invoices."""

    age: Age
    invoices: int
    deposits: Decimal
    rest: Decimal

    @property
    def together(self) -> Decimal:
        return self.deposits + self.rest


@dataclass(frozen=True)
class Aging:
    """The total left to pay. ``invoices`` counts each open invoice once, even if it is in two ages."""

    invoices: int
    ages: list[AgedSum]

    @property
    def deposits(self) -> Decimal:
        return sum((each.deposits for each in self.ages), NOTHING)

    @property
    def rest(self) -> Decimal:
        return sum((each.rest for each in self.ages), NOTHING)

    @property
    def together(self) -> Decimal:
        return self.deposits + self.rest


def of_age(invoices: QuerySet[Invoice], age: str) -> QuerySet[Invoice]:
    """Return the open invoices with a part of this ``Age``."""
    deposit, rest = _parts(Age(age), timezone.localdate())
    return invoices.filter(OPEN_INVOICES).filter(deposit | rest)


def read_aging() -> Aging:
    """Return what is left to pay on all invoices, by age, in one query."""
    today = timezone.localdate()
    wanted: dict[str, Any] = {"invoices": Count("id")}
    for age in Age:
        deposit, rest = _parts(age, today)
        wanted[f"{age}_invoices"] = Count("id", filter=deposit | rest)
        wanted[f"{age}_deposits"] = Sum(F("first_amount") - F("amount_paid"), filter=deposit)
        # Without an unpaid deposit, the rest is everything left to pay; with one, what exceeds the deposit.
        wanted[f"{age}_rest"] = Sum(F("amount") - F("amount_paid"), filter=rest & ~_HAS_DEPOSIT)
        wanted[f"{age}_beyond"] = Sum(F("amount") - F("first_amount"), filter=rest & _HAS_DEPOSIT)
    found = Invoice.objects.filter(OPEN_INVOICES).aggregate(**wanted)
    return Aging(
        found["invoices"],
        [
            AgedSum(
                age,
                found[f"{age}_invoices"],
                found[f"{age}_deposits"] or NOTHING,
                (found[f"{age}_rest"] or NOTHING) + (found[f"{age}_beyond"] or NOTHING),
            )
            for age in Age
        ],
    )


def due_at(age: Age, column: str, today: dt.date) -> Q:
    """Return the condition for rows of this age by the day in ``column``."""
    week = dt.timedelta(days=6)
    if age == Age.LATER:
        return Q(**{f"{column}__gt": today + week})
    if age == Age.THIS_WEEK:
        return Q(**{f"{column}__range": (today, today + week)})
    first, last = {
        Age.OVERDUE_1_10: (10, 1),
        Age.OVERDUE_11_30: (30, 11),
        Age.OVERDUE_OVER_30: (None, 31),
    }[age]
    late = Q(**{f"{column}__lte": today - dt.timedelta(days=last)})
    return late if first is None else late & Q(**{f"{column}__gte": today - dt.timedelta(days=first)})


def _parts(age: Age, today: dt.date) -> tuple[Q, Q]:
    """Return the conditions for open invoices whose deposit, and whose rest, is of this age."""
    rest = due_at(age, "due_date", today)
    if age == Age.LATER:
        return _HAS_DEPOSIT & due_at(age, "first_due_date", today), rest | _REST_WAITS_FOR_WORK
    if age == Age.THIS_WEEK:
        # A deposit never becomes overdue.
        past = Q(first_due_date__lt=today)
        return _HAS_DEPOSIT & (due_at(age, "first_due_date", today) | past), rest | _ON_RECEIPT
    return Q(pk__in=[]), rest

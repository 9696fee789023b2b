"""Everything that is still to be paid on open invoices and for trees, by due date.

A tree is due on its delivery day, or once it is delivered. Until then its price may change, so it is not counted.
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import Count, F, Q, Sum
from django.utils import timezone

from common.literals import written_out
from common.postgres.replica import is_report
from invoices.ages import NOTHING, Age, AgedSum, Aging, due_at, read_aging
from invoices.unbilled import count_drafts, count_unbilled
from trees.models import UNPAID_ORDERS, TreeOrder


@dataclass(frozen=True)
class DueSum:
    """The amounts due at an age on invoices and for trees (US dollars)."""

    invoice: AgedSum
    trees: int
    tree_sum: Decimal

    @property
    def together(self) -> Decimal:
        return self.invoice.together + self.tree_sum


@dataclass(frozen=True)
class Due:
    """Everything that is still to be paid, the number of quotes whose work is done without an invoice, and of invoices
    that nobody has sent."""

    invoice: Aging
    ages: list[DueSum]
    unbilled: int
    drafts: int

    @property
    def trees(self) -> int:
        return sum(each.trees for each in self.ages)

    @property
    def tree_sum(self) -> Decimal:
        return sum((each.tree_sum for each in self.ages), NOTHING)

    @property
    def together(self) -> Decimal:
        return self.invoice.together + self.tree_sum


@is_report
def read_due() -> Due:
    """Return what is still to be paid by age, in four queries."""
    aging, today = read_aging(), timezone.localdate()
    wanted: dict[str, Any] = {}
    for age in Age:
        of_age = due_at(age, "scheduled_delivery_date", today)
        if age == Age.THIS_WEEK:
            of_age |= Q(scheduled_delivery_date=None)  # delivered without a day
        wanted[f"{age}_trees"] = Count("id", filter=of_age)
        wanted[f"{age}_sum"] = Sum(F("total_amount") - F("amount_waived") - F("amount_paid"), filter=of_age)
    found = TreeOrder.objects.filter(written_out(UNPAID_ORDERS)).aggregate(**wanted)
    ages = [DueSum(each, found[f"{each.age}_trees"], found[f"{each.age}_sum"] or NOTHING) for each in aging.ages]
    return Due(aging, ages, count_unbilled(), count_drafts())

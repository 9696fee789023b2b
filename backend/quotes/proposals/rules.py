"""The rules for proposal lines: which are valid, and what they add up to.

The web client has the same rules in ``frontend/src/lib/proposal-total.ts``, so that it can update the total with each
tap. Both sides run the cases in ``quotes/tests/proposal_cases.json``.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Protocol, TypeVar
from uuid import UUID

from common.errors import field_error
from common.money import dollars
from quotes.models import LineUnit

MAX_LINES = 40
MAX_PRICE = Decimal("99999999.99")
_CENT = Decimal("0.01")


class PricedLine(Protocol):
    """The fields that decide the sum. ``choice`` is blank or None for a line outside of choices."""

    @property
    def amount(self) -> Decimal: ...
    @property
    def optional(self) -> bool: ...
    @property
    def choice(self) -> str | None: ...
    @property
    def suggested(self) -> bool: ...


class StoredLine(PricedLine, Protocol):
    """A priced line with an ID."""

    id: Any


L = TypeVar("L", bound=PricedLine)
S = TypeVar("S", bound=StoredLine)


@dataclass(frozen=True, kw_only=True)
class DraftLine:
    """A line as the office entered it; see ``ProposalLine``. ``id`` is the ID of the line that it replaces."""

    id: UUID | None = None
    text: str
    quantity: Decimal
    unit: LineUnit
    unit_price: Decimal
    optional: bool = False
    choice: str = ""
    suggested: bool = False
    cost: Decimal | None = None

    @property
    def amount(self) -> Decimal:
        """Quantity times unit price in cents, rounded half up (a discount away from zero)."""
        return (self.quantity * self.unit_price).quantize(_CENT, ROUND_HALF_UP)


def check_lines(lines: Sequence[DraftLine]) -> None:
    """Raise DomainError (400) on ``lines`` if any combination that the customer could choose is invalid."""
    for number, line in enumerate(lines, 1):
        if problem := _problem_of(line):
            raise field_error("lines", f"Line {number}: {problem}")
    for choice, group in alternatives(lines).items():
        if len(group) < 2:
            raise field_error("lines", f"“{choice}” needs at least two lines to choose from")
        if sum(line.suggested for line in group) != 1:
            raise field_error("lines", f"Suggest exactly one line of “{choice}”")
    low, high = _lowest_and_highest(lines)
    if low < 0:
        raise field_error("lines", f"The discounts are larger than the rest: the price could be {dollars(low)}")
    if high > MAX_PRICE:
        raise field_error("lines", f"The price can be at most {dollars(MAX_PRICE)}")


def _problem_of(line: DraftLine) -> str:
    if line.choice and line.optional:
        return "A line in a choice can't be optional"
    if line.suggested and not line.choice:
        return "Only a line in a choice can be suggested"
    is_discount = line.unit == LineUnit.FLAT and line.quantity == 1 and not line.optional and not line.choice
    if line.unit_price < 0 and not is_discount:
        return "A discount is a flat line with a quantity of 1, neither optional nor in a choice"
    return ""


def _lowest_and_highest(lines: Sequence[PricedLine]) -> tuple[Decimal, Decimal]:
    """Return the lowest and the highest sum that the customer can choose."""
    plain = sum((line.amount for line in lines if not line.optional and not line.choice), Decimal(0))
    options = sum((line.amount for line in lines if line.optional), Decimal(0))
    choices = [[line.amount for line in group] for group in alternatives(lines).values()]
    return plain + sum(map(min, choices)), plain + options + sum(map(max, choices))


def alternatives(lines: Iterable[L]) -> dict[str, list[L]]:
    """Return the lines of each choice by its name. Choices and lines keep their order."""
    groups: dict[str, list[L]] = defaultdict(list)
    for line in lines:
        if line.choice:
            groups[line.choice].append(line)
    return dict(groups)


def suggested_sum(lines: Sequence[PricedLine]) -> Decimal:
    """Return the sum of the plain lines and of the suggested line of each choice."""
    return sum((line.amount for line in lines if not line.optional and (line.suggested or not line.choice)), Decimal(0))


def choose(lines: Sequence[S], named: Collection[UUID]) -> list[S]:
    """Return the options whose IDs are ``named``, and one line of each choice: the named or else the suggested one.

    Raises DomainError (400) on ``chosen`` for any other ID, and for two lines of one choice.
    """
    can_be_named = {line.id for line in lines if line.optional or line.choice}
    if not can_be_named.issuperset(named):
        raise field_error("chosen", "One of the selected lines can't be selected. Please review the quote again.")
    chosen = [line for line in lines if line.optional and line.id in named]
    for choice, group in alternatives(lines).items():
        selected = [line for line in group if line.id in named]
        if len(selected) > 1:
            raise field_error("chosen", f"Please choose one of “{choice}”")
        chosen += selected or [line for line in group if line.suggested]
    return chosen


def sum_of(lines: Sequence[S], chosen: Collection[S]) -> Decimal:
    """Return the sum of the plain lines and of the ``chosen`` ones."""
    plain = [line for line in lines if not line.optional and not line.choice]
    return sum((line.amount for line in [*plain, *chosen]), Decimal(0))

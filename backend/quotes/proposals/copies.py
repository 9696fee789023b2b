"""Copies of proposal lines as the customer sees them, for the API, revisions, acceptances, emails and PDFs."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass, fields
from decimal import Decimal
from enum import Enum, auto
from operator import attrgetter
from typing import Any, NamedTuple

from common.money import trimmed
from common.statuses import SharedChoices
from quotes.models import LineUnit, ProposalLine


@dataclass(frozen=True, kw_only=True)
class LineCopy:
    """A line, and whether it was chosen. ``choice`` is None for a line outside of choices."""

    id: str
    text: str
    quantity: Decimal
    unit: str
    unit_price: Decimal
    amount: Decimal
    optional: bool
    choice: str | None
    suggested: bool
    chosen: bool

    @property
    def is_taken(self) -> bool:
        """Whether the line is part of what was accepted: it was chosen, or is always included."""
        return self.chosen or not (self.optional or self.choice)

    @property
    def unit_price_text(self) -> str:
        """The price as text, so that the API doesn't round it to cents."""
        return str(self.unit_price)

    @property
    def notes(self) -> list[str]:
        """How the amount is computed, such as "24 ft at $6.50"; empty if the amount says it all."""
        if self.quantity == 1 and self.unit in (LineUnit.FLAT, LineUnit.PIECE):
            return []
        quantity, price = f"{self.quantity.normalize():,f}", f"${self.unit_price:,}"
        if self.unit == LineUnit.FLAT:
            return [f"{quantity} at {price}"]
        plural = "" if self.unit == LineUnit.FOOT or self.quantity == 1 else "s"
        return [f"{quantity} {LineUnit(self.unit).label}{plural} at {price}"]

    @classmethod
    def of(cls, line: ProposalLine, *, chosen: bool) -> "LineCopy":
        """Copy a stored line."""
        return cls(
            id=str(line.id),
            text=line.text,
            quantity=line.quantity,
            unit=line.unit,
            unit_price=trimmed(line.unit_price),
            amount=line.amount,
            optional=line.optional,
            choice=line.choice or None,
            suggested=line.suggested,
            chosen=chosen,
        )

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> "LineCopy":
        """Return the copy that ``as_json`` stored."""
        numbers = {name: Decimal(stored[name]) for name in ("quantity", "unit_price", "amount")}
        return cls(**{**{field.name: stored[field.name] for field in fields(cls)}, **numbers})

    def as_json(self) -> dict[str, Any]:
        """Return the copy for a JSON column, with decimals as text."""
        return {name: str(value) if isinstance(value, Decimal) else value for name, value in asdict(self).items()}


def copies_of(lines: Sequence[ProposalLine], *, chosen: Collection[str] = ()) -> list[LineCopy]:
    """Return copies of the lines. ``chosen`` are the IDs of the chosen ones."""
    return [LineCopy.of(line, chosen=str(line.id) in chosen) for line in lines]


def stored_copies(copies: Sequence[LineCopy]) -> list[dict[str, Any]]:
    """Return copies in the form that a JSON column stores."""
    return [copy.as_json() for copy in copies]


def read_copies(stored: Sequence[dict[str, Any]]) -> list[LineCopy]:
    """Return the copies that a JSON column stored."""
    return [LineCopy.from_json(each) for each in stored]


class LineChangeKind(SharedChoices):
    """What a change means for the price, which has no options and only the suggested line of each choice. A line that
    was in the price is ``removed``; of one that could only be chosen, it is said that it is ``no_longer_offered``.
    """

    NEW = "new", "New"
    NEW_OPTION = "new_option", "New option"
    NEW_CHOICE = "new_choice", "New choice"
    REMOVED = "removed", "No longer included"
    NO_LONGER_OFFERED = "no_longer_offered", "No longer offered"
    CHANGED = "changed", "Changed"
    CHANGED_OPTION = "changed_option", "Changed option"
    CHANGED_CHOICE = "changed_choice", "Changed choice"
    NOW_INCLUDED = "now_included", "Now included"
    NOW_OPTION = "now_option", "Now an option"
    NOW_CHOICE = "now_choice", "Now a choice"


@dataclass(frozen=True)
class LineChange:
    """A changed line with its old and new amount (US dollars): ``before`` is None for a new line, ``after`` for a
    removed one."""

    kind: LineChangeKind
    text: str
    before: Decimal | None
    after: Decimal | None


def changes_between(before: Sequence[LineCopy], after: Sequence[LineCopy]) -> list[LineChange]:
    """Return what changed for a customer who saw the lines ``before``: first new and changed lines, then removed ones.

    A line that only moved is not a change. That another line of a choice is suggested is one, since the price changes.
    """
    earlier = _earlier_versions(before, after)
    roles_before, roles = _roles(before), _roles(after)
    changes = []
    for line in after:
        old, role = earlier.get(line.id), roles[line.id]
        kinds = _KINDS[role]
        if old is None:
            changes.append(LineChange(kinds.new, line.text, None, line.amount))
        elif _meaning(old) != _meaning(line) or (old.suggested != line.suggested and role != roles_before[old.id]):
            kind = kinds.changed if role == roles_before[old.id] else kinds.now
            changes.append(LineChange(kind, line.text, old.amount, line.amount))
    kept = {line.id for line in earlier.values()}
    gone = [line for line in before if line.id not in kept]
    return changes + [LineChange(_KINDS[roles_before[line.id]].gone, line.text, line.amount, None) for line in gone]


class _Role(Enum):
    """Whether a line is in the price, or how it can get there."""

    INCLUDED = auto()
    OPTION = auto()
    ALTERNATIVE = auto()


class _Kinds(NamedTuple):
    """What a change of a line in a role is called."""

    new: LineChangeKind
    changed: LineChangeKind
    now: LineChangeKind  # it had another role before
    gone: LineChangeKind


_KINDS = {
    _Role.INCLUDED: _Kinds(
        LineChangeKind.NEW, LineChangeKind.CHANGED, LineChangeKind.NOW_INCLUDED, LineChangeKind.REMOVED
    ),
    _Role.OPTION: _Kinds(
        LineChangeKind.NEW_OPTION,
        LineChangeKind.CHANGED_OPTION,
        LineChangeKind.NOW_OPTION,
        LineChangeKind.NO_LONGER_OFFERED,
    ),
    _Role.ALTERNATIVE: _Kinds(
        LineChangeKind.NEW_CHOICE,
        LineChangeKind.CHANGED_CHOICE,
        LineChangeKind.NOW_CHOICE,
        LineChangeKind.NO_LONGER_OFFERED,
    ),
}


def _roles(lines: Sequence[LineCopy]) -> dict[str, _Role]:
    """Return the role of each line by its ID: with the choices that were accepted, else with the suggested ones."""
    decided = {line.choice for line in lines if line.choice and line.chosen}
    roles = {}
    for line in lines:
        if line.is_taken or (line.suggested and line.choice not in decided):
            roles[line.id] = _Role.INCLUDED
        else:
            roles[line.id] = _Role.OPTION if line.optional else _Role.ALTERNATIVE
    return roles


def _earlier_versions(before: Sequence[LineCopy], after: Sequence[LineCopy]) -> dict[str, LineCopy]:
    """Return what each line in ``after`` was before, by its ID; new lines are missing.

    A line that was typed again, or added from the estimate or last year's quote, has a new ID. So lines without an
    earlier version of their ID are matched with those that are left: with one that offers the same, or else one with
    the same text.
    """
    earlier: dict[str, LineCopy] = {}
    keys: list[Callable[[LineCopy], object]] = [attrgetter("id"), _meaning, attrgetter("text")]
    for key in keys:
        matched = {line.id for line in earlier.values()}
        left = [line for line in before if line.id not in matched]
        for line in after:
            match = next((each for each in left if key(each) == key(line)), None)
            if match and line.id not in earlier:
                earlier[line.id] = match
                left.remove(match)
    return earlier


def _meaning(line: LineCopy) -> tuple[Any, ...]:
    """Return what the line offers, regardless of whether it was chosen or suggested."""
    return line.text, line.quantity, line.unit, line.unit_price, line.optional, line.choice

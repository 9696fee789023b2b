"""The orders that lists are read in, each with its place for a cursor to stand at.

Rows are ordered by columns and, where those are equal, by id, so that every row has a place of its own.
"""

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import BooleanField, Expression, F, Func, QuerySet, Value
from django.utils.dateparse import parse_datetime


def instant(text: str) -> dt.datetime:
    """An instant in a cursor. Raises ValueError."""
    found = parse_datetime(text)
    if found is None or found.tzinfo is None:
        raise ValueError(text)
    return found


def money(text: str) -> Decimal:
    """An amount in a cursor. Raises ValueError or ArithmeticError."""
    amount = Decimal(text)
    if not amount.is_finite() or abs(amount) >= 10**10:
        raise ValueError(text)
    return amount


class _Beyond(Func):
    """``(column, …) > (value, …)``, compared as one: an index on the columns starts right there, however many rows
    share a column's value (PostgreSQL documentation, "Row Constructor Comparison")."""

    output_field = BooleanField()

    def __init__(self, columns: list[Any], values: list[Any], *, descending: bool) -> None:
        super().__init__(*columns, *(Value(value) for value in values))
        self._count, self._sign = len(columns), "<" if descending else ">"

    def as_sql(self, compiler: Any, connection: Any, *_: Any, **context: Any) -> Any:
        """SQL and its parameters."""
        parts, params = [], []
        for expression in self.source_expressions:
            sql, its_params = compiler.compile(expression)
            parts.append(sql)
            params += its_params
        left, right = ", ".join(parts[: self._count]), ", ".join(parts[self._count :])
        return f"({left}) {self._sign} ({right})", params


Narrow = Callable[[QuerySet[Any]], QuerySet[Any]]


@dataclass(frozen=True)
class Step:
    """Part of a list that one statement reads in order: those ``within`` it, by ``columns``, which ``keyed`` adds."""

    columns: tuple[str, ...]
    within: Narrow
    keyed: Narrow = lambda rows: rows

    @property
    def names(self) -> list[str]:
        """The columns, whichever way they run."""
        return [column.removeprefix("-") for column in self.columns]


class Order:
    """How a list is ordered. ``name`` is the API's name of it."""

    name: str

    def steps(self, after: tuple[Any, ...] | None) -> Iterator[Step]:
        """What to read one after the other, from the place ``after`` on."""
        raise NotImplementedError

    def place(self, row: Any) -> tuple[Any, ...]:
        """Where ``row`` stands."""
        raise NotImplementedError

    def parse(self, texts: list[str | None]) -> tuple[Any, ...]:
        """A place from its texts. Raises ValueError, TypeError or ArithmeticError for what is none."""
        raise NotImplementedError


@dataclass(frozen=True)
class ByColumn(Order):
    """By one column and the id, both in one direction.

    ``expression`` is what the column stands for where it is computed. Rows without a value come last either way where
    the column is ``nullable``.
    """

    name: str
    column: str
    read: Callable[[str], Any]
    descending: bool = False
    expression: Expression | None = field(default=None, compare=False)
    nullable: bool = False

    def steps(self, after: tuple[Any, ...] | None) -> Iterator[Step]:
        sign = "-" if self.descending else ""
        columns = (f"{sign}{self.column}", f"{sign}id")
        if not self.nullable:
            yield Step(columns, lambda rows: self._beyond(self._keyed(rows), after), self._keyed)
            return
        missing = {f"{self.column}__isnull": True}
        if after is None or after[0] is not None:
            yield Step(columns, lambda rows: self._beyond(self._keyed(rows).exclude(**missing), after))
            after = None
        yield Step(columns, lambda rows: self._beyond_id(self._keyed(rows).filter(**missing), after))

    def place(self, row: Any) -> tuple[Any, ...]:
        return getattr(row, self.column), row.id

    def parse(self, texts: list[str | None]) -> tuple[Any, ...]:
        value, id_ = texts
        if value is None and not self.nullable:
            raise ValueError(value)
        return None if value is None else self.read(value), UUID(id_ or "")

    def _keyed(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows if self.expression is None else rows.annotate(**{self.column: self.expression})

    def _beyond(self, rows: QuerySet[Any], after: tuple[Any, ...] | None) -> QuerySet[Any]:
        if after is None:
            return rows
        return rows.filter(_Beyond([F(self.column), F("id")], list(after), descending=self.descending))

    def _beyond_id(self, rows: QuerySet[Any], after: tuple[Any, ...] | None) -> QuerySet[Any]:
        return rows if after is None else rows.filter(**{"id__lt" if self.descending else "id__gt": after[1]})


@dataclass(frozen=True)
class ByGroup(Order):
    """By a column of few values in their alphabetic order, the newest first within each."""

    name: str
    column: str

    def steps(self, after: tuple[Any, ...] | None) -> Iterator[Step]:
        newest = ("-created_at", "-id")
        if after is None:
            yield Step((self.column, *newest), lambda rows: rows)
            return
        value, *rest = after
        beyond = _Beyond([F("created_at"), F("id")], rest, descending=True)
        yield Step(newest, lambda rows: rows.filter(beyond, **{self.column: value}))
        yield Step((self.column, *newest), lambda rows: rows.filter(**{f"{self.column}__gt": value}))

    def place(self, row: Any) -> tuple[Any, ...]:
        return getattr(row, self.column), row.created_at, row.id

    def parse(self, texts: list[str | None]) -> tuple[Any, ...]:
        value, created_at, id_ = texts
        return value or "", instant(created_at or ""), UUID(id_ or "")


NEWEST = ByColumn("-createdAt", "created_at", instant, descending=True)
OLDEST = ByColumn("createdAt", "created_at", instant)

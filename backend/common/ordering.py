"""The orders that lists can be read in, each with its cursor key.

Rows with equal columns are ordered by ID, so that every row's cursor key is unique.
"""

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import BooleanField, Expression, F, Func, QuerySet, Value
from django.utils.dateparse import parse_datetime


def parse_instant(text: str) -> dt.datetime:
    """Parse an instant with a time zone. Raises ValueError."""
    value = parse_datetime(text)
    if value is None or value.tzinfo is None:
        raise ValueError(text)
    return value


def parse_amount(text: str) -> Decimal:
    """Parse an amount below ten billion. Raises ValueError, or ArithmeticError, for example for NaN."""
    amount = Decimal(text)
    if abs(amount) >= 10**10:
        raise ValueError(text)
    return amount


class RowTupleGreaterThan(Func):
    """``(column, …) > (value, …)`` as one comparison (PostgreSQL documentation, "Row Constructor Comparison").

    An index on the columns can start right at the values, however many rows share the first column's value.
    """

    output_field = BooleanField()

    def __init__(self, columns: list[Any], values: list[Any], *, descending: bool) -> None:
        super().__init__(*columns, *(Value(value) for value in values))
        self._count, self._sign = len(columns), "<" if descending else ">"

    def as_sql(self, compiler: Any, connection: Any, *_: Any, **context: Any) -> Any:
        """Return the SQL and its parameters."""
        parts, params = [], []
        for expression in self.source_expressions:
            sql, its_params = compiler.compile(expression)
            parts.append(sql)
            params += its_params
        left, right = ", ".join(parts[: self._count]), ", ".join(parts[self._count :])
        return f"({left}) {self._sign} ({right})", params


Transform = Callable[[QuerySet[Any]], QuerySet[Any]]


@dataclass(frozen=True)
class Step:
    """A part of a list that one statement reads in order.

    ``narrow`` filters a list to the rows of this part, ``columns`` is their order (as for ``order_by``), and
    ``annotate`` adds computed columns.
    """

    columns: tuple[str, ...]
    narrow: Transform
    annotate: Transform = lambda rows: rows

    @property
    def column_names(self) -> list[str]:
        """The columns without their direction."""
        return [column.removeprefix("-") for column in self.columns]


class Order:
    """The order of a list. ``name`` is its value in the query parameter ``ordering``."""

    name: str

    def steps(self, after: tuple[Any, ...] | None) -> Iterator[Step]:
        """Yield the parts of the list to read in turn, starting after the cursor key ``after``."""
        raise NotImplementedError

    def cursor_key(self, row: Any) -> tuple[Any, ...]:
        """Return the values that determine the position of ``row``."""
        raise NotImplementedError

    def parse(self, texts: list[str | None]) -> tuple[Any, ...]:
        """Parse a cursor key. Raises ValueError, TypeError or ArithmeticError."""
        raise NotImplementedError


@dataclass(frozen=True)
class ByColumn(Order):
    """By one column and the ID, in the same direction.

    ``parse_value`` parses the column's value in a cursor. ``expression`` computes a column that is not in the table. In
    a ``nullable`` column, nulls are last in both directions.
    """

    name: str
    column: str
    parse_value: Callable[[str], Any]
    descending: bool = False
    expression: Expression | None = field(default=None, compare=False)
    nullable: bool = False

    def steps(self, after: tuple[Any, ...] | None) -> Iterator[Step]:
        sign = "-" if self.descending else ""
        columns = (f"{sign}{self.column}", f"{sign}id")
        if not self.nullable:
            yield Step(columns, lambda rows: self._after(self._annotate(rows), after), self._annotate)
            return
        missing = {f"{self.column}__isnull": True}
        if after is None or after[0] is not None:
            yield Step(columns, lambda rows: self._after(self._annotate(rows).exclude(**missing), after))
            after = None
        yield Step(columns, lambda rows: self._after_id(self._annotate(rows).filter(**missing), after))

    def cursor_key(self, row: Any) -> tuple[Any, ...]:
        return getattr(row, self.column), row.id

    def parse(self, texts: list[str | None]) -> tuple[Any, ...]:
        value, id_ = texts
        if value is None and not self.nullable:
            raise ValueError(value)
        return None if value is None else self.parse_value(value), UUID(id_ or "")

    def _annotate(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows if self.expression is None else rows.annotate(**{self.column: self.expression})

    def _after(self, rows: QuerySet[Any], after: tuple[Any, ...] | None) -> QuerySet[Any]:
        if after is None:
            return rows
        return rows.filter(RowTupleGreaterThan([F(self.column), F("id")], list(after), descending=self.descending))

    def _after_id(self, rows: QuerySet[Any], after: tuple[Any, ...] | None) -> QuerySet[Any]:
        return rows if after is None else rows.filter(**{"id__lt" if self.descending else "id__gt": after[1]})


@dataclass(frozen=True)
class ByGroup(Order):
    """By a column with few distinct values, alphabetically, and newest first within each value."""

    name: str
    column: str

    def steps(self, after: tuple[Any, ...] | None) -> Iterator[Step]:
        newest = ("-created_at", "-id")
        if after is None:
            yield Step((self.column, *newest), lambda rows: rows)
            return
        value, *rest = after
        after_key = RowTupleGreaterThan([F("created_at"), F("id")], rest, descending=True)
        yield Step(newest, lambda rows: rows.filter(after_key, **{self.column: value}))
        yield Step((self.column, *newest), lambda rows: rows.filter(**{f"{self.column}__gt": value}))

    def cursor_key(self, row: Any) -> tuple[Any, ...]:
        return getattr(row, self.column), row.created_at, row.id

    def parse(self, texts: list[str | None]) -> tuple[Any, ...]:
        value, created_at, id_ = texts
        return value or "", parse_instant(created_at or ""), UUID(id_ or "")


def by_name(*orders: Order) -> dict[str, Order]:
    """Return orders by their names, for ``common.filters.ordering``."""
    return {order.name: order for order in orders}


NEWEST = ByColumn("-createdAt", "created_at", parse_instant, descending=True)
OLDEST = ByColumn("createdAt", "created_at", parse_instant)

"""Statements that Django writes once, for pages that always ask the same, only at another moment or for someone else.

To write the queue's union of twenty parts takes Django longer than PostgreSQL takes to answer it.
"""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone

_MOST_KEPT = 200
_kept: dict[Any, "_Statement"] = {}


class _Moment(dt.datetime):
    """Stands for the moment of a request. What is added to it is one as well."""


class _Id(UUID):
    """Stands for an ID."""


@dataclass(frozen=True)
class _Statement:
    """SQL, with its parameters: values, times from the moment, or the ``_Id`` itself."""

    sql: str
    parameters: tuple[Any, ...]
    moment: _Moment
    converters: dict[int, Any]

    def run(self, now: dt.datetime, id_: UUID | None) -> list[tuple[Any, ...]]:
        with connection.cursor() as cursor:
            cursor.execute(self.sql, [self._at(value, now, id_) for value in self.parameters])
            rows: list[tuple[Any, ...]] = cursor.fetchall()
        if self.converters:
            compiler = QuerySet().query.get_compiler(connection=connection)
            return [tuple(row) for row in compiler.apply_converters(rows, self.converters)]
        return rows

    def _at(self, value: Any, now: dt.datetime, id_: UUID | None) -> Any:
        if isinstance(value, _Moment):
            return now + (value - self.moment)
        return id_ if isinstance(value, _Id) else value


def read_at(key: tuple[Any, ...], write: Callable[[dt.datetime], QuerySet[Any]], now: dt.datetime) -> list[Any]:
    """Return the rows (of ``values_list``) of the query that ``write`` returns for the moment ``now``.

    ``key`` has all that the query depends on except for the moment, which must get into it as an instant: as it is,
    with a time added to it, or as its day in Eastern time.
    """
    return _read((*key, timezone.localdate(now)), write, now, now, None)


def read_of(key: tuple[Any, ...], write: Callable[[UUID], QuerySet[Any]], id_: UUID) -> list[Any]:
    """Return the rows (of ``values_list``) of the query that ``write`` returns for ``id_``, like ``read_at``."""
    return _read(key, write, id_, timezone.now(), id_)


def _read(key: Any, write: Callable[[Any], QuerySet[Any]], given: Any, now: dt.datetime, id_: UUID | None) -> list[Any]:
    if (statement := _kept.get(key)) is None:
        try:
            statement = _write(write, given)
        except EmptyResultSet:
            return []
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        _kept[key] = statement
    return statement.run(now, id_)


def _write(write: Callable[[Any], QuerySet[Any]], given: dt.datetime | UUID) -> _Statement:
    moment = _Moment.now(dt.UTC)
    if isinstance(given, dt.datetime):
        moment = _Moment.combine(given.date(), given.timetz())
    compiler = write(moment if isinstance(given, dt.datetime) else _Id(int=given.int)).query.get_compiler(
        connection=connection
    )
    sql, parameters = compiler.as_sql()
    columns = [column for column, _, _ in compiler.select[: compiler.col_count]]
    return _Statement(sql, tuple(parameters), moment, compiler.get_converters(columns))

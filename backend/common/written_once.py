"""Statements that are compiled once, for pages whose query differs only by the current time or by a user.

Compiling the queue's union of twenty parts takes Django longer than PostgreSQL takes to run it.
"""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import UUID

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import Model, QuerySet
from django.utils import timezone

from common.postgres.replica import report_connection

M = TypeVar("M", bound=Model)

_MOST_KEPT = 200
_kept: dict[Any, "_Statement"] = {}


class _Moment(dt.datetime):
    """A placeholder for the time of a request. Adding to it gives another placeholder."""


class _Id(UUID):
    """A placeholder for an ID."""


@dataclass(frozen=True)
class _Statement:
    """SQL and its parameters: values and placeholders. ``columns`` are the attribute names of the selected columns."""

    sql: str
    parameters: tuple[Any, ...]
    moment: _Moment
    converters: dict[int, Any]
    columns: list[str]

    def run(self, now: dt.datetime, id_: UUID | None) -> list[tuple[Any, ...]]:
        with report_connection().cursor() as cursor:
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
    """Return the rows (of ``values_list``) of the query that ``write`` returns for the time ``now``.

    ``key`` identifies the query apart from the time. The query may use the time only as an instant, with a duration
    added to it, or as its Eastern day.
    """
    return _read((*key, timezone.localdate(now)), write, now, now, None)


def read_of(key: tuple[Any, ...], write: Callable[[UUID], QuerySet[Any]], id_: UUID) -> list[Any]:
    """Return the rows (of ``values_list``) of the query that ``write`` returns for ``id_``, like ``read_at``."""
    return _read(key, write, id_, timezone.now(), id_)


def read_models(
    key: tuple[Any, ...], model: type[M], write: Callable[[Any], QuerySet[M]], id_: UUID | None = None
) -> list[M]:
    """Return the rows of ``model`` of the query that ``write`` returns, for ``id_`` if the query depends on an ID.

    The query selects the model's own columns: no annotations, no ``select_related``, no prefetching.
    """
    statement = _keep((*key, model), write, id_)
    if statement is None:
        return []
    rows = statement.run(timezone.now(), id_)
    alias = report_connection().alias
    return [model.from_db(alias, statement.columns, row) for row in rows]


def _read(key: Any, write: Callable[[Any], QuerySet[Any]], given: Any, now: dt.datetime, id_: UUID | None) -> list[Any]:
    statement = _keep(key, write, given)
    return statement.run(now, id_) if statement else []


def _keep(key: Any, write: Callable[[Any], QuerySet[Any]], given: Any) -> _Statement | None:
    """Return the statement stored under ``key``, and compile it on the first call; None if no row can match."""
    if (statement := _kept.get(key)) is None:
        try:
            statement = _write(write, given)
        except EmptyResultSet:
            return None
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        _kept[key] = statement
    return statement


def _write(write: Callable[[Any], QuerySet[Any]], given: dt.datetime | UUID | None) -> _Statement:
    moment, stand_in = _Moment.now(dt.UTC), given
    if isinstance(given, dt.datetime):
        moment = stand_in = _Moment.combine(given.date(), given.timetz())
    elif given:
        stand_in = _Id(int=given.int)
    compiler = write(stand_in).query.get_compiler(connection=connection)
    sql, parameters = compiler.as_sql()
    selected = [column for column, _, _ in compiler.select[: compiler.col_count]]
    columns = [column.target.attname for column in selected if hasattr(column, "target")]
    return _Statement(sql, tuple(parameters), moment, compiler.get_converters(selected), columns)

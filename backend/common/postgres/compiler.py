"""Compiles SELECT statements as Django does, but caches a model's columns and plain orders.

For a list of quotes with forty columns, they take most of the time to compile a statement, and never change. Filters,
joins and annotations are compiled for each query. ``Operations`` in ``base`` names this module.
"""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from django.db.backends.postgresql import compiler as django_compiler
from django.db.backends.postgresql.compiler import (
    SQLAggregateCompiler,
    SQLDeleteCompiler,
    SQLInsertCompiler,
    SQLUpdateCompiler,
)
from django.db.models import Model
from django.db.models.sql import Query

__all__ = ["SQLAggregateCompiler", "SQLCompiler", "SQLDeleteCompiler", "SQLInsertCompiler", "SQLUpdateCompiler"]

_MOST_KEPT = 2000  # the code has a few hundred; the back office can ask for any combination of columns
_kept: dict[Any, Any] = {}


class SQLCompiler(django_compiler.SQLCompiler):
    """Django's compiler, with a cache."""

    _columns: tuple[Any, ...] | None = None

    def get_select(self, with_col_aliases: bool = False) -> Any:
        """Return the selected columns, the class information and the annotations, as Django's method does."""
        if with_col_aliases or not _selects_rows(self.query):
            return super().get_select(with_col_aliases)
        names, are_deferred = self.query.deferred_loading
        self._columns = (self.query.model, self.query.get_initial_alias(), frozenset(names), are_deferred)
        columns, made_of, annotations = _keep(("select", *self._columns), super().get_select)
        return list(columns), made_of, annotations

    def get_converters(self, expressions: Any) -> Any:
        """Return the converters from database values to field values, by position."""
        write = partial(super().get_converters, expressions)
        return _keep(("converters", *self._columns), write) if self._columns else write()

    def get_order_by(self) -> Any:
        """Return the columns to order by."""
        query = self.query
        if not _is_plain_order(query):
            return super().get_order_by()
        key = ("order", query.model, query.get_initial_alias(), tuple(query.order_by), query.standard_ordering)
        return list(_keep(key, super().get_order_by))


def _keep(key: tuple[Any, ...], write: Callable[[], Any]) -> Any:
    if (kept := _kept.get(key)) is None:
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        kept = _kept[key] = write()
    return kept


def _selects_rows(query: Query) -> bool:
    """Return whether ``query`` selects columns of one model and nothing else."""
    return query.default_cols and not (
        query.combinator
        or query.select_related
        or query.annotation_select
        or query.extra_select
        or query.selected is not None
    )


def _is_plain_order(query: Query) -> bool:
    """Return whether ``query`` is ordered by the model's own columns. A query that selects values by name is ordered by
    their positions, which differ.
    """
    if not query.order_by or query.combinator or query.extra_order_by or query.extra or query.selected is not None:
        return False
    names = _names_of_columns(query.model, tuple(query.order_by))
    return bool(names) and query.annotations.keys().isdisjoint(names)


@lru_cache(_MOST_KEPT)
def _names_of_columns(model: type[Model], order: tuple[Any, ...]) -> frozenset[str]:
    """Return the columns of ``model`` in ``order``; none if it contains anything else."""
    columns = {field.name for field in model._meta.concrete_fields if not field.is_relation}
    names = frozenset(name.removeprefix("-") if isinstance(name, str) else "" for name in order)
    return names if names <= columns else frozenset()

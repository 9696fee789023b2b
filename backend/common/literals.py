"""Conditions whose values are literals in the SQL."""

from typing import Any

from django.db.models import BooleanField, ExpressionWrapper, Q


class _WrittenOut(ExpressionWrapper):  # type: ignore[type-arg]  # not generic at run time
    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        sql, params = super().as_sql(compiler, connection)
        written = connection.ops.compose_sql(f"({sql})", params)
        return written.replace("%", "%%"), ()


def written_out(condition: Q) -> "ExpressionWrapper[Q]":
    """Return ``condition`` for ``filter`` with literal values, so that a partial index on it can be used.

    The planner can't match the parameters of a prepared statement with the condition of an index.
    """
    return _WrittenOut(condition, BooleanField())

"""Conditions with their values in the statement itself."""

from typing import Any

from django.db.models import BooleanField, ExpressionWrapper, Q


class _WrittenOut(ExpressionWrapper):  # type: ignore[type-arg]  # not generic at run time
    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        sql, params = super().as_sql(compiler, connection)
        written = connection.ops.compose_sql(f"({sql})", params)
        return written.replace("%", "%%"), ()


def written_out(condition: Q) -> "ExpressionWrapper[Q]":
    """Return ``condition`` for ``filter``, so that a partial index on the same condition is found.

    A prepared statement has its values beside it, where the planner can't compare them with the condition of an index.
    """
    return _WrittenOut(condition, BooleanField())

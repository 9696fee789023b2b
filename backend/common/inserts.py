"""INSERT statements that are compiled once per model. Django compiles one for every row: for a quote with its forty
columns, that takes a fifth of the request.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.contrib.postgres.search import SearchVectorField
from django.db import connections
from django.db.models import Field, Model
from django.db.models.expressions import DatabaseDefault


def insert(row: Model, using: str, fields: Sequence["Field[Any, Any]"]) -> bool:
    """Insert ``row`` and set the columns that the database computes, except the search vector, which only the database
    reads. Return False without inserting if a value is any other expression.
    """
    connection = connections[using]
    given, values = [], []
    for field in fields:
        value = field.pre_save(row, add=True)
        if isinstance(value, DatabaseDefault):
            continue
        if hasattr(value, "resolve_expression"):
            return False
        given.append(field.attname)
        values.append(None if value is None else field.get_db_prep_save(value, connection))
    sql, wanted = _statement(type(row), tuple(given), using)
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        if wanted:
            row.__dict__.update(zip(wanted, cursor.fetchone(), strict=True))
    return True


@cache
def _statement(model: type[Model], given: tuple[str, ...], using: str) -> tuple[str, tuple[str, ...]]:
    """Return the statement for the ``given`` columns, and the names of the columns that it returns."""
    connection, meta = connections[using], model._meta
    by_name: dict[str, Any] = {field.attname: field for field in meta.concrete_fields}
    wanted = tuple(
        name
        for name, field in by_name.items()
        if field.db_returning and not (field.generated and isinstance(field.output_field, SearchVectorField))
    )
    quote = connection.ops.quote_name
    columns = ", ".join(quote(by_name[name].column) for name in given)
    placeholders = ", ".join(_placeholder(by_name[name], connection) for name in given)
    returned = ", ".join(quote(by_name[name].column) for name in wanted)
    table = quote(meta.db_table)
    into = f"{table} ({columns}) VALUES ({placeholders})" if given else f"{table} DEFAULT VALUES"
    return f"INSERT INTO {into}" + (f" RETURNING {returned}" if wanted else ""), wanted


def _placeholder(field: Any, connection: Any) -> str:
    """Return ``%s``, with a cast if the field needs one, as an array does."""
    return str(field.get_placeholder(None, None, connection)) if hasattr(field, "get_placeholder") else "%s"

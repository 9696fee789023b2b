"""INSERT statements that are written once for each model, since Django writes the same one anew for every row: for a
quote with its forty columns, that takes a fifth of the request.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.db import connections
from django.db.models import Field, Model
from django.db.models.expressions import DatabaseDefault


def insert(row: Model, using: str, fields: Sequence["Field[Any, Any]"], returning: Sequence[Any]) -> list[Any] | None:
    """Insert ``row``; return the values of ``returning``, as ``Model._do_insert`` does. What has a default of the
    database and no value is left to it. None, and nothing is done, if a value is another expression.
    """
    connection = connections[using]
    given, values = [], []
    for field in fields:
        value = field.pre_save(row, add=True)
        if isinstance(value, DatabaseDefault):
            continue
        if hasattr(value, "resolve_expression"):
            return None
        given.append(field.attname)
        values.append(None if value is None else field.get_db_prep_save(value, connection))
    sql = _statement(type(row), tuple(given), tuple(field.attname for field in returning), using)
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return [cursor.fetchone()] if returning else []


@cache
def _statement(model: type[Model], given: tuple[str, ...], returning: tuple[str, ...], using: str) -> str:
    connection, by_name = connections[using], {field.attname: field for field in model._meta.concrete_fields}
    quote = connection.ops.quote_name
    columns = ", ".join(quote(str(by_name[name].column)) for name in given)
    placeholders = ", ".join(_placeholder(by_name[name], connection) for name in given)
    wanted = ", ".join(quote(str(by_name[name].column)) for name in returning)
    table = quote(model._meta.db_table)
    into = f"{table} ({columns}) VALUES ({placeholders})" if given else f"{table} DEFAULT VALUES"
    return f"INSERT INTO {into}" + (f" RETURNING {wanted}" if wanted else "")


def _placeholder(field: Any, connection: Any) -> str:
    """Return ``%s``, with a cast where the field needs one, such as an array."""
    return str(field.get_placeholder(None, None, connection)) if hasattr(field, "get_placeholder") else "%s"

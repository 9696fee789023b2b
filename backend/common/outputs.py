"""Response bodies: DRF fields declare them for the schema, and ``Output`` renders rows without copying fields."""

from collections.abc import Callable, Iterable
from functools import cache
from operator import attrgetter
from typing import Any, cast

from rest_framework import serializers


class Output(serializers.Serializer[Any]):
    """The shape of a response. Attributes are returned as they are: the JSON renderer knows instants, days, ids and
    money."""

    @classmethod
    def of(cls, row: Any) -> dict[str, Any]:
        """One row."""
        return {name: read(row) for name, read in _readers(cls)}

    @classmethod
    def of_each(cls, rows: Iterable[Any]) -> list[dict[str, Any]]:
        """Several rows."""
        readers = _readers(cls)
        return [{name: read(row) for name, read in readers} for row in rows]


@cache
def _readers(output: type[Output]) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
    return tuple((name, _reader(name, field)) for name, field in output._declared_fields.items())


def _reader(name: str, field: Any) -> Callable[[Any], Any]:
    # As in DRF, "*" is the row itself, for what is computed from it.
    read: Callable[[Any], Any] = (lambda row: row) if field.source == "*" else attrgetter(field.source or name)
    if isinstance(field, serializers.ListSerializer):  # rows of a relation, or a plain list
        each = cast(Output, field.child).of_each
        return lambda row: each(rows if isinstance(rows := read(row), list) else rows.all())
    if isinstance(field, Output):
        return lambda row: None if (nested := read(row)) is None else field.of(nested)
    return read

"""A ``save(update_fields=…)`` that forgets a changed column fails its test: the change would be lost."""

from collections.abc import Iterator
from typing import Any, TypeVar

import pytest
from django.db import models

from common.models import Record

R = TypeVar("R", bound=Record)


@pytest.fixture(scope="session", autouse=True)
def _partial_saves() -> Iterator[None]:
    """Remember what each row has in the database, and compare it with each later save that names its columns."""
    load: Any = Record.from_db
    save, refresh = Record.save_base, Record.refresh_from_db

    def from_db(cls: type[Record], *args: Any, **options: Any) -> Any:
        return _remember(load.__func__(cls, *args, **options))

    def save_base(self: Record, *args: Any, **options: Any) -> None:
        named = options.get("update_fields")
        if named is not None:
            stored = self.__dict__.get("_stored", {})
            lost = [name for name, value in _columns(self).items() if name in stored and value != stored[name]]
            lost = [name for name in lost if not named & {name, name.removesuffix("_id")}]
            assert not lost, f"{type(self).__name__}.save(update_fields={sorted(named)}) loses changes: {lost}"
        save(self, *args, **options)
        _remember(self)

    def refresh_from_db(self: Record, *args: Any, **options: Any) -> None:
        refresh(self, *args, **options)
        _remember(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Record, "from_db", classmethod(from_db))
        patch.setattr(Record, "save_base", save_base)
        patch.setattr(Record, "refresh_from_db", refresh_from_db)
        yield


def _remember(row: R) -> R:
    row.__dict__["_stored"] = row.__dict__.copy()
    return row


def _columns(row: Record) -> dict[str, Any]:
    fields = (field for field in row._meta.concrete_fields if not isinstance(field, models.GeneratedField))
    return {field.attname: row.__dict__[field.attname] for field in fields if field.attname in row.__dict__}

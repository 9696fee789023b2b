"""The audit trail of a row, with the API's names and values."""

import datetime as dt
from dataclasses import dataclass
from functools import cache
from typing import Any
from uuid import UUID

from auditlog.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import DateTimeField
from django.http import Http404

from common.outputs import Output

MAX_CHANGES = 200  # only the newest are shown


@dataclass(frozen=True)
class Change:
    """One changed field."""

    field: str
    before: str | None
    after: str | None


@dataclass(frozen=True)
class Entry:
    """What one person changed at one moment."""

    id: str
    at: dt.datetime
    by: str
    changes: list[Change]


def read_history(model: Any, id_: UUID, output: type[Output]) -> list[Entry]:
    """Return the changes of a row, newest first, with the field names of ``output``. Raises Http404."""
    if not model.objects.filter(id=id_).exists():
        raise Http404
    entries = (
        LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(model), object_pk=str(id_))
        .select_related("actor")
        .order_by("-timestamp", "-id")[:MAX_CHANGES]
    )
    return [
        Entry(id=str(entry.pk), at=entry.timestamp, by=_name(entry), changes=changes)
        for entry in entries
        if (changes := list(_changes(model, entry, output)))
    ]


def _name(entry: LogEntry) -> str:
    actor: Any = entry.actor
    if actor is None:
        return entry.actor_email or ""
    return str(actor.full_name)


def _changes(model: Any, entry: LogEntry, output: type[Output]) -> Any:
    names = _names(output)
    for column, (before, after) in sorted((entry.changes or {}).items()):
        if column in names:
            is_instant = isinstance(model._meta.get_field(column), DateTimeField)
            yield Change(names[column], _plain(before, is_instant), _plain(after, is_instant))


@cache
def _names(output: type[Output]) -> dict[str, str]:
    return {field.source or name: name for name, field in output._declared_fields.items()}


def _plain(value: Any, is_instant: bool) -> str | None:
    """Return a stored value as text. auditlog stores instants in UTC without an offset."""
    if value is None or value == "None":
        return None
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    text = str(value)
    return f"{text.replace(' ', 'T')}Z" if is_instant else text

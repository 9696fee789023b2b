"""Optimistic and pessimistic locks of rows that are about to be changed, and of what no single row stands for."""

import datetime as dt
from typing import TypeVar
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from common.errors import CHANGED_SINCE, Conflict
from common.models import Record

R = TypeVar("R", bound=Record)


def take_turns(name: str) -> None:
    """Wait until no other transaction holds the lock ``name``, and hold it until this one ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [name])


def lock_unchanged(rows: QuerySet[R], id_: UUID, seen: dt.datetime | None) -> R:
    """Return the row ``id_`` of ``rows``, locked until the transaction ends.

    ``seen`` is the ``updated_at`` that the editor saw. None, from clients that don't send it, skips the check. Raises
    Http404, and Conflict if the row has changed since.
    """
    row = get_object_or_404(rows.select_for_update(), id=id_)
    refuse_if_changed(row.updated_at, seen)
    return row


def refuse_if_changed(changed_at: dt.datetime, seen: dt.datetime | None) -> None:
    """Raise Conflict if ``changed_at`` is later than the version that the editor has ``seen``."""
    # Browsers send milliseconds, the row has microseconds.
    in_milliseconds = changed_at.replace(microsecond=changed_at.microsecond // 1000 * 1000)
    if seen is not None and in_milliseconds > seen:
        raise Conflict(CHANGED_SINCE)

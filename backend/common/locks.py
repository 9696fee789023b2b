"""Locking a row before it is changed."""

import datetime as dt
from typing import TypeVar
from uuid import UUID

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from common.errors import CHANGED_SINCE, Conflict
from common.models import Record

R = TypeVar("R", bound=Record)


def lock_unchanged(rows: QuerySet[R], id_: UUID, seen: dt.datetime | None) -> R:
    """Return the row ``id_`` of ``rows``, locked until the transaction ends.

    ``seen`` is its ``updated_at`` as its editor saw it; None, from clients that don't send it, is not checked. Raise
    Http404, and Conflict if the row has changed since.
    """
    row = get_object_or_404(rows.select_for_update(), id=id_)
    # Browsers send milliseconds, the row has microseconds.
    in_milliseconds = row.updated_at.replace(microsecond=row.updated_at.microsecond // 1000 * 1000)
    if seen in {None, row.updated_at, in_milliseconds}:
        return row
    raise Conflict(CHANGED_SINCE)

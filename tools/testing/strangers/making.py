"""How the strangers' rows are made: with IDs, times and names that are the same in each run."""

import datetime as dt
from collections import Counter
from hashlib import sha256
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Model

# In the season before the journeys', and so long ago that schedules, which look back six months at most, skip it.
BASE = dt.datetime(2030, 12, 2, 15, tzinfo=dt.UTC)
# Four days before a journey starts, for what has to wait on the desk.
LATELY = dt.datetime(2031, 11, 14, 17, tzinfo=dt.UTC)
# Long after each journey.
FAR = dt.datetime(2040, 12, 3, 15, tzinfo=dt.UTC)

# The beginning of the IDs of most strangers' rows. It makes them older than those of any other row.
IDS = "00000000-0000-7000-8"

M = TypeVar("M", bound=Model)


class Making:
    """Makes rows, whose IDs differ in their last eight digits."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def __call__(self, model: type[M], **fields: Any) -> M:
        """Return a new row of a ``Record`` model."""
        table = model._meta.db_table
        self._counts[table] += 1
        number = self._counts[table]
        digits = sha256(f"{table} {number}".encode()).hexdigest()[:12]
        given = {"id": UUID(f"{IDS}{number:03}-{digits}"), "created_at": BASE, **fields}
        return model._default_manager.create(**given)

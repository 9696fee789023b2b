"""Storage of new versions, which two owners may try to add at the same time."""

import datetime as dt

from django.db import IntegrityError, transaction

from common.errors import CHANGED_SINCE, Conflict
from common.locks import refuse_if_changed
from content.current import refresh_after_commit
from content.models import BusinessVersion, TextVersion


def raise_if_newer(newest: BusinessVersion | TextVersion | None, seen: dt.datetime | None) -> None:
    """Raise Conflict if ``newest`` was added after the version that the editor has ``seen`` (None for version 1)."""
    if newest is not None and seen is None:
        raise Conflict(CHANGED_SINCE)
    if newest is not None:
        refuse_if_changed(newest.created_at, seen)


def add_version(version: BusinessVersion | TextVersion) -> None:
    """Store a version, which this process then shows at once. Raises Conflict if another owner was faster."""
    try:
        with transaction.atomic():
            version.save()
            refresh_after_commit()
    except IntegrityError:
        raise Conflict(CHANGED_SINCE) from None

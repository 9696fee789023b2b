"""Adding a version, which two owners may try at once."""

import datetime as dt

from django.db import IntegrityError, transaction

from common.errors import CHANGED_SINCE, Conflict
from common.locks import refuse_if_changed
from content.current import look_again
from content.models import BusinessVersion, TextVersion


def refuse_if_newer(newest: BusinessVersion | TextVersion | None, seen: dt.datetime | None) -> None:
    """Raise Conflict if there is a newer version than the one written when the editor has ``seen``; None: there was
    none."""
    if newest is not None and seen is None:
        raise Conflict(CHANGED_SINCE)
    if newest is not None:
        refuse_if_changed(newest.created_at, seen)


def add_version(version: BusinessVersion | TextVersion) -> None:
    """Store the version, and have this process show it. Raises Conflict if another owner has added one with its number
    at the same moment."""
    try:
        with transaction.atomic():
            version.save()
            look_again()
    except IntegrityError:
        raise Conflict(CHANGED_SINCE) from None

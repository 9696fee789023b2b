"""Process many rows one by one, so that a failure of one does not stop the others."""

import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

from common.outages import is_outage

T = TypeVar("T")

log = logging.getLogger(__name__)


def run_each(
    rows: Iterable[T],
    work: Callable[[T], object],
    *,
    outage: tuple[type[Exception], ...] = (),
    outage_after: int = 3,
) -> list[Exception]:
    """Call ``work`` for each row, log every failure with its row, and return the errors.

    ``outage`` are the errors that mean that something all rows need is down (the database counts without being named).
    After ``outage_after`` of them in succession the remaining rows are skipped: each would wait for a timeout and fail.
    """
    errors: list[Exception] = []
    consecutive_outages = 0
    for row in rows:
        try:
            work(row)
        except Exception as error:  # any error: the rows after this one are not affected by it
            errors.append(error)
            if not (isinstance(error, outage) or is_outage(error)):
                log.exception("%s failed; the others are not affected", _name(row))
                consecutive_outages = 0
                continue
            log.warning("%s: %s", _name(row), error)
            consecutive_outages += 1
            if consecutive_outages >= outage_after:
                break
        else:
            consecutive_outages = 0
    return errors


def _name(row: object) -> str:
    return f"{type(row).__name__} {row.pk}" if hasattr(row, "pk") else getattr(row, "__name__", str(row))

"""Process many rows one by one, so that one failure does not stop the others."""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar
from uuid import UUID

from common.outages import is_outage

T = TypeVar("T")

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Skipped:
    """A row that could not be processed, and why."""

    id: UUID
    message: str


def run_each(
    rows: Iterable[T],
    work: Callable[[T], object],
    *,
    outage: tuple[type[Exception], ...] = (),
) -> list[Exception]:
    """Call ``work`` for each row, log every failure with its row, and return the errors.

    ``outage`` are the errors that mean that a service which all rows need is down; outages of the database always
    count. After three of them in a row, the remaining rows are skipped, since each would only wait for a
    timeout.
    """
    errors: list[Exception] = []
    consecutive_outages = 0
    for row in rows:
        try:
            work(row)
        except Exception as error:  # any error: it does not affect the other rows
            errors.append(error)
            if not (isinstance(error, outage) or is_outage(error)):
                log.exception("%s failed; the others are not affected", _name(row))
                consecutive_outages = 0
                continue
            log.warning("%s: %s", _name(row), error)
            consecutive_outages += 1
            if consecutive_outages >= 3:
                break
        else:
            consecutive_outages = 0
    return errors


def _name(row: object) -> str:
    return f"{type(row).__name__} {row.pk}" if hasattr(row, "pk") else getattr(row, "__name__", str(row))

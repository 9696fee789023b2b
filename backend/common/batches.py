"""Work on many rows, one by one, so that a failure of one does not stop the others."""

import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

from common.outages import is_outage

T = TypeVar("T")

log = logging.getLogger(__name__)


def each_by_itself(
    rows: Iterable[T],
    work: Callable[[T], object],
    *,
    outage: tuple[type[Exception], ...] = (),
    outage_after: int = 3,
) -> list[Exception]:
    """Call ``work`` for each row; return what failed, which is logged with its row.

    ``outage`` is what ``work`` raises if something that all rows need is down, besides the database: after
    ``outage_after`` of these in a row the rest is not tried, since it would fail as well and each may take a timeout.
    """
    errors: list[Exception] = []
    in_a_row = 0
    for row in rows:
        try:
            work(row)
        except Exception as error:  # of any kind: the rows behind this one have nothing to do with it
            errors.append(error)
            if not (isinstance(error, outage) or is_outage(error)):
                log.exception("%s failed; the others are not affected", _name(row))
                in_a_row = 0
                continue
            log.warning("%s: %s", _name(row), error)
            in_a_row += 1
            if in_a_row >= outage_after:
                break
        else:
            in_a_row = 0
    return errors


def _name(row: object) -> str:
    return f"{type(row).__name__} {row.pk}" if hasattr(row, "pk") else getattr(row, "__name__", str(row))

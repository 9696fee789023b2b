"""Keyset pages: the next one in a ``Link`` header (RFC 8288); page 1,000 costs what page 1 costs."""

import base64
import binascii
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.db.models.expressions import RawSQL
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from common.fields import Output
from common.ordering import NEWEST, Order, Step

PAGE = 50
LARGEST_PAGE = 200
_LIMIT = re.compile(r"[1-9][0-9]{0,2}")

Rows = QuerySet[Any] | Sequence[QuerySet[Any]]
"""Rows to page through; several querysets are shares of one list that have no row in common, so that each of them is
read from an index in the list's order."""


Reader = Callable[[int, tuple[Any, ...] | None], list[Any]]
"""Reads so many rows of a list, after the place where one stands, if one does."""


@dataclass(frozen=True)
class Listing:
    """A list in an order, and how it is read."""

    order: Order
    read: Reader


def answer_page(request: Request, rows: Rows, output: type[Output], *, order: Order = NEWEST) -> Response:
    """One page of ``rows`` (of ``Record``) as a JSON array, in ``order``.

    Query parameters: ``limit`` (1 to 200, 50 by default) and ``cursor`` (from the ``Link`` header). Raises
    ValidationError (400) for others.
    """
    return answer_read(request, lambda size, after: read_page(rows, order, size, after), output, order)


def answer_read(request: Request, read: Reader, output: type[Output], order: Order) -> Response:
    """As ``answer_page``, from whatever ``read`` reads."""
    limit = _limit(request)
    cursor = request.query_params.get("cursor")
    page = read(limit + 1, _decode(cursor, order) if cursor else None)
    shown = page[:limit]
    response = Response(output.of_each(shown))
    if len(page) > limit:
        response["Link"] = f'<{_address(request, _encode(order, shown[-1]))}>; rel="next"'
    return response


def read_page(
    rows: Rows,
    order: Order,
    size: int,
    after: tuple[Any, ...] | None = None,
    *,
    base: QuerySet[Any] | None = None,
) -> list[Any]:
    """The first ``size`` rows, or the first after the row whose ``order.place`` is ``after``.

    An order may read in steps (rows without a price come after all that have one); a step that fills the page is the
    last one asked for. With ``base``, the rows of the page are taken from there once their ids are known: ids alone
    come out of the index on filter and order, while for whole rows the planner may rather read the list in its order
    and leave out what does not fit, which is next to nothing or next to everything.
    """
    shares = [rows] if isinstance(rows, QuerySet) else rows
    page: list[Any] = []
    for step in order.steps(after):
        wanted = size - len(page)
        parts = [step.within(share).order_by(*step.columns)[:wanted] for share in shares]
        if base is not None:
            parts = [part.select_related(None).values(*step.names) for part in parts]
        # A union of parts that are each read in order is merged row by row; none is read to its end.
        found = parts[0] if len(parts) == 1 else parts[0].union(*parts[1:], all=True).order_by(*step.columns)[:wanted]
        page += found if base is None else _whole(base, step, found, wanted)
        if len(page) == size:
            break
    return page


def _whole(base: QuerySet[Any], step: Step, found: QuerySet[Any], wanted: int) -> QuerySet[Any]:
    sql, params = found.query.sql_with_params()
    ids = RawSQL(f"SELECT id FROM ({sql}) AS found", params)  # noqa: S608, S611, Django's own SQL
    return step.keyed(base).filter(id__in=ids).order_by(*step.columns)[:wanted]


def each_row(listing: Listing, size: int = 1000) -> Iterator[Any]:
    """Every row of a list, read ``size`` at a time: so many are in memory, however many there are."""
    after = None
    while True:
        page = listing.read(size, after)
        yield from page
        if len(page) < size:
            return
        after = listing.order.place(page[-1])


def _limit(request: Request) -> int:
    raw = request.query_params.get("limit", str(PAGE))
    # Matched as text first: int() itself reads other scripts' digits, skips zeros and fails past 4,300 digits.
    if not _LIMIT.fullmatch(raw) or int(raw) > LARGEST_PAGE:
        raise ValidationError({"limit": [f"Must be a whole number from 1 to {LARGEST_PAGE}"]})
    return int(raw)


def _address(request: Request, cursor: str) -> str:
    query = request.query_params.copy()
    query["cursor"] = cursor
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")


def _encode(order: Order, row: Any) -> str:
    values = [order.name, *(None if value is None else str(value) for value in order.place(row))]
    return base64.urlsafe_b64encode(json.dumps(values).encode()).decode()


def _decode(cursor: str, order: Order) -> tuple[Any, ...]:
    try:
        name, *texts = json.loads(base64.urlsafe_b64decode(cursor.encode()).decode())
        if name != order.name or any(text is not None and not _can_be_stored(text) for text in texts):
            raise ValueError(name)
        return order.parse(texts)
    except (ValueError, TypeError, ArithmeticError, RecursionError, binascii.Error):
        raise ValidationError({"cursor": ["Not a cursor of this list"]}) from None


def _can_be_stored(value: Any) -> bool:
    """Whether PostgreSQL takes ``value`` as text: it has neither NUL nor half a surrogate pair."""
    return (
        isinstance(value, str)
        and "\0" not in value
        and not any("\ud800" <= character <= "\udfff" for character in value)
    )

"""Keyset pagination: the ``Link`` header has the next page (RFC 8288), and page 1,000 costs the same as page 1."""

import base64
import binascii
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db.models import BooleanField, F, Func, QuerySet
from django.db.models.expressions import RawSQL
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from common.ordering import NEWEST, Order, Step
from common.outputs import Output
from common.postgres.replica import is_report
from common.written_once import read_models

DEFAULT_PAGE_SIZE = 50
MAX_PAGE_SIZE = 200
_LIMIT = re.compile(r"[1-9][0-9]{0,2}")

Rows = QuerySet[Any] | Sequence[QuerySet[Any]]
"""Rows to page through. Several querysets are partitions of one list: no row is in two of them, and each can be read
from an index in the list's order."""

Reader = Callable[[int, tuple[Any, ...] | None], list[Any]]
"""Reads a number of rows of a list, after a cursor key if one is given."""


@dataclass(frozen=True)
class Listing:
    """A list: its order, and the function that reads it."""

    order: Order
    read: Reader


def page_response(request: Request, rows: Rows, output: type[Output], *, order: Order = NEWEST) -> Response:
    """Respond with one page of ``rows`` (of ``Record``) as a JSON array, in ``order``.

    Query parameters: ``limit`` (1 to 200, 50 by default) and ``cursor`` (from the ``Link`` header). Raises
    ValidationError (400) for bad values.
    """
    return response_from_reader(request, lambda size, after: read_page(rows, order, size, after), output, order)


def own_page_response(request: Request, model: type[Any], output: type[Output]) -> Response:
    """Respond like ``page_response``, with the caller's own rows of ``model``, newest first.

    They are selected by ``model.objects.owned_by``. Most people see only the first page, so its statement is compiled
    once.
    """

    def first_page(size: int, user_id: UUID) -> QuerySet[Any]:
        return first_rows(model.objects.owned_by(get_user_model()(pk=user_id)), NEWEST, size)

    def read(size: int, after: tuple[Any, ...] | None) -> list[Any]:
        if after is not None:
            return read_page(model.objects.owned_by(request.user), NEWEST, size, after)
        return read_models(("own", size), model, partial(first_page, size), request.user.pk)

    return response_from_reader(request, read, output, NEWEST)


def response_from_reader(request: Request, read: Reader, output: type[Output], order: Order) -> Response:
    """Respond like ``page_response``, with the rows that ``read`` returns."""
    limit = _limit(request)
    cursor = request.query_params.get("cursor")
    page = read(limit + 1, _decode_cursor(cursor, order) if cursor else None)
    shown = page[:limit]
    response = Response(output.of_each(shown))
    if len(page) > limit:
        response["Link"] = f'<{_next_url(request, _encode_cursor(order, shown[-1]))}>; rel="next"'
    return response


def newest_of_all(rows: QuerySet[Any]) -> Listing:
    """Return the list of ``rows``, which are all rows of a model that the desk lists, newest first. The statement of
    its first page is compiled once.
    """

    def read(size: int, after: tuple[Any, ...] | None) -> list[Any]:
        if after is not None:
            return read_page(rows, NEWEST, size, after)
        return read_models(("all", size), rows.model, lambda _: first_rows(rows, NEWEST, size))

    return Listing(NEWEST, read)


def read_page(
    rows: Rows,
    order: Order,
    size: int,
    after: tuple[Any, ...] | None = None,
    *,
    base: QuerySet[Any] | None = None,
) -> list[Any]:
    """Return the first ``size`` rows, starting after the cursor key ``after`` if given.

    An order may have several steps (rows with a price, then rows without one), which are read until the page is full.
    With ``base``, only IDs are read from ``rows``, and then the full rows from ``base``: IDs come straight from the
    index on the filters and the order, while for full rows the planner may scan the whole list in order, however rare
    matches are. An unfiltered list is read in one statement.
    """
    partitions = [rows] if isinstance(rows, QuerySet) else rows
    if base is not None and [part.query.where for part in partitions] == [base.query.where]:
        partitions, base = [base], None
    page: list[Any] = []
    for step in order.steps(after):
        wanted = size - len(page)
        matches = _first(step, partitions, wanted, ids_only=base is not None)
        page += matches if base is None else fetch_full_rows(base, step, matches, wanted)
        if len(page) == size:
            break
    return page


def _first(step: Step, partitions: Sequence[QuerySet[Any]], wanted: int, *, ids_only: bool) -> QuerySet[Any]:
    """Return the query for the first rows of a step, or for their IDs and columns of the order."""
    parts = [step.narrow(partition).order_by(*step.columns)[:wanted] for partition in partitions]
    if ids_only:
        parts = [part.select_related(None).values(*step.column_names) for part in parts]
    if len(parts) == 1:
        return parts[0]
    # PostgreSQL merges parts that are each in order row by row, so none is read to its end.
    return parts[0].union(*parts[1:], all=True).order_by(*step.columns)[:wanted]


def fetch_full_rows(base: QuerySet[Any], step: Step, matches: QuerySet[Any], wanted: int) -> QuerySet[Any]:
    return step.annotate(base).filter(is_one_of("id", matches)).order_by(*step.columns)[:wanted]


def first_rows(rows: Rows, order: Order, size: int) -> QuerySet[Any]:
    """Return the query for the first ``size`` rows. ``order`` has one step."""
    (step,) = order.steps(None)
    return _first(step, [rows] if isinstance(rows, QuerySet) else rows, size, ids_only=False)


def select_ids(rows: Rows, order: Order, size: int) -> QuerySet[Any]:
    """Return the query for the IDs of the first ``size`` rows, for ``is_one_of``. ``order`` has one step."""
    (step,) = order.steps(None)
    return _first(step, [rows] if isinstance(rows, QuerySet) else rows, size, ids_only=True)


def is_one_of(column: str, ids: QuerySet[Any] | RawSQL) -> Func:
    """Return the condition that ``column`` is one of ``ids``, a query that returns few: one with a column ``id``, or
    SQL with that column alone.

    PostgreSQL runs it first and takes an array for a few values, so that it looks those up in an index. A join with the
    query, as Django's ``__in`` makes, can end as a loop over both.
    """
    if isinstance(ids, QuerySet):
        sql, params = ids.query.sql_with_params()
        ids = RawSQL(f"SELECT id FROM ({sql}) AS found", params)  # noqa: S608, S611, Django's own SQL
    return Func(F(column), ids, template="%(expressions)s)", arg_joiner=" = ANY (ARRAY", output_field=BooleanField())


def iterate_rows(listing: Listing) -> Iterator[Any]:
    """Yield every row of a list, with one page of them in memory."""
    for page in iterate_pages(listing):
        yield from page


def iterate_pages(listing: Listing, size: int = 1000) -> Iterator[list[Any]]:
    """Yield a list in pages of at most ``size`` rows, for callers that look something up for many rows at once. Reading
    a list to its end is a report, so each page is read from the replica if possible."""
    after = None
    while True:
        page = is_report(listing.read)(size, after)
        yield page
        if len(page) < size:
            return
        after = listing.order.cursor_key(page[-1])


def _limit(request: Request) -> int:
    raw = request.query_params.get("limit", str(DEFAULT_PAGE_SIZE))
    # int() alone would accept other scripts' digits and leading zeros, and fail beyond 4,300 digits.
    if not _LIMIT.fullmatch(raw) or int(raw) > MAX_PAGE_SIZE:
        raise ValidationError({"limit": [f"Must be a whole number from 1 to {MAX_PAGE_SIZE}"]})
    return int(raw)


def _next_url(request: Request, cursor: str) -> str:
    query = urlencode({**dict(request.query_params.lists()), "cursor": cursor}, doseq=True)
    return request.build_absolute_uri(f"{request.path}?{query}")


def _encode_cursor(order: Order, row: Any) -> str:
    values = [order.name, *(None if value is None else str(value) for value in order.cursor_key(row))]
    return base64.urlsafe_b64encode(json.dumps(values).encode()).decode()


def _decode_cursor(cursor: str, order: Order) -> tuple[Any, ...]:
    try:
        name, *texts = json.loads(base64.urlsafe_b64decode(cursor.encode()).decode())
        if name != order.name or any(text is not None and not _is_storable(text) for text in texts):
            raise ValueError(name)
        return order.parse(texts)
    except (ValueError, TypeError, ArithmeticError, RecursionError, binascii.Error):
        raise ValidationError({"cursor": ["Not a cursor of this list"]}) from None


def _is_storable(value: Any) -> bool:
    """Return whether PostgreSQL can store ``value`` as text: without NUL and lone surrogates."""
    return (
        isinstance(value, str)
        and "\0" not in value
        and not any("\ud800" <= character <= "\udfff" for character in value)
    )

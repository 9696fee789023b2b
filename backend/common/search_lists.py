"""Search in lists that stays fast for long lists and common words."""

import datetime as dt
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from django.db.models import Model, QuerySet, Subquery, Value
from django.db.models.expressions import RawSQL
from django.db.models.functions import Coalesce

from common.ordering import NEWEST, OLDEST, Order
from common.pagination import Listing, is_one_of, read_page, select_ids
from common.postgres.replica import report_connection
from common.search import matching, parse_id, split_words

# Up to this many matches are found by index and sorted. If there are more, the text is so common that reading the list
# in its own order finds a page of matches quickly.
MAX_INDEX_MATCHES = 2000
# In an order other than by time, a search returns at most this many of the newest matches. Neither way would be fast
# for a first name that thousands share, and another word helps the user more than another page.
CANDIDATES = 2000
# Finding CANDIDATES in the list's order takes longer than finding a page, so the index is used up to this limit.
MAX_CANDIDATE_MATCHES = 5000
# A common text is first searched for among this many of the newest rows.
RECENT = 5000
_BEFORE_ALL = dt.datetime(1, 1, 2, tzinfo=dt.UTC)

M = TypeVar("M", bound=Model)

Divide = Callable[[Order], Sequence[QuerySet[Any]]]
"""Splits the rows of a list into partitions, each of which one index has in the given order."""


def divided(rows: QuerySet[M], **values: Sequence[str]) -> list[QuerySet[M]]:
    """Return ``rows`` in parts, one for each combination of the ``values`` of columns. No values don't divide."""
    parts = [rows]
    for column, listed in values.items():
        if listed:
            parts = [part.filter(**{column: value}) for part in parts for value in listed]
    return parts


def search_list(text: str, everything: QuerySet[Any], rows: QuerySet[Any], divide: Divide, order: Order) -> Listing:
    """Return the ``rows`` that match every word of ``text`` by prefix (all if it has no word), in ``order``.

    ``divide`` returns the same ``rows`` in partitions, and ``everything`` is the unfiltered list with all its joins. If
    there is a word, this runs one query.
    """
    if order in (NEWEST, OLDEST) or not split_words(text):
        found = find(text, rows, divide(order))
    else:
        found = [everything.filter(is_one_of("id", find_candidates(text, rows, divide(NEWEST))))]
    return Listing(order, partial(read_page, found, order, base=everything))


def find(
    text: str, rows: QuerySet[Any], partitions: Sequence[QuerySet[Any]], *, search_vector: Any = None
) -> Sequence[QuerySet[Any]]:
    """Return the ``rows`` that match every word of ``text`` by prefix, in partitions for ``read_page``.

    ``partitions`` are the same rows, divided for the list's order. They are returned as they are if ``text`` has no
    word, and filtered individually if too many rows match. If there is a word, this runs one query. ``search_vector``
    is as for ``matching``.
    """
    if not split_words(text):
        return partitions
    if parse_id(text):
        return [matching(rows, text)]
    matches = partial(matching, text=text, search_vector=search_vector)
    return by_index_if_few(matches(rows), [matches(part, indexed=False) for part in partitions])


def find_candidates(text: str, rows: QuerySet[Any], partitions: Sequence[QuerySet[Any]]) -> QuerySet[Any] | RawSQL:
    """Return the IDs of the newest CANDIDATES of ``rows`` that match every word of ``text`` by prefix.

    They are for ``is_one_of``. ``text`` has at least one word. ``partitions`` are the same rows, divided for the
    order newest first. This runs one query.
    """
    if parse_id(text):
        return select_ids(matching(rows, text), NEWEST, CANDIDATES)
    ids = _ids_if_few(matching(rows, text), MAX_CANDIDATE_MATCHES, newest=CANDIDATES)
    if ids is not None:
        return ids
    return select_ids([matching(part, text, indexed=False) for part in partitions], NEWEST, CANDIDATES)


def find_newest(text: str, rows: QuerySet[Any], size: int, *, search_vector: Any = None) -> list[Any]:
    """Return the newest ``size`` of the ``rows`` that match every word of ``text`` by prefix.

    The newest RECENT rows are searched first, without the index, which would have to read all matches of a common word.
    A ``search_vector`` (as for ``matching``) would have to be computed for each of these rows, so that step is skipped.
    """
    if split_words(text) and not parse_id(text) and search_vector is None:
        first = rows.order_by("-created_at").values("created_at")[RECENT : RECENT + 1]
        recent = rows.filter(created_at__gt=Coalesce(Subquery(first), Value(_BEFORE_ALL)))
        found = read_page(matching(recent, text, indexed=False), NEWEST, size)
        if len(found) == size:
            return found
    return read_page(find(text, rows, [rows], search_vector=search_vector), NEWEST, size, base=rows)


def by_index_if_few(matches: QuerySet[Any], in_order: Sequence[QuerySet[Any]]) -> Sequence[QuerySet[Any]]:
    """Return ``matches``, found by index, or ``in_order`` if there are more than MAX_INDEX_MATCHES.

    ``in_order`` are the same rows in partitions that keep the planner from using that index. This runs one query.
    """
    ids = _ids_if_few(matches, MAX_INDEX_MATCHES)
    return in_order if ids is None else [matches.model._default_manager.filter(is_one_of("id", ids))]


def _ids_if_few(matches: QuerySet[Any], most: int, *, newest: int | None = None) -> RawSQL | None:
    """Return the IDs of ``matches`` for ``is_one_of``, or None if there are more than ``most``.

    With ``newest``, they are the IDs of that many of the newest matches. This runs one query. The IDs go into the
    page's statements as text, so that the index is read only once for all statements of a page, without converting the
    IDs here. The newest are chosen in this query because it has already read the rows.
    """
    columns = ["id"] if newest is None else ["id", "created_at"]
    part = "" if newest is None else f"ORDER BY created_at DESC, id DESC LIMIT {newest}"
    sql, params = matches.order_by().values(*columns)[: most + 1].query.sql_with_params()
    statement = f"""
        WITH found AS MATERIALIZED ({sql})
        SELECT CASE WHEN (SELECT count(*) FROM found) <= {most} THEN ARRAY(SELECT id FROM found {part})::text END
    """  # noqa: S608, Django's own SQL and our numbers
    with report_connection().cursor() as cursor:
        cursor.execute(statement, params)
        (ids,) = cursor.fetchone()
    return None if ids is None else RawSQL("SELECT unnest(%s::uuid[])", [ids])

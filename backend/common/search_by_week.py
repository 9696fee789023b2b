"""Search a list that grows without bound, at a cost that does not grow with it.

A plain index of words returns every row with a common name, such as 20,000 Smiths among a million quotes, to show the
newest 50. Here each word carries the week in which its row was created, and a search goes through the weeks until its
page is full. Very common words are found sooner in the list itself, so its first rows are checked before the index.
"""

from typing import Any

from django.db.models import Func, QuerySet
from django.db.models.expressions import RawSQL

from common.ordering import NEWEST, OLDEST, Order
from common.pagination import read_page
from common.search import NORMALIZED_TEXT_SQL, escape_lexeme, search_vector_of, split_words

_SECONDS = 7 * 24 * 60 * 60
_WEEK_SQL = f"floor(extract(epoch FROM {{instant}} AT TIME ZONE 'UTC') / {_SECONDS})::int"
_WEEK_PLACEHOLDER = "@"  # stands for the week in a query; it separates words, so no word contains it
_MATCHES = f"search_vector @@ replace(%s, '{_WEEK_PLACEHOLDER}', ({{week}})::text)::tsquery"
# This many of the list's next rows are checked one by one before the index is used.
WINDOW = 500
# A list that is not ordered by time is sorted from this many rows: the newest that match.
CANDIDATES = 2000


def search_vector_by_week(*columns: Any) -> Func:
    """Return the search vector of some columns, each word preceded by the week of ``created_at``: ``2969:smith``."""
    week = _WEEK_SQL.format(instant="created_at")
    return search_vector_of(
        *columns, text_sql=f"regexp_replace({NORMALIZED_TEXT_SQL}, '(\\S+)', {week}::text || ':\\1', 'g')"
    )


def weekly_query(text: str, *, whole: bool = False) -> str:
    """Return the query for the beginnings of the words of ``text``, or for ``whole`` words; blank if it has no word."""
    end = "" if whole else ":*"
    return " & ".join(f"'{_WEEK_PLACEHOLDER}:{escape_lexeme(word)}'{end}" for word in split_words(text))


def read_matches(
    rows: QuerySet[Any], query: str, order: Order, size: int, after: tuple[Any, ...] | None, *, whole_list: bool
) -> list[Any]:
    """Return the first ``size`` of ``rows`` that match ``query``, starting after the cursor key ``after`` if given.

    In an order other than by time they are taken from the newest CANDIDATES matches. ``whole_list`` says that ``rows``
    are not filtered.
    """
    if order not in (NEWEST, OLDEST):
        ids = newest_matching_ids(rows, query, CANDIDATES)
        return read_page(rows.model.objects.filter(id__in=ids), order, size, after)
    (step,) = order.steps(after)
    if whole_list:
        page = _in_window(step.narrow(rows).order_by(*step.columns), query, size)
        if len(page) == size:
            return page
    ids = _week_by_week(rows, query, order, size, after)
    return list(rows.model.objects.filter(id__in=ids).order_by(*step.columns)[:size])


def newest_matching_ids(rows: QuerySet[Any], query: str, size: int) -> RawSQL:
    """Return the IDs of the newest ``size`` of ``rows`` that match ``query``, for ``id__in``."""
    return _week_by_week(rows, query, NEWEST, size, None)


def _in_window(ordered: QuerySet[Any], query: str, size: int) -> list[Any]:
    near, params = ordered.values("id", "created_at", "search_vector")[:WINDOW].query.sql_with_params()
    matches = _MATCHES.format(week=_WEEK_SQL.format(instant="created_at"))
    ids = RawSQL(f"SELECT id FROM ({near}) AS near WHERE {matches}", [*params, query])  # noqa: S608, S611
    return list(ordered.model.objects.filter(id__in=ids).order_by(*ordered.query.order_by)[:size])


def _week_by_week(rows: QuerySet[Any], query: str, order: Order, size: int, after: tuple[Any, ...] | None) -> RawSQL:
    (step,) = order.steps(after)
    page = step.narrow(rows).order_by(*step.columns).values("id")[:size]
    sql, params = page.query.sql_with_params()
    table = f'FROM "{rows.model._meta.db_table}"'
    # OFFSET 0 keeps the planner from merging this subquery with the filters around it: it has to use the index on the
    # words for each week. Otherwise it may read the list in order, or every row of a status once for each week.
    in_week = f"FROM (SELECT * {table} WHERE {_MATCHES.format(week='weeks.week')} OFFSET 0) AS {table[5:]}"
    if sql.count(table) != 1:
        raise ValueError(f"Only rows of one table can be searched: {sql}")
    page_of_week = sql.replace(table, in_week)
    oldest, newest = (_boundary_week(rows.model, end) for end in ("min", "max"))
    if after:
        here = str(int(after[0].timestamp() // _SECONDS))
        oldest, newest = (oldest, here) if order == NEWEST else (here, newest)
    series = f"{newest}, {oldest}, -1" if order == NEWEST else f"{oldest}, {newest}, 1"
    # The weeks come in order and so do the rows within each, so the limit stops at the week that fills the page.
    weeks = f"generate_series({series}) AS weeks (week)"
    hits = f"SELECT hit.id FROM {weeks} CROSS JOIN LATERAL ({page_of_week}) AS hit LIMIT {int(size)}"  # noqa: S608
    return RawSQL(hits, [query, *params])  # noqa: S611, Django's own SQL and numbers


def _boundary_week(model: Any, end: str) -> str:
    """Return SQL for the first (``min``) or last (``max``) week that has rows, from the index on ``created_at``."""
    return f"(SELECT {_WEEK_SQL.format(instant=f'{end}(created_at)')} FROM {model._meta.db_table})"  # noqa: S608

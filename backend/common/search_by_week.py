"""Search in a list that grows without bound, the newest first, at a cost that does not grow with it.

An index of words answers all rows of a common name at once, 20,000 Smiths of a million quotes, to show the newest 50.
So each word here carries the week that its row was made in, and a search goes back week by week until its page is
full. A word that everybody has is come upon even sooner in the list itself, which is looked at first.
"""

from typing import Any

from django.contrib.postgres.search import SearchVectorField
from django.db.models import QuerySet
from django.db.models.expressions import RawSQL

from common.ordering import NEWEST, OLDEST, Order
from common.pagination import read_page
from common.search import LINE_SQL, VECTOR_SQL, Words, quoted, words_of

_SECONDS = 7 * 24 * 60 * 60
_WEEK_SQL = f"floor(extract(epoch FROM {{instant}} AT TIME ZONE 'UTC') / {_SECONDS})::int"
_HERE = "@"  # stands for the week in what is asked; no word has it, since it parts words
_FITS = f"words @@ replace(%s, '{_HERE}', ({{week}})::text)::tsquery"
# So many of the list's next rows are looked at one by one before the index is asked.
WINDOW = 500
# Where a list is in no order of time, it is put in order from so many rows, the newest that fit.
CANDIDATES = 2000


class WordsByWeek(Words):
    """All words of some text columns, each after the week of ``created_at``: ``2969:smith``."""

    _WEEKLY = f"regexp_replace({LINE_SQL}, '(\\S+)', {_WEEK_SQL.format(instant='created_at')}::text || ':\\1', 'g')"
    template = VECTOR_SQL.format(line=_WEEKLY)
    output_field = SearchVectorField()


def asked_for(text: str, *, whole: bool = False) -> str:
    """``text`` as a query for its words, or for their beginnings; blank where it has none."""
    end = "" if whole else ":*"
    return " & ".join(f"'{_HERE}:{quoted(word)}'{end}" for word in words_of(text))


def read_found(
    rows: QuerySet[Any], asked: str, order: Order, size: int, after: tuple[Any, ...] | None, *, whole_list: bool
) -> list[Any]:
    """The first ``size`` of ``rows`` that have what is ``asked``, in ``order``, or the first after the place ``after``.

    Ordered by anything but time, they are taken from the newest CANDIDATES that fit. ``whole_list`` says that ``rows``
    are not filtered.
    """
    if order not in (NEWEST, OLDEST):
        return read_page(rows.model.objects.filter(id__in=newest_ids(rows, asked, CANDIDATES)), order, size, after)
    (step,) = order.steps(after)
    if whole_list:
        page = _in_window(step.within(rows).order_by(*step.columns), asked, size)
        if len(page) == size:
            return page
    ids = _week_by_week(rows, asked, order, size, after)
    return list(rows.model.objects.filter(id__in=ids).order_by(*step.columns)[:size])


def newest_ids(rows: QuerySet[Any], asked: str, size: int) -> RawSQL:
    """The ids of the newest ``size`` of ``rows`` that have what is ``asked``, for ``id__in``."""
    return _week_by_week(rows, asked, NEWEST, size, None)


def _in_window(ordered: QuerySet[Any], asked: str, size: int) -> list[Any]:
    near, params = ordered.values("id", "created_at", "words")[:WINDOW].query.sql_with_params()
    fits = _FITS.format(week=_WEEK_SQL.format(instant="created_at"))
    ids = RawSQL(f"SELECT id FROM ({near}) AS near WHERE {fits}", [*params, asked])  # noqa: S608, S611
    return list(ordered.model.objects.filter(id__in=ids).order_by(*ordered.query.order_by)[:size])


def _week_by_week(rows: QuerySet[Any], asked: str, order: Order, size: int, after: tuple[Any, ...] | None) -> RawSQL:
    (step,) = order.steps(after)
    wanted = step.within(rows).order_by(*step.columns).values("id")[:size]
    sql, params = wanted.query.sql_with_params()
    table = f'FROM "{rows.model._meta.db_table}"'
    # What fits in a week is found by the index on the words, whatever else is asked of it: the offset is a wall that
    # the planner does not look over. It would read the list in order instead, or all rows of a status once a week.
    in_week = f"FROM (SELECT * {table} WHERE {_FITS.format(week='weeks.week')} OFFSET 0) AS {table[5:]}"
    if sql.count(table) != 1:
        raise ValueError(f"Only rows of one table can be searched: {sql}")
    found = sql.replace(table, in_week)
    oldest, newest = (_bound(rows.model, end) for end in ("min", "max"))
    if after:
        here = str(int(after[0].timestamp() // _SECONDS))
        oldest, newest = (oldest, here) if order == NEWEST else (here, newest)
    series = f"{newest}, {oldest}, -1" if order == NEWEST else f"{oldest}, {newest}, 1"
    # The weeks come in order and so do the rows within each; the limit stops at the week that fills the page.
    weeks = f"generate_series({series}) AS weeks (week)"
    hits = f"SELECT hit.id FROM {weeks} CROSS JOIN LATERAL ({found}) AS hit LIMIT {int(size)}"  # noqa: S608
    return RawSQL(hits, [asked, *params])  # noqa: S611, Django's own SQL and numbers


def _bound(model: Any, end: str) -> str:
    """SQL of the first or the last week that has rows; the index of the list's own order knows it."""
    return f"(SELECT {_WEEK_SQL.format(instant=f'{end}(created_at)')} FROM {model._meta.db_table})"  # noqa: S608

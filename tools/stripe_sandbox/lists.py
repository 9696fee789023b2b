"""Stripe's lists: newest first, ``limit``, ``starting_after``, ``ending_before``, ``created[gte]`` and the like."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from stripe_sandbox.call import Call
from stripe_sandbox.errors import Json, missing, unreadable
from stripe_sandbox.render import plain

PAGE = 10  # the length of a page, unless the request says otherwise

_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "gt": lambda one, other: one > other,
    "gte": lambda one, other: one >= other,
    "lt": lambda one, other: one < other,
    "lte": lambda one, other: one <= other,
}


def listing(data: list[Json], url: str, *, more: bool = False) -> Json:
    """Wrap ``data`` in a list object."""
    return {"object": "list", "data": data, "has_more": more, "url": url}


def page(
    call: Call, kind: str, url: str, equal: Mapping[str, Any], *, keep: Callable[[Json], bool] | None = None
) -> Json:
    """Return one page of the objects of a kind that equal ``equal`` (None: any value) and that ``keep`` accepts."""
    limit = call.params.integer("limit", PAGE) or 0
    if not 1 <= limit <= 100:
        raise unreadable("Invalid limit: must be between 1 and 100", param="limit")
    limit = min(limit, call.store.most_per_page)
    after, before = call.params.text("starting_after"), call.params.text("ending_before")
    if after and before:
        raise unreadable("You may only specify one of these parameters: ending_before, starting_after.")
    wanted = {name: value for name, value in equal.items() if value is not None}
    rows = _filtered(call.store.scan(kind, wanted), _created(call), keep)
    if before:
        earlier = list(_until(rows, before))
        found, more = earlier[-limit:], len(earlier) > limit
    else:
        found = list(islice(_past(rows, after) if after else rows, limit + 1))
        found, more = found[:limit], len(found) > limit
    return listing([plain(row) for row in found], url, more=more)


def _filtered(
    rows: Iterable[Json], created: Callable[[int], bool], keep: Callable[[Json], bool] | None
) -> Iterator[Json]:
    return (row for row in rows if created(row.get("created", 0)) and (keep is None or keep(row)))


def _created(call: Call) -> Callable[[int], bool]:
    """Return the filter for ``created``: an exact time, or bounds."""
    if not isinstance(call.params.peek("created"), dict):
        exact = call.params.integer("created")
        return lambda value: exact is None or value == exact
    bounds = call.params.child("created")
    limits = {name: bounds.integer(name) for name in _COMPARISONS} if bounds else {}
    return lambda value: all(limit is None or _COMPARISONS[name](value, limit) for name, limit in limits.items())


def _past(rows: Iterator[Json], identity: str) -> Iterator[Json]:
    for row in rows:
        if row["id"] == identity:
            return rows
    raise missing("object", identity, param="starting_after", status=400)


def _until(rows: Iterator[Json], identity: str) -> Iterator[Json]:
    for row in rows:
        if row["id"] == identity:
            return
        yield row
    raise missing("object", identity, param="ending_before", status=400)

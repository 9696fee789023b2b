"""Search of a list, however many rows it has and however common the word is."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from django.db.models import QuerySet

from common.ordering import NEWEST, OLDEST, Order
from common.pagination import Listing, is_one_of, read_page, select_ids
from common.search import matching, parse_id, split_words

# Up to this many matches are looked up in the index and sorted. If more rows match, the text is so common that reading
# the list in its own order finds a page of them quickly.
MAX_INDEX_MATCHES = 5000
# A list in an order other than by time has the newest matches, up to this many. A first name that thousands have may be
# anywhere in a list by name, and then neither way is fast; another word helps more than another page.
CANDIDATES = 2000

Divide = Callable[[Order], Sequence[QuerySet[Any]]]
"""Returns the rows of a list in partitions, each of which one index has in the given order."""


def search_list(text: str, everything: QuerySet[Any], rows: QuerySet[Any], divide: Divide, order: Order) -> Listing:
    """Return those of ``rows`` that have a word beginning with each word of ``text``, in ``order``; all of them if it
    has no word.

    ``divide`` returns the same ``rows`` in partitions, and ``everything`` is the list before any filter, with all that
    belongs to a row. If there is a word, this runs one query itself.
    """
    if order in (NEWEST, OLDEST) or not split_words(text):
        found = find(text, rows, divide(order))
    else:
        newest = select_ids(find(text, rows, divide(NEWEST)), NEWEST, CANDIDATES)
        found = [everything.filter(is_one_of("id", newest))]
    return Listing(order, partial(read_page, found, order, base=everything))


def find(text: str, rows: QuerySet[Any], partitions: Sequence[QuerySet[Any]]) -> Sequence[QuerySet[Any]]:
    """Return those of ``rows`` that have a word beginning with each word of ``text``, in partitions for ``read_page``.

    ``partitions`` are the same rows as the list's order reads them. They are returned as they are if ``text`` has no
    word, and filtered one by one if too many rows match. If there is a word, this runs one query itself.
    """
    if not split_words(text):
        return partitions
    if parse_id(text):
        return [matching(rows, text)]
    return by_index_if_few(matching(rows, text), [matching(part, text, indexed=False) for part in partitions])


def find_newest(text: str, rows: QuerySet[Any], size: int) -> list[Any]:
    """Return the newest ``size`` of all ``rows`` that have a word beginning with each word of ``text``."""
    return read_page(find(text, rows, [rows]), NEWEST, size)


def by_index_if_few(matches: QuerySet[Any], in_order: Sequence[QuerySet[Any]]) -> Sequence[QuerySet[Any]]:
    """Return ``matches``, which are looked up in the index of their condition, or if there are more than
    MAX_INDEX_MATCHES, ``in_order``: the same rows in partitions that keep the planner from using that index.

    This runs one query itself.
    """
    ids = matches.order_by().values("id")
    if ids[MAX_INDEX_MATCHES : MAX_INDEX_MATCHES + 1].exists():
        return in_order
    # The limit keeps the planner from reading the whole list in order instead to find a few matches.
    return [matches.model._default_manager.filter(is_one_of("id", ids[:MAX_INDEX_MATCHES]))]

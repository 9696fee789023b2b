"""Search for rows by the beginnings of their words, through a GIN index.

It uses PostgreSQL's text search without its parser, which would split email addresses and phone numbers by rules of
its own. Here a row's words are whatever stands between blanks and punctuation, in lower case.
"""

import re
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib.postgres.search import SearchQuery, SearchVectorField
from django.db.models import BooleanField, CharField, F, Func, TextField
from django.db.models.functions import Cast, Right

_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII | re.IGNORECASE)
_SEPARATORS = " -@.,_/+()'\"\t\n"
_SEPARATORS_TO_BLANKS = str.maketrans(dict.fromkeys(_SEPARATORS, " "))
_SEPARATORS_SQL = "E'" + "".join(f"\\x{ord(character):02x}" for character in _SEPARATORS) + "'"
_BLANKS_SQL = f"'{' ' * len(_SEPARATORS)}'"

NORMALIZED_TEXT_SQL = f"translate(lower(%(expressions)s), {_SEPARATORS_SQL}, {_BLANKS_SQL})"
SEARCH_VECTOR_SQL = "array_to_tsvector(array_remove(string_to_array({text}, ' '), ''))"


def search_vector_of(*columns: Any, text_sql: str = NORMALIZED_TEXT_SQL) -> Func:
    """Return the search vector of some text columns.

    Its constants are part of the SQL text, not parameters: only then does PostgreSQL match the expression with an
    index on it, whether or not the statement is prepared. It is Django's own ``Func`` with its template, so that a
    migration contains the SQL that it runs, and ``makemigrations --check`` notices when the template has changed.
    """
    template = SEARCH_VECTOR_SQL.format(text=text_sql)
    # In alphabetical order, as in migrations: Django compares the keywords of expressions in indexes in their order.
    return Func(*columns, arg_joiner=" || ' ' || ", output_field=SearchVectorField(), template=template)


def _digits(column: str) -> Func:
    """Return the digits of a text, without the blanks and punctuation that people put between them."""
    return Func(F(column), template="regexp_replace(%(expressions)s, '[^0-9]', '', 'g')", output_field=CharField())


def person_search_columns(name: str, email: str, phone: str) -> tuple[Any, ...]:
    """Return what a person's row can be found by, for a search vector.

    These are the words of the columns ``name``, ``email`` and ``phone``, the digits of the phone number (all, without
    the area code, the last four), and the last eight characters of the row's ID.
    """
    digits = _digits(phone)
    return name, email, phone, digits, Right(digits, 7), Right(digits, 4), Right(Cast("id", TextField()), 8)


# Up to this many matches are looked up in the index and then sorted. If more rows match, the text is so common that
# reading the list in its own order finds a page of matches quickly.
MAX_INDEX_MATCHES = 3000


def search(text: str, rows: Any, partitions: Sequence[Any]) -> Any:
    """Return those of ``rows`` that have a word beginning with each word of ``text``, for ``page_response``.

    ``partitions`` are the same rows, divided the way the list's order reads them. They are returned unfiltered if
    ``text`` has no word, and filtered one by one if too many rows match. This runs one query itself.
    """
    prefixes = _prefix_query(text)
    if not prefixes:
        return partitions
    if id_ := parse_id(text):
        return [rows.filter(id=id_)]
    matches = rows.filter(TsMatch(F("search_vector"), prefixes, indexed=True))
    in_order = [part.filter(TsMatch(F("search_vector"), prefixes, indexed=False)) for part in partitions]
    return by_index_if_few(matches, in_order)


def by_index_if_few(matches: Any, in_order: Sequence[Any]) -> Any:
    """Return ``matches``, which are looked up in the index of their condition, or if there are more than
    MAX_INDEX_MATCHES, ``in_order``: the same rows in partitions that keep the planner from using that index.

    This runs one query itself.
    """
    if matches[MAX_INDEX_MATCHES : MAX_INDEX_MATCHES + 1].exists():
        return in_order
    # The limit keeps the planner from reading the whole list in order instead to find a few matches.
    return [matches.model.objects.filter(id__in=matches.values("id")[:MAX_INDEX_MATCHES])]


class TsMatch(Func):
    """Whether a search vector matches a ``tsquery``.

    The query is part of the SQL text, not a parameter, so that the planner can estimate how many rows match.
    ``indexed=False`` keeps the planner from using the index.
    """

    output_field = BooleanField()

    def __init__(self, search_vector: Any, query: str, *, indexed: bool) -> None:
        super().__init__(search_vector)
        # Django's template turns four percent signs into two, and the driver turns those into one.
        literal = query.replace("'", "''").replace("%", "%%%%")
        self.template = f"%(expressions)s @@ '{literal}'::tsquery"
        if not indexed:
            self.template = f"({self.template}) IS TRUE"


def split_words(text: str) -> list[str]:
    """Return the words of ``text`` as search vectors have them."""
    return text.lower().translate(_SEPARATORS_TO_BLANKS).split()


def _prefix_query(text: str) -> str:
    return " & ".join(f"'{escape_lexeme(word)}':*" for word in split_words(text))


def filter_by_prefixes(rows: Any, search_vector: Func, text: str) -> Any:
    """Return those of ``rows`` that have a word beginning with each word of ``text``; all rows if it has no word."""
    prefixes = _prefix_query(text)
    if not prefixes:
        return rows
    query = SearchQuery(prefixes, search_type="raw", config="simple")
    return rows.alias(_search_vector=search_vector).filter(_search_vector=query)


def parse_id(text: str) -> UUID | None:
    """Return the ID if ``text`` is a complete one."""
    return UUID(text) if _ID.fullmatch(text) else None


def escape_lexeme(word: str) -> str:
    """Return ``word`` for use between quotes in a ``tsquery``."""
    return word.replace("\\", "\\\\").replace("'", "''")

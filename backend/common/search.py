"""Search for rows by the beginnings of their words, through a GIN index.

It uses PostgreSQL's text search without its parser, which would split email addresses and phone numbers by rules of
its own. Here a row's words are whatever stands between blanks and punctuation, in lower case.
"""

import re
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib.postgres.search import SearchVectorField
from django.db.models import BooleanField, CharField, F, Func, QuerySet, TextField
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


def matching(
    rows: QuerySet[Any],
    text: str,
    *,
    search_vector: Any = None,
    whole: bool = False,
    indexed: bool = True,
) -> QuerySet[Any]:
    """Return those of ``rows`` that have a word beginning with each word of ``text``, or have each ``whole`` word; all
    of them if it has no word. If ``text`` is a complete ID, that is the row.

    ``search_vector`` is the expression of an index, for a model without the column. ``indexed=False`` keeps the planner
    from using the index.
    """
    if id_ := parse_id(text):
        return rows.filter(id=id_)
    words = split_words(text)
    if not words:
        return rows
    query = " & ".join(f"'{escape_lexeme(word)}'{'' if whole else ':*'}" for word in words)
    return rows.filter(TsMatch(search_vector or F("search_vector"), query, indexed=indexed))


def having_any(rows: QuerySet[Any], words: Sequence[str]) -> QuerySet[Any]:
    """Return those of ``rows`` that have one of the whole ``words``."""
    return rows.filter(TsMatch(F("search_vector"), " | ".join(f"'{escape_lexeme(word)}'" for word in words)))


class TsMatch(Func):
    """Whether a search vector matches a ``tsquery``.

    The query is part of the SQL text, not a parameter, so that the planner can estimate how many rows match.
    ``indexed=False`` keeps the planner from using the index, and from guessing: it assumes that a CASE is true for half
    of the rows, and so reads a list in its order until enough have matched.
    """

    output_field = BooleanField()

    def __init__(self, search_vector: Any, query: str, *, indexed: bool = True) -> None:
        super().__init__(search_vector)
        # Django's template turns four percent signs into two, and the driver turns those into one.
        literal = query.replace("'", "''").replace("%", "%%%%")
        self.template = f"%(expressions)s @@ '{literal}'::tsquery"
        if not indexed:
            self.template = f"CASE WHEN {self.template} THEN TRUE ELSE FALSE END"


def split_words(text: str) -> list[str]:
    """Return the words of ``text`` as search vectors have them."""
    return text.lower().translate(_SEPARATORS_TO_BLANKS).split()


def parse_id(text: str) -> UUID | None:
    """Return the ID if ``text`` is a complete one."""
    return UUID(text) if _ID.fullmatch(text) else None


def escape_lexeme(word: str) -> str:
    """Return ``word`` for use between quotes in a ``tsquery``."""
    return word.replace("\\", "\\\\").replace("'", "''")

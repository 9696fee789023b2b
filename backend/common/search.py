"""Search for rows by word prefixes, through a GIN index.

It uses PostgreSQL's text search without its parser, which has its own rules for splitting email addresses and phone
numbers. Here, a row's words are what is between spaces and punctuation, in lower case.
"""

import re
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib.postgres.search import SearchVectorField
from django.db.models import BooleanField, CharField, F, Func, QuerySet, TextField
from django.db.models.functions import Cast, Right

_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII | re.IGNORECASE)
_WITHOUT_APOSTROPHE = re.compile(r"[dlo][a-z]{3,}")  # such as "dangelo", "lheureux" and "obrien"
_PHONE_NUMBER = re.compile(
    r"(?<!\w)(?:\+?1[ .-]*)?\(?([2-9]\d\d)\)?[ .-]*(\d{3})[ .-]*(\d{4})(?!\w)", re.ASCII
)  # such as "+1 (603) 555-0172"
_DIGITS_OF_PHONE_NUMBER = re.compile(r"[2-9]\d{5,9}", re.ASCII)
_APOSTROPHE = "\u2019"  # which phones type instead of "'"
_SEPARATORS = " -@.,_/+()'\"\t\n"
_SEPARATORS_TO_BLANKS = str.maketrans(dict.fromkeys(_SEPARATORS, " "))
_SEPARATORS_BUT_APOSTROPHE = str.maketrans(dict.fromkeys(_SEPARATORS.replace("'", ""), " "))
_SEPARATORS_SQL = "E'" + "".join(f"\\x{ord(character):02x}" for character in _SEPARATORS) + "'"
_BLANKS_SQL = f"'{' ' * len(_SEPARATORS)}'"

NORMALIZED_TEXT_SQL = f"translate(lower(%(expressions)s), {_SEPARATORS_SQL}, {_BLANKS_SQL})"
SEARCH_VECTOR_SQL = "array_to_tsvector(array_remove(string_to_array({text}, ' '), ''))"


def search_vector_of(*columns: Any, text_sql: str = NORMALIZED_TEXT_SQL) -> Func:
    """Return the search vector of text columns.

    Its constants are part of the SQL, not parameters: otherwise PostgreSQL would not match the expression with an index
    on it once the statement is prepared. As a plain ``Func`` with a template, its SQL is written into the migration,
    and ``makemigrations --check`` notices a changed template.
    """
    template = SEARCH_VECTOR_SQL.format(text=text_sql)
    # Keywords in alphabetical order, as in migrations, because Django's comparison of indexes depends on the order.
    return Func(*columns, arg_joiner=" || ' ' || ", output_field=SearchVectorField(), template=template)


def _digits(column: str) -> Func:
    """Return only the digits of a column."""
    return Func(F(column), template="regexp_replace(%(expressions)s, '[^0-9]', '', 'g')", output_field=CharField())


def person_search_columns(name: str, email: str, phone: str) -> tuple[Any, ...]:
    """Return the columns of a person's search vector.

    These are ``name``, ``email`` and ``phone``, the digits of the phone number (all, without the area code, and the
    last four), and the last eight characters of the row's ID.
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
    """Return the ``rows`` that match every word of ``text``, by prefix or, with ``whole``, exactly.

    Without any word, all rows match. If ``text`` is a complete ID, only that row does. ``search_vector`` is the
    expression of an index, for a model without the column. ``indexed=False`` keeps the planner from using the index.
    """
    if id_ := parse_id(text):
        return rows.filter(id=id_)
    words = split_words(text)
    if not words:
        return rows
    query = " & ".join(f"'{escape_lexeme(word)}'" for word in words) if whole else _prefixes(text)
    return rows.filter(TsMatch(search_vector or F("search_vector"), query, indexed=indexed))


def having_any(rows: QuerySet[Any], words: Sequence[str]) -> QuerySet[Any]:
    """Return the ``rows`` that have at least one of the whole ``words``."""
    return rows.filter(TsMatch(F("search_vector"), " | ".join(f"'{escape_lexeme(word)}'" for word in words)))


def _prefixes(text: str) -> str:
    """Return the ``tsquery`` for all words of ``text`` as prefixes. A phone number is one word, without its "1"."""
    text = _PHONE_NUMBER.sub(r" \1\2\3 ", _lowered(text))
    names = text.translate(_SEPARATORS_BUT_APOSTROPHE).split()
    return " & ".join(filter(None, (_prefixes_of_name([part for part in name.split("'") if part]) for name in names)))


def _prefixes_of_name(parts: list[str]) -> str:
    """Return the ``tsquery`` for a word, or for one that apostrophes divide.

    "O'Brien" is stored as two words, and as one with the apostrophe that phones type.
    """
    query = " & ".join(map(_prefix, parts))
    return f"({query} | '{escape_lexeme(_APOSTROPHE.join(parts))}':*)" if len(parts) > 1 else query


def _prefix(word: str) -> str:
    """Return the ``tsquery`` for a prefix. "obrien" also finds "O'Brien", and "6035550172" also "+16035550172"."""
    query = f"'{escape_lexeme(word)}':*"
    if _WITHOUT_APOSTROPHE.fullmatch(word):
        first, rest = word[0], word[1:]
        return f"({query} | '{first}' & '{rest}':* | '{first}{_APOSTROPHE}{rest}':*)"
    return f"({query} | '1{word}':*)" if _DIGITS_OF_PHONE_NUMBER.fullmatch(word) else query


class TsMatch(Func):
    """Whether a search vector matches a ``tsquery``.

    The query is part of the SQL, not a parameter, so that the planner can estimate how many rows match.
    ``indexed=False`` wraps the condition in a CASE, which can't use the index. The planner assumes that half of the
    rows match a CASE, so it reads a list in its order until there are enough matches.
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
    """Return the words of ``text`` as they are in search vectors."""
    return _lowered(text).translate(_SEPARATORS_TO_BLANKS).split()


def _lowered(text: str) -> str:
    return text.lower().replace(_APOSTROPHE, "'")


def parse_id(text: str) -> UUID | None:
    """Return the ID if ``text`` is a complete one."""
    return UUID(text) if _ID.fullmatch(text) else None


def escape_lexeme(word: str) -> str:
    """Return ``word`` for use between quotes in a ``tsquery``."""
    return word.replace("\\", "\\\\").replace("'", "''")

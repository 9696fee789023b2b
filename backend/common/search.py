"""Looking rows up by the beginnings of their words, through an index.

PostgreSQL's own text search does it, without the parser that would take e-mail addresses and numbers apart in ways of
its own: a row's words are what stands between blanks and punctuation, in lower case.
"""

import re
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib.postgres.search import SearchQuery, SearchVectorField
from django.db.models import BooleanField, CharField, F, Func, TextField
from django.db.models.functions import Cast, Right

_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII | re.IGNORECASE)
_BREAKS = " -@.,_/+()'\"\t\n"
_BREAK_TABLE = str.maketrans(dict.fromkeys(_BREAKS, " "))
_BREAKS_SQL = "E'" + "".join(f"\\x{ord(character):02x}" for character in _BREAKS) + "'"
_BLANKS_SQL = f"'{' ' * len(_BREAKS)}'"


LINE_SQL = f"translate(lower(%(expressions)s), {_BREAKS_SQL}, {_BLANKS_SQL})"
VECTOR_SQL = "array_to_tsvector(array_remove(string_to_array({line}, ' '), ''))"


class Words(Func):
    """All words of some text columns. Its constants stand in the statement itself, so that an index on it is found
    whether or not the statement is prepared."""

    arg_joiner = " || ' ' || "
    template = VECTOR_SQL.format(line=LINE_SQL)
    output_field = SearchVectorField()


class _Digits(Func):
    """The digits of a text, without what people put between them."""

    template = "regexp_replace(%(expressions)s, '[^0-9]', '', 'g')"
    output_field = CharField()


def of_person(name: str, email: str, phone: str) -> tuple[Any, ...]:
    """What a person's row is found by: words of the columns ``name``, ``email`` and ``phone``, the phone number
    written together (whole, without its area code, its last four digits), and the id's last eight characters."""
    digits = _Digits(F(phone))
    return name, email, phone, digits, Right(digits, 7), Right(digits, 4), Right(Cast("id", TextField()), 8)


# Up to so many rows are looked up by their words and then sorted. A text that more rows fit is so common that reading
# the list in its own order comes upon a page of them soon.
FEW = 3000


def found(text: str, rows: Any, shares: Sequence[Any]) -> Any:
    """Those of ``rows`` whose ``words`` begin with every word of ``text``, for ``answer_page``.

    ``shares`` are the same rows, divided as the list's order wants to read them; they are the answer where ``text``
    has no word, and, looked through one by one, where too many rows fit it. Costs one query of its own.
    """
    asked = _asked(text)
    if not asked:
        return shares
    if id_ := as_id(text):
        return [rows.filter(id=id_)]
    fitting = rows.filter(_Fits(F("words"), asked, indexed=True))
    if fitting[FEW : FEW + 1].exists():
        return [share.filter(_Fits(F("words"), asked, indexed=False)) for share in shares]
    # The limit keeps the planner from reading the whole list in order instead, for the rare row that fits.
    return [shares[0].model.objects.filter(id__in=fitting.values("id")[:FEW])]


class _Fits(Func):
    """Whether ``words`` have what is ``asked``. It stands in the statement itself, not beside it as a parameter, so
    that the planner knows how common it is; ``indexed=False`` keeps it from using the index."""

    output_field = BooleanField()

    def __init__(self, words: Any, asked: str, *, indexed: bool) -> None:
        super().__init__(words)
        literal = asked.replace("'", "''").replace("%", "%%%%")  # this template takes half of them, the driver the rest
        self.template = f"%(expressions)s @@ '{literal}'::tsquery"
        if not indexed:
            self.template = f"({self.template}) IS TRUE"


def words_of(text: str) -> list[str]:
    return text.lower().translate(_BREAK_TABLE).split()


def _asked(text: str) -> str:
    return " & ".join(f"'{quoted(word)}':*" for word in words_of(text))


def begins_like(rows: Any, words: Words, text: str) -> Any:
    """Those of ``rows`` whose ``words`` begin with every word of ``text``, in any order; all of them where it has no
    word."""
    asked = _asked(text)
    return (
        rows.alias(_words=words).filter(_words=SearchQuery(asked, search_type="raw", config="simple"))
        if asked
        else rows
    )


def as_id(text: str) -> UUID | None:
    """The id that ``text`` is, written out."""
    return UUID(text) if _ID.fullmatch(text) else None


def quoted(word: str) -> str:
    return word.replace("\\", "\\\\").replace("'", "''")

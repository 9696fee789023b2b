"""Looking rows up by the beginnings of their words, through an index.

PostgreSQL's own text search does it, without the parser that would take e-mail addresses and numbers apart in ways of
its own: a row's words are what stands between blanks and punctuation, in lower case.
"""

from typing import Any

from django.contrib.postgres.search import SearchQuery, SearchVectorField
from django.db.models import Func

_BREAKS = " -@.,_/+()'\"\t\n"
_BREAK_TABLE = str.maketrans(dict.fromkeys(_BREAKS, " "))
_BREAKS_SQL = "E'" + "".join(f"\\x{ord(character):02x}" for character in _BREAKS) + "'"
_BLANKS_SQL = f"'{' ' * len(_BREAKS)}'"


class Words(Func):
    """All words of some text columns. Its constants stand in the statement itself, so that an index on it is found
    whether or not the statement is prepared."""

    arg_joiner = " || ' ' || "
    template = (
        f"array_to_tsvector(array_remove(string_to_array(translate(lower(%(expressions)s), "
        f"{_BREAKS_SQL}, {_BLANKS_SQL}), ' '), ''))"
    )
    output_field = SearchVectorField()


def begins_like(rows: Any, words: Words, text: str) -> Any:
    """Those of ``rows`` whose ``words`` begin with every word of ``text``, in any order; all of them where it has no
    word. A short number is also looked for as the end of a numbering (42: 00042)."""
    asked = text.lower().translate(_BREAK_TABLE).split()
    if not asked:
        return rows
    query = SearchQuery(" & ".join(_alternatives(word) for word in asked), search_type="raw", config="simple")
    return rows.alias(_words=words).filter(_words=query)


def _alternatives(word: str) -> str:
    begins = [word, word.zfill(5)] if word.isascii() and word.isdigit() and len(word) < 5 else [word]
    return "(" + " | ".join(f"'{_quoted(begin)}':*" for begin in begins) + ")"


def _quoted(word: str) -> str:
    return word.replace("\\", "\\\\").replace("'", "''")

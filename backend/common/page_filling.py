"""Replacement of tokens such as ``@@business.phone@@`` in the pages of the client's build."""

import html
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.conf import settings

from common.business import Business, business, texts_of
from common.opening_hours import spans

SCRIPT = re.compile(r"(<script\b[^>]*>)(.*?)(</script>)", re.DOTALL | re.IGNORECASE)
_STRUCTURED_DATA = re.compile(r"""type=["']?application/ld\+json""", re.IGNORECASE)
_BLANK_ELEMENT = re.compile(r"""<(\w+)\b[^>]*\bdata-if=""[^>]*>.*?</\1>""", re.DOTALL)
_IN_JSON = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "'": "\\u0027"}
_JSON_IN_HTML = str.maketrans(_IN_JSON)

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Tokens:
    """The value of each token.

    ``texts`` are escaped for their context: as JSON in a script, as HTML elsewhere. ``html`` is inserted as it is,
    outside of scripts. ``lists`` are JSON: in structured data, a list that contains only the token becomes that list.
    """

    texts: Pairs = ()
    html: Pairs = ()
    lists: Pairs = ()


_extra_tokens: Callable[[], Tokens] = Tokens


def add_token_source(source: Callable[[], Tokens]) -> None:
    """Register the function that returns further tokens, besides the business's details. Each page calls it."""
    global _extra_tokens
    _extra_tokens = source


def current_tokens() -> Tokens:
    """Return the tokens with their current values."""
    return _tokens(business(), settings.SITE_URL, _extra_tokens())


@lru_cache(maxsize=4)
def _tokens(details: Business, site_url: str, extra: Tokens) -> Tokens:
    # The client's name for ``reviews_url`` is ``@@business.reviewsUrl@@``.
    names = {name: re.sub(r"_(.)", lambda match: match[1].upper(), name) for name in texts_of(details)}
    texts = {f"@@business.{names[name]}@@": text for name, text in texts_of(details).items()}
    texts["@@business.siteUrl@@"] = site_url
    texts["@@business.wordmark@@"] = "" if details.other_name else details.name
    lists = {
        "@@business.cities@@": json.dumps(details.cities),
        "@@business.openingHours@@": json.dumps(spans(details.opening_hours)),
    }
    return Tokens((*texts.items(), *extra.texts), extra.html, (*lists.items(), *extra.lists))


def fill(text: str, tokens: Tokens) -> str:
    """Return the page with its tokens replaced.

    What shows a blank token is removed: elements with ``data-if`` (which contain no element of the same name) and
    properties of structured data.
    """
    texts = dict(tokens.texts)
    in_script = _replacer({token: _escape_json(value) for token, value in texts.items()})
    in_html = _replacer({token: html.escape(value) for token, value in texts.items()} | dict(tokens.html))
    parts = []
    end = 0
    for script in SCRIPT.finditer(text):
        opening, body, _ = script.groups()
        parts += [in_html(text[end : script.start(2)])]
        parts += [_fill_structured_data(body, tokens) if _STRUCTURED_DATA.search(opening) else in_script(body)]
        end = script.end(2)
    return _BLANK_ELEMENT.sub("", "".join([*parts, in_html(text[end:])]))


def _fill_structured_data(body: str, tokens: Tokens) -> str:
    plain, lists = _replacer(dict(tokens.texts)), dict(tokens.lists)

    def filled(value: Any) -> Any:
        if isinstance(value, str):
            return plain(value)
        if isinstance(value, list):
            if len(value) == 1 and value[0] in lists:
                return json.loads(lists[value[0]])
            return [inner for item in value if (inner := filled(item))]
        if isinstance(value, dict):
            return {key: inner for key, item in value.items() if (inner := filled(item)) not in ("", [], {})}
        return value

    return json.dumps(filled(json.loads(body)), ensure_ascii=False).translate(_JSON_IN_HTML)


def _replacer(values: dict[str, str]) -> Callable[[str], str]:
    pattern = re.compile("|".join(map(re.escape, values)))
    return lambda text: pattern.sub(lambda match: values[match[0]], text)


def _escape_json(value: str) -> str:
    """Escape a value for the inside of a JSON or JavaScript string (with either quote) in a ``<script>``."""
    return "".join(_IN_JSON.get(character, character) for character in json.dumps(value)[1:-1])

"""Stripe's form encoding: ``items[0][price]=price_1&expand[]=latest_invoice&metadata[a]=b``."""

import re
from typing import Any
from urllib.parse import parse_qsl

from stripe_sandbox.errors import unreadable

_KEY = re.compile(r"^([^\[\]]+)((?:\[[^\[\]]*\])*)$")

Tree = dict[str, Any]


def decode(text: str) -> Tree:
    """Parse a query or body into nested dicts, lists and strings. Raises ApiError for a bad key."""
    tree: Tree = {}
    for name, value in parse_qsl(text, keep_blank_values=True):
        match = _KEY.match(name)
        if not match:
            raise unreadable(f"Invalid parameter name: {name}")
        steps = [match[1], *re.findall(r"\[([^\[\]]*)\]", match[2])]
        _put(tree, steps, value, name)
    return {key: _lists(value) for key, value in tree.items()}


def _put(tree: Tree, steps: list[str], value: str, name: str) -> None:
    here = tree
    for step in steps[:-1]:
        here = here.setdefault(step or str(len(here)), {})
        if not isinstance(here, dict):
            raise unreadable(f"Invalid parameter: {name}", param=name)
    last = steps[-1]
    if isinstance(here.get(last), dict):
        raise unreadable(f"Invalid parameter: {name}", param=name)
    here[last or str(len(here))] = value


def _lists(value: Any) -> Any:
    """Turn dicts with the keys 0, 1, 2 … into lists."""
    if not isinstance(value, dict):
        return value
    inner = {key: _lists(item) for key, item in value.items()}
    if inner and list(inner) == [str(index) for index in range(len(inner))]:
        return list(inner.values())
    return inner

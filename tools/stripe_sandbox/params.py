"""Typed access to a call's parameters. Parameters that no handler reads are rejected as unknown, as at Stripe."""

import re
from collections.abc import Sequence
from typing import Any

from stripe_sandbox.errors import unreadable
from stripe_sandbox.forms import Tree

Metadata = dict[str, str]


class Params:
    """One level of a call's parameters. An empty string means "unset" and is returned as None."""

    def __init__(self, tree: Tree, path: str = "") -> None:
        self._tree = tree
        self._path = path
        self._read: set[str] = set()
        self._inner: list[Params] = []

    def __contains__(self, name: str) -> bool:
        return name in self._tree

    def names(self) -> set[str]:
        """Return the names of the parameters."""
        return set(self._tree)

    def full_name(self, name: str) -> str:
        """Return the parameter's full name, for an error."""
        return f"{self._path}[{name}]" if self._path else name

    def peek(self, name: str) -> Any:
        """Return the raw value without marking it as read."""
        return self._tree.get(name)

    def text(self, name: str, default: str | None = None) -> str | None:
        value = self._take(name)
        if value is None:
            return default
        if not isinstance(value, str):
            raise unreadable("Invalid string: must be a string", param=self.full_name(name))
        if len(value) > 5000:
            raise unreadable("Invalid string: must be at most 5000 characters", param=self.full_name(name))
        return value or None

    def required(self, name: str) -> str:
        value = self.text(name)
        if value is None:
            if name in self._tree:
                raise unreadable(
                    f"You passed an empty string for '{self.full_name(name)}'.", code="parameter_invalid_empty",
                    param=self.full_name(name),
                )  # fmt: skip
            raise unreadable(
                f"Missing required param: {self.full_name(name)}.", code="parameter_missing", param=self.full_name(name)
            )
        return value

    def integer(self, name: str, default: int | None = None) -> int | None:
        value = self.text(name)
        if value is None:
            return default
        if not re.fullmatch(r"-?\d{1,18}", value):
            raise unreadable(f"Invalid integer: {value}", code="parameter_invalid_integer", param=self.full_name(name))
        return int(value)

    def required_integer(self, name: str) -> int:
        self.required(name)
        return self.integer(name) or 0

    def flag(self, name: str, default: bool | None = None) -> bool | None:
        value = self.text(name)
        if value is None:
            return default
        if value not in ("true", "false"):
            raise unreadable(f"Invalid boolean: {value}", param=self.full_name(name))
        return value == "true"

    def choice(self, name: str, choices: Sequence[str], default: str | None = None) -> str | None:
        value = self.text(name)
        if value is None:
            return default
        if value not in choices:
            raise unreadable(
                f"Invalid {self.full_name(name)}: must be one of {', '.join(choices)}", param=self.full_name(name)
            )
        return value

    def texts(self, name: str) -> list[str]:
        """Return a list of strings (``name[]``)."""
        value = self._take(name)
        if value in (None, ""):
            return []
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise unreadable("Invalid array", param=self.full_name(name))
        return value

    def child(self, name: str) -> "Params | None":
        """Return the parameters nested in ``name``; None if they are missing or unset."""
        value = self._take(name)
        if value in (None, ""):
            return None
        if not isinstance(value, dict):
            raise unreadable("Invalid object", param=self.full_name(name))
        return self._nested(value, self.full_name(name))

    def children(self, name: str) -> "list[Params]":
        """Return a list of nested parameters (``name[0][…]``)."""
        value = self._take(name)
        if value in (None, ""):
            return []
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise unreadable("Invalid array", param=self.full_name(name))
        return [self._nested(item, f"{self.full_name(name)}[{index}]") for index, item in enumerate(value)]

    def metadata(self, present: Metadata | None = None) -> Metadata:
        """Merge ``metadata`` into ``present``: an empty value removes a key, an empty ``metadata`` removes all."""
        value = self._take("metadata")
        if value is None:
            return dict(present or {})
        if value == "":
            return {}
        if not isinstance(value, dict) or not all(isinstance(item, str) for item in value.values()):
            raise unreadable("Invalid object", param=self.full_name("metadata"))
        merged = (present or {}) | value
        return {key: item for key, item in merged.items() if item}

    def ignore(self, *names: str) -> None:
        """Mark parameters as read that have no effect here."""
        self._read.update(names)

    def check_all_read(self) -> None:
        """Raise ApiError if a parameter was not read."""
        for name in self._tree:
            if name not in self._read:
                raise unreadable(
                    f"Received unknown parameter: {self.full_name(name)}",
                    code="parameter_unknown",
                    param=self.full_name(name),
                )
        for inner in self._inner:
            inner.check_all_read()

    def _take(self, name: str) -> Any:
        self._read.add(name)
        return self._tree.get(name)

    def _nested(self, tree: Tree, path: str) -> "Params":
        inner = Params(tree, path)
        self._inner.append(inner)
        return inner

"""Typed reading of a call's parameters. What a call does not read is refused, as Stripe refuses unknown parameters."""

import re
from collections.abc import Sequence
from typing import Any

from stripe_sandbox.errors import unreadable
from stripe_sandbox.forms import Tree

Metadata = dict[str, str]


class Params:
    """One level of a call's parameters. An empty text means "unset" and reads as None."""

    def __init__(self, tree: Tree, path: str = "") -> None:
        self._tree = tree
        self._path = path
        self._read: set[str] = set()
        self._inner: list[Params] = []

    def __contains__(self, name: str) -> bool:
        return name in self._tree

    def names(self) -> set[str]:
        """The names that were given."""
        return set(self._tree)

    def named(self, name: str) -> str:
        """The parameter's full name, for an error."""
        return f"{self._path}[{name}]" if self._path else name

    def peek(self, name: str) -> Any:
        """The value as it came, without taking it as read."""
        return self._tree.get(name)

    def text(self, name: str, default: str | None = None) -> str | None:
        value = self._take(name)
        if value is None:
            return default
        if not isinstance(value, str):
            raise unreadable("Invalid string: must be a string", param=self.named(name))
        if len(value) > 5000:
            raise unreadable("Invalid string: must be at most 5000 characters", param=self.named(name))
        return value or None

    def required(self, name: str) -> str:
        value = self.text(name)
        if value is None:
            if name in self._tree:
                raise unreadable(
                    f"You passed an empty string for '{self.named(name)}'.", code="parameter_invalid_empty",
                    param=self.named(name),
                )  # fmt: skip
            raise unreadable(
                f"Missing required param: {self.named(name)}.", code="parameter_missing", param=self.named(name)
            )
        return value

    def integer(self, name: str, default: int | None = None) -> int | None:
        value = self.text(name)
        if value is None:
            return default
        if not re.fullmatch(r"-?\d{1,18}", value):
            raise unreadable(f"Invalid integer: {value}", code="parameter_invalid_integer", param=self.named(name))
        return int(value)

    def required_integer(self, name: str) -> int:
        self.required(name)
        return self.integer(name) or 0

    def flag(self, name: str, default: bool | None = None) -> bool | None:
        value = self.text(name)
        if value is None:
            return default
        if value not in ("true", "false"):
            raise unreadable(f"Invalid boolean: {value}", param=self.named(name))
        return value == "true"

    def choice(self, name: str, choices: Sequence[str], default: str | None = None) -> str | None:
        value = self.text(name)
        if value is None:
            return default
        if value not in choices:
            raise unreadable(f"Invalid {self.named(name)}: must be one of {', '.join(choices)}", param=self.named(name))
        return value

    def texts(self, name: str) -> list[str]:
        """A list of texts (``name[]``)."""
        value = self._take(name)
        if value in (None, ""):
            return []
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise unreadable("Invalid array", param=self.named(name))
        return value

    def child(self, name: str) -> "Params | None":
        """The parameters below ``name``; None where they are not given, or unset."""
        value = self._take(name)
        if value in (None, ""):
            return None
        if not isinstance(value, dict):
            raise unreadable("Invalid object", param=self.named(name))
        return self._nested(value, self.named(name))

    def children(self, name: str) -> "list[Params]":
        """A list of parameters (``name[0][…]``)."""
        value = self._take(name)
        if value in (None, ""):
            return []
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise unreadable("Invalid array", param=self.named(name))
        return [self._nested(item, f"{self.named(name)}[{index}]") for index, item in enumerate(value)]

    def metadata(self, present: Metadata | None = None) -> Metadata:
        """``metadata`` merged into what is there: an empty value takes a key out, an empty ``metadata`` all."""
        value = self._take("metadata")
        if value is None:
            return dict(present or {})
        if value == "":
            return {}
        if not isinstance(value, dict) or not all(isinstance(item, str) for item in value.values()):
            raise unreadable("Invalid object", param=self.named("metadata"))
        merged = (present or {}) | value
        return {key: item for key, item in merged.items() if item}

    def ignore(self, *names: str) -> None:
        """Take parameters as read: they change nothing here."""
        self._read.update(names)

    def done(self) -> None:
        """Raises ApiError for parameters that nobody read."""
        for name in self._tree:
            if name not in self._read:
                raise unreadable(
                    f"Received unknown parameter: {self.named(name)}", code="parameter_unknown", param=self.named(name)
                )
        for inner in self._inner:
            inner.done()

    def _take(self, name: str) -> Any:
        self._read.add(name)
        return self._tree.get(name)

    def _nested(self, tree: Tree, path: str) -> "Params":
        inner = Params(tree, path)
        self._inner.append(inner)
        return inner

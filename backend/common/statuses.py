"""Base class of statuses: stored value, label, badge, and the groups it belongs to.

All of this is defined only in the enumeration. Code, SQL and the web client's generated copy
(``frontend/src/api/catalog.gen.ts``) use it, so adding a status means adding one line.
"""

import re
from dataclasses import asdict, dataclass
from enum import StrEnum, nonmember
from typing import Any, Self

from django.db import models


class Tone(StrEnum):
    """The colors of badges: ``--tone-…`` in frontend/src/styles/tokens.css, for the light and the dark theme."""

    AMBER = "amber"
    BLUE = "blue"
    PLUM = "plum"
    GREEN = "green"
    TEAL = "teal"
    SLATE = "slate"
    RED = "red"
    EVERGREEN = "evergreen"
    DIM = "dim"


class Mark(StrEnum):
    """The mark on a badge, so that color is not the only distinction."""

    RING = "ring"  # waiting or inactive
    DOT = "dot"
    SQUARE = "square"  # a date or a place


@dataclass(frozen=True)
class Badge:
    """How a status looks."""

    tone: Tone
    mark: Mark = Mark.DOT


class SharedChoices(models.TextChoices):
    """Choices whose labels are generated for the web client, like those of a ``Status``."""


class Status(models.TextChoices):
    """A status, declared as ``NAME = "stored_value", Badge(…)``, followed by a label unless it is the name.

    Groups are declared below the members: ``OPEN = group(PENDING, QUOTING)``.
    """

    badge: Badge

    def __new__(cls, value: str, badge: Badge | None = None) -> Self:
        if badge is None:
            raise TypeError(f"The status {value} needs a Badge")
        member = str.__new__(cls, value)
        member._value_ = value
        member.badge = badge
        return member

    @classmethod
    def as_json(cls) -> dict[str, Any]:
        """Return what the web client needs to know, in camelCase."""
        declared = vars(cls).items()
        return {
            "members": {each.value: {"label": each.label, **asdict(each.badge)} for each in cls},
            "groups": {_camel(name): values for name, values in declared if isinstance(values, Group)},
        }


class Group(tuple[str, ...]):
    """The stored values of several statuses, in the order of declaration."""

    __slots__ = ()


def choices_as_json() -> dict[str, Any]:
    """Return every ``SharedChoices`` and every ``Status`` of the loaded apps, by the name of its class in camelCase."""
    return {
        "choices": {_camel(each.__name__): dict(each.choices) for each in SharedChoices.__subclasses__()},
        "statuses": {_camel(each.__name__.removesuffix("Status")): each.as_json() for each in Status.__subclasses__()},
    }


def _camel(name: str) -> str:
    """Return ``TreeOrder`` or ``CALLED_OFF`` as ``treeOrder`` or ``calledOff``."""
    words = re.findall("[A-Z][a-z]+", name.title() if name.isupper() else name)
    return "".join(words[:1]).lower() + "".join(words[1:])


def group(*members: Any) -> "nonmember[Group]":
    """Return the group of ``members``, which may be other groups. For use in the body of a ``Status`` class."""
    values: list[str] = []
    for member in members:
        values += member if isinstance(member, Group) else [member[0]]
    return nonmember(Group(values))

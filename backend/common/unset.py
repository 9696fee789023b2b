"""``UNSET``: the value of an omitted argument, where None means "clear the value"."""

from enum import Enum
from typing import Final

from django.db.models import Model


class Unset(Enum):
    """The type of ``UNSET``."""

    UNSET = "unset"


UNSET: Final = Unset.UNSET


def assign(row: Model, **changes: object) -> list[str]:
    """Set the attributes of ``row`` that aren't ``UNSET``. Return their names; saving is left to the caller."""
    given = {name: value for name, value in changes.items() if value is not UNSET}
    for name, value in given.items():
        setattr(row, name, value)
    return list(given)

"""Fields with numbers, money, booleans and lists."""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Annotated, ClassVar, TypeVar

from annotated_types import GroupedMetadata, Interval, Len
from pydantic import AfterValidator, BeforeValidator, FailFast, PlainValidator, Strict, WithJsonSchema

from common.inputs.errors import wrong_type

T = TypeVar("T")

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,4})?", re.ASCII | re.IGNORECASE)
_MOST_DOLLARS = Decimal("99999999.99")

YesNo = Annotated[bool, Strict()]


@dataclass(frozen=True)
class Number(GroupedMetadata):
    """A number from ``low`` to ``high``; ``message`` replaces the default message for any other number."""

    low: int
    high: int
    message: str | None = None

    def __iter__(self) -> Iterator[object]:
        yield from (Strict(), Interval(ge=self.low, le=self.high), BeforeValidator(self.check))

    def check(self, value: object) -> object:
        """Return the value. Raise ValueError with ``message`` for a number out of bounds."""
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if self.message and is_number and not self.low <= value <= self.high:  # type: ignore[operator]
            raise ValueError(self.message)
        return value


@dataclass(frozen=True)
class WholeNumber(Number):
    """A whole ``Number``, including 2.0. Other fractions are rejected, or rounded half up with ``rounds``."""

    rounds: bool = False

    def __iter__(self) -> Iterator[object]:
        convert = _round_half_up if self.rounds else _as_integer
        yield from (*super().__iter__(), BeforeValidator(convert))
        if self.rounds:
            yield WithJsonSchema({"type": "number", "minimum": self.low, "maximum": self.high})


def _as_integer(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _round_half_up(value: object) -> object:
    if not isinstance(value, float) or not math.isfinite(value):
        return value
    # Negative numbers are rounded away from zero: -0.4 is not a size of 0.
    return math.floor(value) if value < 0 else int(Decimal(str(value)).to_integral_value(ROUND_HALF_UP))


@dataclass(frozen=True)
class Items(GroupedMetadata):
    """A list of ``min_length`` to ``max_length`` members."""

    max_length: int
    min_length: int = 0

    def __iter__(self) -> Iterator[object]:
        yield from (Strict(), FailFast(), Len(self.min_length, self.max_length))


def _each_once(members: list[T]) -> list[T]:
    return list(dict.fromkeys(members))


ONCE = AfterValidator(_each_once)  # removes duplicates, keeping the order sent


@dataclass(frozen=True)
class Figure(GroupedMetadata):
    """A decimal string or a number from ``low`` to ``high`` with at most ``places`` decimal places.

    ``name`` and ``example`` are for the messages, such as "a quantity" and ", such as 1.5".
    """

    low: Decimal
    high: Decimal
    name: str
    example: str = ""
    places: int = 2
    description: ClassVar = "A JSON number is accepted too"

    def __iter__(self) -> Iterator[object]:
        # The schema recommends the string: a client's floating-point number may lose cents.
        schema = {"type": "string", "format": "decimal", "description": self.description}
        yield from (PlainValidator(self.check), WithJsonSchema(schema))

    def check(self, value: object) -> Decimal:
        """Return the figure. Raise ValueError with a message for the sender."""
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise ValueError(wrong_type("number", value))
        raw = str(value).strip()
        # Decimal itself also accepts "1_000", "NaN" and the digits of other scripts.
        if not _NUMBER.fullmatch(raw):
            raise ValueError(f"Enter {self.name}{self.example}")
        figure = Decimal(raw)
        if not self.low <= figure <= self.high:
            raise ValueError(f"The {self.name.split(' ', 1)[1]} must be between {self.low} and {self.high}")
        if figure != round(figure, self.places):
            places = {2: "two", 3: "three"}[self.places]
            raise ValueError(f"{self.name.capitalize()} has at most {places} decimal places")
        return round(figure, self.places) + 0  # + 0 turns -0.00 into 0.00


@dataclass(frozen=True)
class Money(Figure):
    """US dollars with at most two places, from ``low`` to 99,999,999.99."""

    low: Decimal = Decimal("0.00")
    high: Decimal = _MOST_DOLLARS
    name: str = "an amount"
    example: str = " in dollars, such as 140.00"
    description: ClassVar = "US dollars; a JSON number is accepted too"

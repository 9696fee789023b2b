"""Request bodies as pydantic models: strict types, with the messages that the web client shows for the same mistake.

A JSON value of another type is rejected, never converted ("1" is no number, and true isn't either). Messages of a
nested object or a list member belong to the top-level field they are in.
"""

import datetime as dt
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Annotated, Any, ClassVar, Self, TypeVar, get_args
from zoneinfo import ZoneInfo

from annotated_types import GroupedMetadata, Interval, Len
from django.conf import settings
from django.db.models import TextChoices
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime
from drf_spectacular.plumbing import build_choice_field
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    FailFast,
    Field,
    GetCoreSchemaHandler,
    PlainValidator,
    Strict,
    ValidationError,
    WithJsonSchema,
    model_validator,
)
from pydantic.alias_generators import to_camel
from pydantic_core import CoreSchema, ErrorDetails
from rest_framework import exceptions, serializers

from common.email_addresses import MAX_LENGTH, is_email_address
from common.unset import Unset

T = TypeVar("T")

REQUIRED = "Required"
# How a date without a time is sent by clients that only know instants.
_DAY_AS_INSTANT = re.compile(r"(\d{4}-\d{2}-\d{2})T00:00:00(\.000)?Z", re.ASCII)
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,4})?", re.ASCII | re.IGNORECASE)
# Control characters except tab and line feed (Unicode category Cc), and halves of surrogate pairs: PostgreSQL stores
# neither NUL nor a lone half, and a bare carriage return starts a new line in calendar files and emails.
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
UNPRINTABLE = "This text contains a character that can't be displayed. Delete it and try again."
# Dates further away are typing mistakes, and arithmetic on the calendar's last days overflows.
FIRST_DAY, LAST_DAY = dt.date(2000, 1, 1), dt.date(2100, 12, 31)
_NOT_A_LIKELY_DATE = f"Please pick a date between {FIRST_DAY.year} and {LAST_DAY.year}"
_MOST_DOLLARS = Decimal("99999999.99")

_JSON_TYPES = {bool: "boolean", int: "number", float: "number", str: "string", list: "array", dict: "object"}
_EXPECTED = {
    "string_type": "string",
    "uuid_type": "string",
    "bool_type": "boolean",
    "int_type": "number",
    "float_type": "number",
    "list_type": "array",
    "model_type": "object",
}
_MESSAGES = {
    "missing": REQUIRED,
    "string_unicode": UNPRINTABLE,
    "greater_than_equal": "Number must be greater than or equal to {ge}",
    "less_than_equal": "Number must be less than or equal to {le}",
    "too_short": "Array must contain at least {min_length} element(s)",
    "too_long": "Array must contain at most {max_length} element(s)",
    "uuid_parsing": "Invalid uuid",
}


def is_printable(text: str) -> bool:
    """Whether ``text`` has no control characters but tab and line feed, and no lone surrogates."""
    return not _UNPRINTABLE.search(text)


def printable(text: str) -> str:
    """Return ``text`` on one line, without what ``is_printable`` refuses."""
    return " ".join(_UNPRINTABLE.sub(" ", text).split())


class Input(BaseModel):
    """A request body. Keys are the fields' names in camelCase; unknown ones are ignored."""

    model_config = ConfigDict(alias_generator=to_camel, extra="ignore", loc_by_alias=False)

    @classmethod
    def parse(cls, body: object) -> Self:
        """Validate ``body``. Raise ValidationError (400) with the messages of each field, keyed by its JSON name."""
        try:
            return cls.model_validate(body)
        except ValidationError as error:
            errors: dict[str, list[str]] = {}
            for detail in error.errors(include_url=False):
                name, message = cls._explain(detail)
                errors.setdefault(name, []).append(message)
            raise exceptions.ValidationError(errors) from None

    def given(self) -> dict[str, Any]:
        """Return the fields that the body has, as keyword arguments of a service, which knows the others' defaults."""
        return self.model_dump(exclude_unset=True)

    @classmethod
    def _explain(cls, detail: ErrorDetails) -> tuple[str, str]:
        """Return the JSON name of the field that an error belongs to, and what to say about it."""
        field = cls.model_fields[str(detail["loc"][0])]
        own = (message for rule in field.metadata if (message := getattr(rule, "message", None)))
        is_missing = detail["type"] == "missing" and len(detail["loc"]) == 1
        return field.alias or "", next(own, REQUIRED) if is_missing else _message(detail)


def _message(detail: ErrorDetails) -> str:
    kind, value, context = detail["type"], detail["input"], detail.get("ctx", {})
    if kind == "value_error":
        return str(context["error"])
    if kind == "extra_forbidden":
        return f"Unknown key: {str(detail['loc'][-1])[:100]}"
    if kind == "int_type" and isinstance(value, float):
        return "Expected integer, received float"
    if kind in _EXPECTED:
        return wrong_type(_EXPECTED[kind], value)
    return _MESSAGES[kind].format(**context)


def wrong_type(expected: str, value: object) -> str:
    """Return what to say about a value of another JSON type than ``expected``."""
    name = "null" if value is None else _JSON_TYPES.get(type(value), "unknown")
    return f"Expected {expected}, received {name}"


class Form(Input):
    """The body of a POST: null counts as left out wherever a field may be left out."""

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, body: object) -> object:
        if not isinstance(body, dict):
            return body
        optional = {field.alias for field in cls.model_fields.values() if not field.is_required()}
        return {key: value for key, value in body.items() if value is not None or key not in optional}


class Changes(Input):
    """The body of a PATCH: each field is a ``Change``, and what is left out stays as it is. Null is rejected unless the
    field's type says ``| None``."""

    partial: ClassVar = True  # drf-spectacular's sign for "Patched" in the schema's name


class _WithoutUnset:
    """``UNSET`` is never sent: the schema of a ``Change`` is that of its value."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        value, *others = (each for each in get_args(source) if each is not Unset)
        for other in others:
            value |= other
        return handler.generate_schema(value)


Change = Annotated[T | Unset, _WithoutUnset()]


@dataclass(frozen=True)
class Text(GroupedMetadata):
    """Trimmed text of ``min_length`` to ``max_length`` characters, without control characters but tab and line feed.

    CRLF, which browsers send from a textarea, becomes LF. ``message`` replaces the default one where the text is
    missing or too short.
    """

    max_length: int
    min_length: int = 0
    message: str | None = None

    def __iter__(self) -> Iterator[object]:
        yield from (Strict(), AfterValidator(self.check), WithJsonSchema({"type": "string", **self.limits()}))

    def limits(self) -> dict[str, int | str]:
        """Return what the OpenAPI schema says of the text."""
        shortest = {"minLength": self.min_length} if self.min_length else {}
        return {"maxLength": self.max_length, **shortest}

    def check(self, text: str) -> str:
        """Return the text as it is stored. Raise ValueError with a message for the sender."""
        text = text.replace("\r\n", "\n")
        if not is_printable(text):
            raise ValueError(UNPRINTABLE)
        text = text.strip()
        if len(text) < self.min_length:
            raise ValueError(self.message or f"String must contain at least {self.min_length} character(s)")
        if len(text) > self.max_length:
            raise ValueError(f"String must contain at most {self.max_length} character(s)")
        return text


@dataclass(frozen=True)
class Email(Text):
    """An email address (``common.email_addresses``); ``message`` says what is wrong with a bad one."""

    max_length: int = MAX_LENGTH
    min_length: int = 1

    def limits(self) -> dict[str, int | str]:
        return {"format": "email", "maxLength": self.max_length}

    def check(self, text: str) -> str:
        text = super().check(text)
        if not is_email_address(text):
            raise ValueError(self.message)
        return text


@dataclass(frozen=True)
class Pattern(Text):
    """Text that matches a regular expression from end to end, or ``message`` says what is wrong."""

    max_length: int = 1000
    min_length: int = 1
    regex: str = ""

    def limits(self) -> dict[str, int | str]:
        return {"pattern": f"^({self.regex})$"}

    def check(self, text: str) -> str:
        text = super().check(text)
        if not re.fullmatch(self.regex, text, re.ASCII):
            raise ValueError(self.message)
        return text


@dataclass(frozen=True)
class Choice:
    """One of the choices that the field's type names; ``message`` replaces the default one for a missing, unknown or
    null one."""

    message: str | None = None

    def __get_pydantic_core_schema__(self, source: type[TextChoices], handler: GetCoreSchemaHandler) -> CoreSchema:
        def check(text: str) -> TextChoices:
            if text in source.values:
                return source(text)
            known = " | ".join(f"'{choice}'" for choice in source.values)
            raise ValueError(self.message or f"Invalid enum value. Expected {known}, received '{text[:100]}'")

        def check_null(value: object) -> object:
            if value is None and self.message:
                raise ValueError(self.message)
            return value

        choices = WithJsonSchema(build_choice_field(serializers.ChoiceField(choices=source.choices)))
        text = Annotated[str, Strict(), AfterValidator(check), BeforeValidator(check_null), choices]
        return handler.generate_schema(text)


@dataclass(frozen=True)
class Number(GroupedMetadata):
    """A number from ``low`` to ``high``; ``message`` replaces the default one for any other number."""

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
    """A whole ``Number``; 2.0 is one as well. Other fractions are rejected, or rounded half up with ``rounds``."""

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


ONCE = AfterValidator(_each_once)  # each member of a list once, in the order sent


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
        # Decimal itself also reads "1_000", "NaN" and the digits of other scripts.
        if not _NUMBER.fullmatch(raw):
            raise ValueError(f"Enter {self.name}{self.example}")
        figure = Decimal(raw)
        if not self.low <= figure <= self.high:
            raise ValueError(f"The {self.name.split(' ', 1)[1]} must be between {self.low} and {self.high}")
        if figure != round(figure, self.places):
            places = {2: "two", 3: "three"}[self.places]
            raise ValueError(f"{self.name.capitalize()} has at most {places} decimal places")
        return round(figure, self.places)


@dataclass(frozen=True)
class Money(Figure):
    """US dollars with at most two places, from ``low`` to 99,999,999.99."""

    low: Decimal = Decimal("0.00")
    high: Decimal = _MOST_DOLLARS
    name: str = "an amount"
    example: str = " in dollars, such as 140.00"
    description: ClassVar = "US dollars; a JSON number is accepted too"


def parse_day(text: str, *, first: dt.date = FIRST_DAY, last: dt.date = LAST_DAY) -> dt.date | None:
    """Return the calendar day of ``YYYY-MM-DD``, or of an ISO 8601 instant: the day it falls on in the business's time
    zone, but midnight UTC (exactly ``T00:00:00Z`` or ``T00:00:00.000Z``) is a date sent without a time and keeps its
    own day. A blank text is no day. Raise ValueError for anything else, and for a day before ``first`` or after
    ``last``.
    """
    text = text.strip()
    if not text:
        return None
    day = _day_of(text)
    if not first <= day <= last:
        raise ValueError(_NOT_A_LIKELY_DATE)
    return day


def _day_of(text: str) -> dt.date:
    if midnight := _DAY_AS_INSTANT.fullmatch(text):
        text = midnight[1]
    try:
        if day := parse_date(text):
            return day
        if instant := parse_datetime(text):
            if timezone.is_naive(instant):
                return instant.date()
            return instant.astimezone(ZoneInfo(settings.TIME_ZONE)).date()
    except (ValueError, OverflowError):
        pass
    raise ValueError("Invalid date")


def _check_day(value: object) -> dt.date | None:
    if value is None or isinstance(value, str):
        return parse_day(value or "")
    raise ValueError(wrong_type("string", value))


def _refuse_past(day: dt.date | None) -> dt.date | None:
    if day and day < timezone.localdate():
        raise ValueError("Please pick today or a later date")
    return day


def _check_instant(value: object) -> dt.datetime | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise ValueError(wrong_type("string", value))
    try:
        instant = parse_datetime(value.strip())
        if instant is None or timezone.is_naive(instant):
            raise ValueError(value)
        instant = instant.astimezone(dt.UTC)
    except (ValueError, OverflowError):
        raise ValueError("Invalid date: an instant such as 2026-12-01T14:00:00Z is needed") from None
    if not FIRST_DAY <= instant.date() <= LAST_DAY:
        raise ValueError(_NOT_A_LIKELY_DATE)
    return instant


def _required(value: T | None) -> T:
    if value is None:
        raise ValueError(REQUIRED)
    return value


def _refuse_any(text: str) -> str:
    if text:
        raise ValueError("Leave this field empty")
    return text


ShortText = Annotated[str, Text(100, 1)]
YesNo = Annotated[bool, Strict()]
_DAY = {
    "type": ["string", "null"],
    "description": "YYYY-MM-DD; or an instant of that day in America/New_York, except that midnight UTC (T00:00:00Z) "
    "means its own calendar day",
}
Day = Annotated[dt.date | None, PlainValidator(_check_day), WithJsonSchema(_DAY)]
DayToCome = Annotated[Day, AfterValidator(_refuse_past)]
# An ISO 8601 instant with its offset from UTC, on a day (UTC) from FIRST_DAY to LAST_DAY; or null.
Instant = Annotated[
    dt.datetime | None,
    PlainValidator(_check_instant),
    WithJsonSchema({"type": ["string", "null"], "format": "date-time"}),
]
# The ``updatedAt`` of a row as its editor saw it; None where the client doesn't say.
Seen = Annotated[Instant, Field(alias="updatedAt")]
# The same where two editors must not overwrite each other: a client has to say it.
SeenVersion = Annotated[
    dt.datetime,
    PlainValidator(lambda value: _required(_check_instant(value))),
    WithJsonSchema({"type": "string", "format": "date-time"}),
    Field(alias="updatedAt"),
]
# A field that no person sees. What fills it in is a program, and is told so without being served.
Honeypot = Annotated[str, Text(1000), AfterValidator(_refuse_any), Field(exclude=True)]

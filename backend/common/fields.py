"""Input fields that take exactly the JSON type they name, with the messages the web client shows for the same fault.

DRF's own fields convert (1 to "1", "true" to True); here a wrong type is the sender's mistake and is said so.
"""

import datetime as dt
import re
import uuid
from collections.abc import Callable, Iterable
from decimal import Decimal
from functools import cache
from operator import attrgetter
from typing import Any, cast
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime
from rest_framework import serializers

from common.email_addresses import MAX_LENGTH, is_email_address

REQUIRED = "Required"
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,4})?", re.ASCII | re.IGNORECASE)
# Control characters except tab and line feed (Unicode category Cc), and halves of surrogate pairs: PostgreSQL stores
# neither NUL nor a lone half, and a bare carriage return starts a new line in calendar files and emails.
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
UNPRINTABLE = "This text contains a character that can't be displayed. Delete it and try again."
# Dates further away are typing mistakes, and arithmetic on the calendar's last days overflows.
FIRST_DAY, LAST_DAY = dt.date(2000, 1, 1), dt.date(2100, 12, 31)
_NOT_A_LIKELY_DATE = f"Please pick a date between {FIRST_DAY.year} and {LAST_DAY.year}"
_JSON_TYPES = {bool: "boolean", int: "number", float: "number", str: "string", list: "array", dict: "object"}


def is_printable(text: str) -> bool:
    """Whether ``text`` has no control characters but tab and line feed, and no lone surrogates."""
    return not _UNPRINTABLE.search(text)


def _received(expected: str, value: Any) -> str:
    name = "null" if value is None else _JSON_TYPES.get(type(value), "unknown")
    return f"Expected {expected}, received {name}"


class _Strict(serializers.Field[Any, Any, Any, Any]):
    """Says ``Expected X, received Y`` for wrong types, and for null unless the field is optional."""

    expected: str
    types: tuple[type, ...]

    def __init__(self, *, missing: str = REQUIRED, **kwargs: Any) -> None:
        messages = {
            "required": missing,
            "null": _received(self.expected, None),
            **kwargs.pop("error_messages", {}),
        }
        self.says_null = "allow_null" in kwargs  # see ``Changes``
        kwargs.setdefault("allow_null", not kwargs.get("required", True))
        super().__init__(error_messages=messages, **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        # bool is an int in Python, but not a number in JSON
        if not isinstance(data, self.types) or (isinstance(data, bool) and bool not in self.types):
            raise serializers.ValidationError(_received(self.expected, data))
        return data

    def to_representation(self, value: Any) -> Any:
        return value


class Text(_Strict):
    """Trimmed text of ``min_length`` to ``max_length`` characters, without control characters but tab and line feed.

    CRLF, which browsers send from a textarea, becomes LF. ``message`` is the rule's own text for too short or missing;
    an optional field left blank becomes ``blank``.
    """

    expected = "string"
    types = (str,)

    def __init__(
        self, *, max_length: int, min_length: int = 0, message: str | None = None, blank: str | None = "", **kwargs: Any
    ) -> None:
        if message:
            kwargs["missing"] = message
        super().__init__(**kwargs)
        self.max_length, self.min_length, self.message, self.blank = max_length, min_length, message, blank

    def to_internal_value(self, data: Any) -> str | None:
        text: str = super().to_internal_value(data).replace("\r\n", "\n")
        if not is_printable(text):
            raise serializers.ValidationError(UNPRINTABLE)
        text = text.strip()
        if not text and not self.required and not self.min_length:
            return self.blank
        if len(text) < self.min_length:
            raise serializers.ValidationError(
                self.message or f"String must contain at least {self.min_length} character(s)"
            )
        if len(text) > self.max_length:
            raise serializers.ValidationError(f"String must contain at most {self.max_length} character(s)")
        return text


class Email(Text):
    """An email address (``common.email_addresses``); ``message`` says what is wrong with a bad one."""

    def __init__(self, *, message: str = "Invalid email", **kwargs: Any) -> None:
        super().__init__(max_length=MAX_LENGTH, message=message, min_length=1, **kwargs)

    def to_internal_value(self, data: Any) -> str | None:
        text = super().to_internal_value(data)
        if text and not is_email_address(text):
            raise serializers.ValidationError(self.message)
        return text


class Pattern(Text):
    """Text that matches a regular expression from end to end; the expression bounds its length."""

    def __init__(self, *, regex: str, message: str, **kwargs: Any) -> None:
        super().__init__(max_length=1000, message=message, min_length=1, **kwargs)
        self._regex = re.compile(regex, re.ASCII)

    def to_internal_value(self, data: Any) -> str | None:
        text = super().to_internal_value(data)
        if text and not self._regex.fullmatch(text):
            raise serializers.ValidationError(self.message)
        return text


class StateCode(Text):
    """A US state's two letters, kept in capitals."""

    def __init__(self, *, message: str, **kwargs: Any) -> None:
        super().__init__(min_length=2, max_length=2, message=message, **kwargs)

    def to_internal_value(self, data: Any) -> str | None:
        if isinstance(data, str) and len(data.strip()) != self.max_length:
            raise serializers.ValidationError(self.message)
        return (super().to_internal_value(data) or "").upper()


class Identifier(_Strict):
    """The id of a row."""

    expected = "string"
    types = (str,)

    def to_internal_value(self, data: Any) -> uuid.UUID:
        try:
            return uuid.UUID(super().to_internal_value(data))
        except ValueError:
            raise serializers.ValidationError("Invalid uuid") from None


class Choice(_Strict):
    """One of ``choices``; ``message`` replaces the default text for a missing or an unknown one."""

    expected = "string"
    types = (str,)

    def __init__(self, *, choices: list[tuple[str, str]], message: str | None = None, **kwargs: Any) -> None:
        if message:
            kwargs["missing"] = message
        super().__init__(**kwargs)
        self.choices = dict(choices)
        self.message = message

    def to_internal_value(self, data: Any) -> str:
        text: str = super().to_internal_value(data)
        if text not in self.choices:
            known = " | ".join(f"'{choice}'" for choice in self.choices)
            raise serializers.ValidationError(
                self.message or f"Invalid enum value. Expected {known}, received '{text[:100]}'"
            )
        return text


class YesNo(_Strict):
    """true or false."""

    expected = "boolean"
    types = (bool,)


class WholeNumber(_Strict):
    """A whole number between ``low`` and ``high``."""

    expected = "number"
    types = (int, float)

    def __init__(self, *, low: int, high: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.low, self.high = low, high

    def to_internal_value(self, data: Any) -> int:
        number = super().to_internal_value(data)
        if isinstance(number, float) and not number.is_integer():
            raise serializers.ValidationError("Expected integer, received float")
        if number < self.low:
            raise serializers.ValidationError(f"Number must be greater than or equal to {self.low}")
        if number > self.high:
            raise serializers.ValidationError(f"Number must be less than or equal to {self.high}")
        return int(number)


class Money(_Strict):
    """US dollars with at most two places, as a number or a decimal string, from ``low`` to 99,999,999.99."""

    expected = "number"
    types = (int, float, str)
    high = Decimal("99999999.99")

    def __init__(self, *, low: Decimal = Decimal("0.00"), **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.low = low

    def to_internal_value(self, data: Any) -> Decimal:
        raw = str(super().to_internal_value(data)).strip()
        # Decimal itself also reads "1_000", "NaN" and the digits of other scripts.
        if not _NUMBER.fullmatch(raw):
            raise serializers.ValidationError("Enter an amount in dollars, such as 140.00")
        amount = Decimal(raw)
        if not self.low <= amount <= self.high:
            raise serializers.ValidationError(f"The amount must be between {self.low} and {self.high}")
        if amount != round(amount, 2):
            raise serializers.ValidationError("An amount has at most two decimal places")
        return round(amount, 2)


class Day(_Strict):
    """A calendar day, from ``YYYY-MM-DD`` or from an ISO 8601 instant, which counts as the day it falls on in
    the business's time zone. A blank string is no day. With ``past=False`` today is the earliest; otherwise
    ``first``, and ``last`` is the latest."""

    expected = "string"
    types = (str,)
    _INVALID = "Invalid date"

    def __init__(
        self, *, past: bool = True, first: dt.date = FIRST_DAY, last: dt.date = LAST_DAY, **kwargs: Any
    ) -> None:
        super().__init__(required=False, **kwargs)
        self.past, self.first, self.last = past, first, last

    def to_internal_value(self, data: Any) -> dt.date | None:
        text = super().to_internal_value(data).strip()
        if not text:
            return None
        day = self._parse(text)
        if not self.first <= day <= self.last:
            raise serializers.ValidationError(_NOT_A_LIKELY_DATE)
        if not self.past and day < timezone.localdate():
            raise serializers.ValidationError("Please pick today or a later date")
        return day

    def _parse(self, text: str) -> dt.date:
        try:
            if day := parse_date(text):
                return day
            if instant := parse_datetime(text):
                if timezone.is_naive(instant):
                    return instant.date()
                return instant.astimezone(ZoneInfo(settings.TIME_ZONE)).date()
        except (ValueError, OverflowError):
            pass
        raise serializers.ValidationError(self._INVALID)


class Instant(_Strict):
    """An ISO 8601 instant with its offset from UTC, on a day (UTC) from FIRST_DAY to LAST_DAY."""

    expected = "string"
    types = (str,)

    def to_internal_value(self, data: Any) -> dt.datetime:
        text = super().to_internal_value(data).strip()
        try:
            instant = parse_datetime(text)
            if instant is None or timezone.is_naive(instant):
                raise ValueError(text)
            instant = instant.astimezone(dt.UTC)
        except (ValueError, OverflowError):
            raise serializers.ValidationError(
                "Invalid date: an instant such as 2026-12-01T14:00:00Z is needed"
            ) from None
        if not FIRST_DAY <= instant.date() <= LAST_DAY:
            raise serializers.ValidationError(_NOT_A_LIKELY_DATE)
        return instant


class TextList(_Strict):
    """A list of short texts, each once, in the order sent."""

    expected = "array"
    types = (list,)

    def __init__(self, *, max_items: int, max_length: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.max_items = max_items
        self._member = Text(max_length=max_length, min_length=1)

    def to_internal_value(self, data: Any) -> list[str]:
        members = super().to_internal_value(data)
        if len(members) > self.max_items:
            raise serializers.ValidationError(f"Array must contain at most {self.max_items} element(s)")
        return list(dict.fromkeys(self._member.run_validation(member) for member in members))


class IdentifierList(_Strict):
    """A list of ids, each once, in the order sent."""

    expected = "array"
    types = (list,)

    def __init__(self, *, max_items: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.max_items = max_items
        self._member = Identifier()

    def to_internal_value(self, data: Any) -> list[uuid.UUID]:
        members = super().to_internal_value(data)
        if not members:
            raise serializers.ValidationError("Array must contain at least 1 element(s)")
        if len(members) > self.max_items:
            raise serializers.ValidationError(f"Array must contain at most {self.max_items} element(s)")
        return list(dict.fromkeys(self._member.run_validation(member) for member in members))


class Honeypot(Text):
    """A field that no person sees. Whoever fills it in is a program, and is told so without being served."""

    def __init__(self) -> None:
        super().__init__(max_length=1000, required=False, write_only=True)

    def to_internal_value(self, data: Any) -> None:
        if super().to_internal_value(data):
            raise serializers.ValidationError("Leave this field empty")


class Form(serializers.Serializer[None]):
    """A request body's shape. One instance serves all requests: DRF's own way copies every field for each."""

    @classmethod
    def validate_body(cls, body: Any) -> dict[str, Any]:
        """``body`` as validated values, keyed by the model's names. Raises ValidationError (400)."""
        return dict(_shared_form(cls).run_validation(body))


class Changes(Form):
    """The body of a PATCH: every field may be left out and then stays as it is.

    Null is refused unless the field itself says ``allow_null=True``: an optional field of a new row takes null as left
    out, but here it would be written to a column that has no null.
    """

    def get_fields(self) -> dict[str, Any]:
        """The declared fields, each of them optional."""
        changeable = super().get_fields()
        for field in changeable.values():
            field.required = False
            field.allow_null = field.allow_null and getattr(field, "says_null", True)
        return changeable


@cache
def _shared_form(form: type[Form]) -> Form:
    return form()


class Output(serializers.Serializer[Any]):
    """An answer's shape: DRF fields declare it once for the schema, and ``of`` renders it without copying them.

    Attributes are answered as they are, since the JSON renderer knows instants, days, ids and money.
    """

    @classmethod
    def of(cls, row: Any) -> dict[str, Any]:
        """One row."""
        return {name: read(row) for name, read in _readers(cls)}

    @classmethod
    def of_each(cls, rows: Iterable[Any]) -> list[dict[str, Any]]:
        """Several rows."""
        readers = _readers(cls)
        return [{name: read(row) for name, read in readers} for row in rows]


@cache
def _readers(output: type[Output]) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
    return tuple((name, _reader(name, field)) for name, field in output._declared_fields.items())


def _reader(name: str, field: Any) -> Callable[[Any], Any]:
    read = attrgetter(field.source or name)
    if isinstance(field, serializers.ListSerializer):  # rows of a relation, or a plain list
        each = cast(Output, field.child).of_each
        return lambda row: each(rows if isinstance(rows := read(row), list) else rows.all())
    if isinstance(field, Output):
        return lambda row: None if (nested := read(row)) is None else field.of(nested)
    return read

"""Fields of text, and those with named choices."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from annotated_types import GroupedMetadata
from django.db.models import TextChoices
from drf_spectacular.plumbing import build_choice_field
from pydantic import AfterValidator, BeforeValidator, Field, GetCoreSchemaHandler, Strict, WithJsonSchema
from pydantic_core import CoreSchema
from rest_framework import serializers

from common.email_addresses import MAX_LENGTH, is_email_address
from common.inputs.errors import UNPRINTABLE

# Control characters except tab and line feed (Unicode category Cc), and halves of surrogate pairs: PostgreSQL stores
# neither NUL nor a lone half, and a bare carriage return starts a new line in calendar files and emails.
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def is_printable(text: str) -> bool:
    """Return whether ``text`` has no control characters but tab and line feed, and no lone surrogates."""
    return not _UNPRINTABLE.search(text)


def printable(text: str) -> str:
    """Return ``text`` on one line, without the characters that ``is_printable`` rejects."""
    return " ".join(_UNPRINTABLE.sub(" ", text).split())


@dataclass(frozen=True)
class Text(GroupedMetadata):
    """Trimmed text of ``min_length`` to ``max_length`` characters, without control characters but tab and line feed.

    CRLF, which browsers send from a textarea, becomes LF. ``message`` replaces the default one if the text is
    missing or too short.
    """

    max_length: int
    min_length: int = 0
    message: str | None = None

    def __iter__(self) -> Iterator[object]:
        yield from (Strict(), AfterValidator(self.check), WithJsonSchema({"type": "string", **self.limits()}))

    def limits(self) -> dict[str, int | str]:
        """Return the limits for the OpenAPI schema."""
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
    """Text that fully matches a regular expression; ``message`` says what is wrong if it doesn't."""

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


def _refuse_any(text: str) -> str:
    if text:
        raise ValueError("Leave this field empty")
    return text


ShortText = Annotated[str, Text(100, 1)]
# A honeypot field that people don't see. Only programs fill it in, and their requests are rejected.
Honeypot = Annotated[str, Text(1000), AfterValidator(_refuse_any), Field(exclude=True)]

"""Query parameters of lists, such as ``?status=pending,quoting&q=smith``. An invalid value is a 400 that names the
parameter.
"""

import datetime as dt
from collections.abc import Iterable, Mapping
from uuid import UUID

from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from common.inputs import UNPRINTABLE, is_printable, parse_day
from common.ordering import Order

LONGEST = 200


def chosen(request: Request, name: str, known: Iterable[str]) -> list[str]:
    """Return the values of the parameter ``name``, repeated or separated by commas, in the order of ``known``.

    Raises ValidationError (400) for an unknown value.
    """
    asked = {value for listed in request.query_params.getlist(name) for value in listed.split(",") if value}
    known = list(known)
    if unknown := asked.difference(known):
        raise ValidationError({name: [f"Unknown {name}: {min(unknown)[:100]!r}"]})
    return [value for value in known if value in asked]


def text(request: Request, name: str) -> str:
    """Return a short text, blank by default. Raises ValidationError (400)."""
    value = request.query_params.get(name, "")
    if len(value) > LONGEST:
        raise ValidationError({name: [f"Must be a text of at most {LONGEST} characters"]})
    if not is_printable(value):
        raise ValidationError({name: [UNPRINTABLE]})
    return value.strip()


def day(request: Request, name: str) -> dt.date | None:
    """Return a date (``YYYY-MM-DD``). Callers treat the first and last possible dates as open ends.

    Raises ValidationError (400).
    """
    try:
        return parse_day(text(request, name), first=dt.date.min, last=dt.date.max)
    except ValueError as error:
        raise ValidationError({name: [str(error)]}) from None


def identifier(request: Request, name: str) -> UUID | None:
    """Return an ID. Raises ValidationError (400)."""
    value = text(request, name)
    try:
        return UUID(value) if value else None
    except ValueError:
        raise ValidationError({name: ["Invalid uuid"]}) from None


def one_of(request: Request, name: str, known: Iterable[str]) -> str:
    """Return the parameter's only value, blank by default. Raises ValidationError (400) for an unknown one."""
    value = text(request, name)
    if value and value not in known:
        raise ValidationError({name: [f"Must be one of {', '.join(known)}"]})
    return value


def flag(request: Request, name: str) -> bool:
    """Return whether the parameter is 1 or true. Raises ValidationError (400) unless it is 0, 1, true or false."""
    return chosen(request, name, ["0", "false", "1", "true"])[-1:] in (["1"], ["true"])


def ordering(request: Request, known: Mapping[str, Order], default: str) -> Order:
    """Return the order named by the parameter ``ordering``. Raises ValidationError (400) for an unknown one."""
    name = request.query_params.get("ordering") or default
    if name not in known:
        raise ValidationError({"ordering": [f"Must be one of {', '.join(known)}"]})
    return known[name]

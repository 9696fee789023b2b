"""Hooks for schemathesis: put the IDs of real rows into requests, and check who can see what.

The file that ``ATTACK_ROLE`` names says who sends the requests (``devtools.attack.roles``).
"""

import json
import os
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID
from zlib import crc32

import schemathesis
from schemathesis import Case, CheckContext, HookContext, Response
from schemathesis.core.failures import AcceptedNegativeData, Failure

# The schema documents the fields of both roles here. A request applies those of its own role and ignores the rest.
FIELDS_BY_ROLE = {"PATCH /api/tree-orders/{order_id}"}
FIGURES = {"amount", "quoteAmount", "unitPrice"}
REFUSED = {401, 403, 404}
# A request with bad input may be rejected for that before the row is looked up.
REFUSED_OR_INVALID = REFUSED | {400, 405, 413, 415}


@cache
def role() -> dict[str, Any]:
    """Return the sender: its ``roles``, the ``ids`` of rows by parameter, and the email addresses of ``others``."""
    told: dict[str, Any] = json.loads(Path(os.environ["ATTACK_ROLE"]).read_text())
    return told


@schemathesis.hook
def before_call(context: HookContext, case: Case[Any], kwargs: dict[str, Any]) -> None:
    """Replace three in four made-up IDs with those of real rows; leave other values as they are."""
    for values in (case.path_parameters, case.query, case.body):
        if isinstance(values, dict):
            for name, value in values.items():
                values[name] = _real(name, value)


def _real(name: str, value: Any) -> Any:
    if isinstance(value, list):
        return [_real(name.removesuffix("s"), each) for each in value]
    known = role()["ids"].get(_snake(name), [])
    if not known or not _is_invented_id(name, value):
        return value
    number = crc32(str(value).encode("utf-8", "surrogatepass"))
    return value if number % 4 == 0 else known[number // 4 % len(known)]


def _is_invented_id(name: str, value: Any) -> bool:
    """Return whether the value is a valid, made-up ID. IDs of customers and cards are strings of any form."""
    if name in {"key", "method_id"}:
        return isinstance(value, str) and len(value) > 1
    try:
        return bool(UUID(value))
    except (AttributeError, TypeError, ValueError):
        return False


def _snake(name: str) -> str:
    """Return ``quote_id`` for ``quoteId``."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


@schemathesis.hook
def filter_failure(context: HookContext, failure: Failure, case: Case[Any], response: Response) -> bool:
    """Drop reports about input that is accepted on purpose: blank parameters, ``campaign``, another role's fields.

    A blank parameter counts as omitted. An invalid campaign is accepted because visitors can't fix the link that they
    followed. So is a number instead of a decimal string (``_is_figure``).
    """
    is_blank = any(value == "" for value in (case.query or {}).values())
    is_others = f"{case.method} {case.path}" in FIELDS_BY_ROLE
    is_meant = (
        is_blank or is_others or _is_figure(failure.message, case.body) or "in body - campaign" in failure.message
    )
    return not (is_meant and isinstance(failure, AcceptedNegativeData))


def _is_figure(message: str, body: Any) -> bool:
    """Return whether a number was sent where the schema recommends a decimal string (``common.inputs.Figure``)."""
    numbers = [name for name, value in body.items() if isinstance(value, int | float)] if isinstance(body, dict) else []
    return any(f"in body - {name}: Incorrect type" in message for name in numbers if name in FIGURES)


@schemathesis.check
def closed_to_other_roles(context: CheckContext, response: Response, case: Case[Any]) -> None:
    """Check that an operation that the schema restricts to a role refuses everyone else."""
    needed = {
        name for each in case.operation.definition.raw.get("security", []) for names in each.values() for name in names
    }
    if needed and not needed & set(role()["roles"]) and response.status_code not in REFUSED:
        raise AssertionError(f"It is for {', '.join(sorted(needed))}, and responded with {response.status_code}")


@schemathesis.check
def closed_to_other_people(context: CheckContext, response: Response, case: Case[Any]) -> None:
    """Check that access to someone else's row is refused."""
    ids = role()["ids"]
    foreign = [
        name for name, value in case.path_parameters.items() if role()["owns_nothing"] and value in ids.get(name, [])
    ]
    if foreign and response.status_code not in REFUSED_OR_INVALID:
        raise AssertionError(f"{foreign[0]} is somebody else's, and it responded with {response.status_code}")


@schemathesis.check
def tells_nothing_of_others(context: CheckContext, response: Response, case: Case[Any]) -> None:
    """Check that no response contains another customer's email address, unless the request did."""
    body = response.content.decode("utf-8", "replace").lower()
    sent = json.dumps([case.body, case.query, case.path_parameters], default=str).lower()
    told = [email for email in role()["others"] if email in body and email not in sent]
    if told:
        raise AssertionError(f"It tells {told[0]}")

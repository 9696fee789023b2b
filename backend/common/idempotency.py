"""Idempotency keys: a double click, a retry after a broken connection and a back-button resubmit make one row.

The same ``Idempotency-Key`` with the same body answers the first result again; with another body it is a 409.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import orjson
from django.db import connection, transaction
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from common import throttling
from common.errors import Conflict
from common.fields import is_printable
from common.json import dumps

HEADER = "Idempotency-Key"

# A second request under the same key waits here until the first has committed or rolled back: a unique index makes
# INSERT wait for the transaction that holds the key (PostgreSQL documentation, "Index Uniqueness Checks").
_CLAIM = """
    INSERT INTO common_idempotentanswer (scope, key, fingerprint) VALUES (%s, %s, %s)
    ON CONFLICT (scope, key) DO NOTHING RETURNING id
"""
_FIRST = "SELECT id, fingerprint, status, body FROM common_idempotentanswer WHERE scope = %s AND key = %s"
_KEEP = "UPDATE common_idempotentanswer SET status = %s, body = %s WHERE id = %s"


def create_once(
    request: Request, scope: str, create: Callable[[], Any], *, of: UUID | None = None, status: int = 201
) -> Response:
    """Run ``create`` in one transaction and answer what it returns, once per key.

    ``scope`` names the kind of thing created, which is what limits count; ``of`` is the row it is added to. Keys of
    different users, scopes and rows never meet. What is created counts against the caller's limits; a repeated answer
    does not. Whatever ``create``
    raises rolls everything back, and the key is free again. Raises ValidationError (400) for a key that is not
    8 to 128 printable characters, Conflict (409) for a key already used with another body, TooManyRequests (429).
    """
    key = _key(request)
    with transaction.atomic():
        if key is None:
            throttling.count(request, scope)
            return Response(create(), status=status)
        scope_of_user = f"{scope} of {of}:{request.user.pk or ''}" if of else f"{scope}:{request.user.pk or ''}"
        fingerprint = _fingerprint(request)
        claim = _claim(scope_of_user, key, fingerprint)
        if claim is None:
            first = _first(scope_of_user, key, fingerprint)
            return Response(orjson.Fragment(first.body), status=first.status)
        throttling.count(request, scope)
        body = dumps(create())
        _keep(claim, status, body)
        return Response(orjson.Fragment(body), status=status)


def create_in_steps(
    request: Request, scope: str, prepare: Callable[[], Any], finish: Callable[[str], Any], *, status: int = 200
) -> Response:
    """As ``create_once``, for what needs somebody else's server, which no transaction may wait for.

    ``prepare`` runs in one transaction with the claim of the key and answers the id of the row it made or found;
    what it raises frees the key again. After the commit ``finish`` gets that id as text and answers the body. Where
    it fails, or we do, the same key goes on with the same row: so ``finish`` may run again, also at the same time,
    and must come to the same end. Once it has answered, that answer is kept.
    """
    key = _key(request)
    if key is None:
        with transaction.atomic():
            throttling.count(request, scope)
            row = str(prepare())
        return Response(finish(row), status=status)
    scope_of_user, fingerprint = f"{scope}:{request.user.pk or ''}", _fingerprint(request)
    with transaction.atomic():
        if (claim := _claim(scope_of_user, key, fingerprint)) is not None:
            throttling.count(request, scope)
            _keep(claim, None, str(prepare()).encode())
    first = _first(scope_of_user, key, fingerprint)
    if first.status is not None:
        return Response(orjson.Fragment(first.body), status=first.status)
    body = dumps(finish(first.body.decode()))
    _keep(first.id, status, body)
    return Response(orjson.Fragment(body), status=status)


def _key(request: Request) -> str | None:
    key: str | None = request.headers.get(HEADER)
    if key is not None and not (8 <= len(key) <= 128 and is_printable(key)):
        raise ValidationError(f"{HEADER} must be 8 to 128 characters, without control characters")
    return key


def _fingerprint(request: Request) -> bytes:
    return hashlib.sha256(orjson.dumps(request.data, option=orjson.OPT_SORT_KEYS)).digest()


def _claim(scope: str, key: str, fingerprint: bytes) -> int | None:
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, [scope, key, fingerprint])
        row = cursor.fetchone()
    return row[0] if row else None


@dataclass(frozen=True)
class _First:
    """What is kept under a key; without a status it is the id of a row that is not finished."""

    id: int
    status: int | None
    body: bytes


def _first(scope: str, key: str, fingerprint: bytes) -> _First:
    with connection.cursor() as cursor:
        cursor.execute(_FIRST, [scope, key])
        id_, first, status, body = cursor.fetchone()
    if bytes(first) != fingerprint:
        raise Conflict(f"This {HEADER} was used for another request. Reload the page and send it again.")
    return _First(id_, status, bytes(body))


def _keep(claim: int, status: int | None, body: bytes) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_KEEP, [status, body, claim])

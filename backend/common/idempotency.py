"""Idempotency keys: a double click, a retry after a dropped connection or a resubmit after "back" creates only one row.

The same ``Idempotency-Key`` with the same body returns the first response again; with a different body it is a 409.
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
from common.inputs import is_printable
from common.json import dumps
from common.postgres.later import execute_later

HEADER = "Idempotency-Key"

# A second request with the same key waits here until the first has committed or rolled back: a unique index makes an
# INSERT wait for the transaction that inserted the same key (PostgreSQL documentation, "Index Uniqueness Checks"). Only
# the first counts toward the caller's limits.
_CLAIM = f"""
    WITH claimed AS (
        INSERT INTO common_idempotentresponse (scope, key, fingerprint) VALUES (%s, %s, %s)
        ON CONFLICT (scope, key) DO NOTHING RETURNING id
    ), counted AS ({throttling.COUNT.format(only_if="claimed,")})
    SELECT id, bucket, hits FROM claimed LEFT JOIN counted ON true
"""  # noqa: S608, our own constants
_SELECT = "SELECT id, fingerprint, status, body FROM common_idempotentresponse WHERE scope = %s AND key = %s"
_STORE = "UPDATE common_idempotentresponse SET status = %s, body = %s WHERE id = %s"


def create_once(
    request: Request,
    scope: str,
    create: Callable[[], Any],
    *,
    parent_id: UUID | None = None,
    status: int = 201,
    in_transaction: bool = False,
) -> Response:
    """Run ``create`` in a transaction, once per key, and respond with what it returns.

    ``scope`` names the kind of row created, for which the limits count; ``parent_id`` is the row that it is added to.
    A key is separate for each user, scope and parent. A repeated response does not count toward the caller's
    limits. If ``create`` raises, everything is rolled back and the key is free again. Raises ValidationError (400) for
    a key that is not 8 to 128 printable characters, Conflict (409) for a key that was used with a different body, and
    TooManyRequests (429). With ``in_transaction``, it runs in the caller's transaction, which any error must roll
    back.
    """
    key = _key(request)
    with transaction.atomic(savepoint=not in_transaction):
        if key is None:
            throttling.count_request(request, scope)
            return Response(create(), status=status)
        thing = f"{scope} of {parent_id}" if parent_id else scope
        scope_of_user = f"{thing}:{request.user.pk or ''}"
        fingerprint = _fingerprint(request)
        claim = _claim(scope_of_user, key, fingerprint, throttling.Throttle(request, scope))
        if claim is None:
            stored = _stored(scope_of_user, key, fingerprint)
            return Response(orjson.Fragment(stored.body), status=stored.status)
        body = dumps(create())
        _store(claim, status, body)
        return Response(orjson.Fragment(body), status=status)


def create_in_steps(
    request: Request, scope: str, prepare: Callable[[], Any], finish: Callable[[str], Any], *, status: int = 200
) -> Response:
    """Do the same as ``create_once`` in two steps, for work that waits for another server, which no transaction may do.

    ``prepare`` runs in a transaction with the claim of the key and returns the ID of the row it created or found; if
    it raises, the key is free again. After the commit, ``finish`` gets that ID as text and returns the response body,
    which is stored. If ``finish`` fails or the process dies, the next request with the key calls it again with the
    same ID. So it may run several times, even concurrently, and must lead to the same result.
    """
    key = _key(request)
    if key is None:
        with transaction.atomic():
            throttling.count_request(request, scope)
            row = str(prepare())
        return Response(finish(row), status=status)
    scope_of_user, fingerprint = f"{scope}:{request.user.pk or ''}", _fingerprint(request)
    with transaction.atomic():
        throttle = throttling.Throttle(request, scope)
        if (claim := _claim(scope_of_user, key, fingerprint, throttle)) is not None:
            _store(claim, None, str(prepare()).encode())
    stored = _stored(scope_of_user, key, fingerprint)
    if stored.status is not None:
        return Response(orjson.Fragment(stored.body), status=stored.status)
    body = dumps(finish(stored.body.decode()))
    _store(stored.id, status, body)
    return Response(orjson.Fragment(body), status=status)


def _key(request: Request) -> str | None:
    key: str | None = request.headers.get(HEADER)
    if key is not None and not (8 <= len(key) <= 128 and is_printable(key)):
        raise ValidationError(f"{HEADER} must be 8 to 128 characters, without control characters")
    return key


def _fingerprint(request: Request) -> bytes:
    return hashlib.sha256(orjson.dumps(request.data, option=orjson.OPT_SORT_KEYS)).digest()


def _claim(scope: str, key: str, fingerprint: bytes, throttle: throttling.Throttle) -> int | None:
    """Return the ID of the row to store the response in; None if the key is already claimed. Raises as ``throttle``."""
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, [scope, key, fingerprint, *throttle.parameters])
        rows = cursor.fetchall()
    if not rows:
        return None
    throttle.check({bucket: hits for _, bucket, hits in rows if bucket})
    claim: int = rows[0][0]
    return claim


@dataclass(frozen=True)
class _Stored:
    """The stored response of a key. Without a status, ``body`` is the ID of a row that isn't finished."""

    id: int
    status: int | None
    body: bytes


def _stored(scope: str, key: str, fingerprint: bytes) -> _Stored:
    with connection.cursor() as cursor:
        cursor.execute(_SELECT, [scope, key])
        id_, stored_fingerprint, status, body = cursor.fetchone()
    if bytes(stored_fingerprint) != fingerprint:
        raise Conflict(f"This {HEADER} was used for another request. Reload the page and send it again.")
    return _Stored(id_, status, bytes(body))


def _store(claim: int, status: int | None, body: bytes) -> None:
    execute_later(_STORE, [status, body, claim])

"""Idempotency keys: a double click, a retry after a dropped connection or a resubmit after "back" creates only one row.

The same ``Idempotency-Key`` with the same body returns the first response again; with a different body it is a 409.
"""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import orjson
from django.db import connection, transaction
from django.http.request import HttpHeaders
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from common import throttling
from common.errors import Conflict
from common.inputs import is_printable
from common.json import dumps
from common.postgres.base import Rows
from common.postgres.later import execute_later, execute_now

HEADER = "Idempotency-Key"
_META = HttpHeaders.to_wsgi_name(HEADER)

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
    if key is None:
        with transaction.atomic(savepoint=not in_transaction):
            throttling.count_request(request, scope)
            return Response(create(), status=status)
    claim = _Claim(request, scope, parent_id, key)
    try:
        if in_transaction:
            claim.make()  # before the block below, since a repeat must not break the caller's transaction
        with transaction.atomic(savepoint=not in_transaction):
            body = dumps(create() if in_transaction else claim.make_with(create))
            claim.store(status, body)
    except _Repeated:
        stored = claim.stored()
        return Response(orjson.Fragment(stored.body), status=stored.status)
    return Response(orjson.Fragment(body), status=status)


def create_in_steps(
    request: Request,
    scope: str,
    prepare: Callable[[], Any],
    finish: Callable[[str], Any],
    *,
    parent_id: UUID | None = None,
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
        return Response(finish(row))
    claim = _Claim(request, scope, parent_id, key)
    with suppress(_Repeated), transaction.atomic():
        claim.store(None, str(claim.make_with(prepare)).encode())
    stored = claim.stored()
    if stored.status is not None:
        return Response(orjson.Fragment(stored.body), status=stored.status)
    body = dumps(finish(stored.body.decode()))
    claim.store(200, body)
    return Response(orjson.Fragment(body))


def _key(request: Request) -> str | None:
    key: str | None = request.META.get(_META)
    if key is not None and not (8 <= len(key) <= 128 and is_printable(key)):
        raise ValidationError(f"{HEADER} must be 8 to 128 characters, without control characters")
    return key


def _fingerprint(request: Request) -> bytes:
    return hashlib.sha256(orjson.dumps(request.data, option=orjson.OPT_SORT_KEYS)).digest()


@dataclass(frozen=True)
class _Stored:
    """The stored response of a key. Without a status, ``body`` is the ID of a row that isn't finished."""

    status: int | None
    body: bytes


class _Repeated(Exception):
    """The key is claimed already: what the first request with it got is stored."""


class _Claim:
    """The claim of a key by a request that creates ``scope``, added to the row ``parent_id``."""

    def __init__(self, request: Request, scope: str, parent_id: UUID | None, key: str) -> None:
        thing = f"{scope} of {parent_id}" if parent_id else scope
        self._of = [f"{thing}:{request.user.pk or ''}", key]
        self._fingerprint = _fingerprint(request)
        self._throttle = throttling.Throttle(request, scope)
        self._is_pending = True
        self._id: int | None = None
        self._refusal: Exception | None = None

    def make(self) -> None:
        """Claim the key in the caller's transaction. Raises _Repeated, or as ``Throttle.check``."""
        self._send()
        execute_now()

    def make_with(self, create: Callable[[], Any]) -> Any:
        """Claim the key in one round trip with the first statement of ``create``; return what it returns.

        Raises the same as ``make``, and if it does, nothing that ``create`` raises.
        """
        self._send()
        try:
            return create()
        finally:
            if self._is_pending:  # ``create`` executed nothing
                execute_now()
            if self._refusal:
                raise self._refusal

    def store(self, status: int | None, body: bytes) -> None:
        """Store the response; without a status, the ID of a row that isn't finished."""
        execute_later(_STORE, [status, body, self._id])

    def stored(self) -> _Stored:
        """Return what is stored. Raises Conflict if the key was used with a different body."""
        with connection.cursor() as cursor:
            cursor.execute(_SELECT, self._of)
            self._id, fingerprint, status, body = cursor.fetchone()
        if bytes(fingerprint) != self._fingerprint:
            raise Conflict(f"This {HEADER} was used for another request. Reload the page and send it again.")
        return _Stored(status, bytes(body))

    def _send(self) -> None:
        execute_later(_CLAIM, [*self._of, self._fingerprint, *self._throttle.parameters], receive=self._receive)

    def _receive(self, rows: Rows) -> None:
        self._is_pending = False
        try:
            if not rows:
                raise _Repeated
            self._throttle.check({bucket: hits for _, bucket, hits in rows})
        except Exception as refusal:
            self._refusal = refusal
            raise
        self._id = rows[0][0]

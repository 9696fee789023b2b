"""Loads the session and its user with one fixed SQL statement. Django compiles and sends two for every request."""

import datetime as dt
import time
from contextvars import ContextVar
from functools import lru_cache
from typing import Any

import orjson
from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessionStore
from django.core import signing
from django.db import connection
from django.http import HttpRequest

from accounts.models import User

ENDS_AT = "ends_at"  # session key: the latest time at which the session ends (Unix time)

_COLUMNS = [field.attname for field in User._meta.concrete_fields]
_SELECT = ", ".join(f"person.{column}" for column in _COLUMNS)
# allauth keeps a row per session of a user. Without one, the user is read by a second statement.
_SESSION = f"""
    SELECT session.session_data, session.expire_date, {_SELECT} FROM django_session AS session
    LEFT JOIN usersessions_usersession AS link ON link.session_key = session.session_key
    LEFT JOIN accounts_user AS person ON person.id = link.user_id
    WHERE session.session_key = %s AND session.expire_date > now()
"""  # noqa: S608, names of our own columns
_USER = f"SELECT {_SELECT} FROM accounts_user AS person WHERE id = %s"  # noqa: S608

_session: ContextVar["SessionStore | None"] = ContextVar("session", default=None)


def _one(sql: str, parameter: Any) -> tuple[Any, ...] | None:
    with connection.cursor() as cursor:
        cursor.execute(sql, [parameter])
        row: tuple[Any, ...] | None = cursor.fetchone()
    return row


class _RawSerializer:
    """A serializer for ``signing`` that leaves the bytes as they are."""

    def loads(self, data: bytes) -> bytes:
        return data


@lru_cache(1000)
def _verified(session_data: bytes | str, salt: str) -> bytes:
    """Return the JSON of a stored session. Raises BadSignature.

    It is cached because a page sends many requests with one session, and checking the signature takes longer than
    parsing the JSON.
    """
    content: bytes = signing.loads(session_data, salt=salt, serializer=_RawSerializer)  # type: ignore[arg-type]
    return content


class SessionStore(DatabaseSessionStore):
    """Django's database sessions. A session with ``ENDS_AT`` ends at that time, however often it is used or saved."""

    _user_row: tuple[Any, ...] | None = None

    def user_row(self, user_id: Any) -> tuple[Any, ...] | None:
        """Return the user's columns that were loaded with the session, on the first call only; otherwise None."""
        row, self._user_row = self._user_row, None
        return row if row and row[_COLUMNS.index("id")] == user_id else None

    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        """Return the content of a stored session; if its signature is invalid, log that and return an empty one."""
        try:
            content: dict[str, Any] = orjson.loads(_verified(session_data, self.key_salt))
        except (signing.BadSignature, ValueError):
            return super().decode(session_data)
        return content

    def get_expiry_age(self, **kwargs: Any) -> int:
        """Return the seconds until the session ends, zero or less if it has."""
        age: int = super().get_expiry_age(**kwargs)
        return age if ENDS_AT not in self else min(age, int(self[ENDS_AT] - time.time()))

    def get_expiry_date(self, **kwargs: Any) -> dt.datetime:
        """Return the instant at which the session ends."""
        date: dt.datetime = super().get_expiry_date(**kwargs)
        return date if ENDS_AT not in self else min(date, dt.datetime.fromtimestamp(self[ENDS_AT], dt.UTC))

    def _get_session_from_db(self) -> Any:
        row = _one(_SESSION, self.session_key)
        if row is None:
            self._session_key = None
            return None
        self._user_row = row[2:]
        return self.model(session_key=self.session_key or "", session_data=row[0], expire_date=row[1])


def user_of_session(request: HttpRequest) -> User | AnonymousUser:
    """Return the user of the request's session, loaded with the session in one statement."""
    token = _session.set(request.session)  # type: ignore[arg-type]  # ours, see SESSION_ENGINE
    try:
        return get_user(request)
    finally:
        _session.reset(token)


class Backend(AuthenticationBackend):
    """allauth's authentication backend."""

    def get_user(self, user_id: Any) -> User | None:
        """Return the user of a session; None if the account was deleted or deactivated."""
        session = _session.get()
        row = (session.user_row(user_id) if session else None) or _one(_USER, user_id)
        user = User.from_db("default", _COLUMNS, row) if row else None
        return user if user and user.is_active else None

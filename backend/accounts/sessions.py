"""Loads the session and its user with two fixed SQL statements, since Django would compile the same two queries for
every request.

The list part of ``make bench`` shows the difference.
"""

import datetime as dt
import time
from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessionStore
from django.db import connection

from accounts.models import User

ENDS_AT = "ends_at"  # session key: when it ends at the latest, as Unix time

_SESSION = "SELECT session_data, expire_date FROM django_session WHERE session_key = %s AND expire_date > now()"
_COLUMNS = [field.attname for field in User._meta.concrete_fields]
_USER = f"SELECT {', '.join(_COLUMNS)} FROM accounts_user WHERE id = %s"  # noqa: S608, names of our own columns


def _one(sql: str, parameter: Any) -> tuple[Any, ...] | None:
    with connection.cursor() as cursor:
        cursor.execute(sql, [parameter])
        row: tuple[Any, ...] | None = cursor.fetchone()
    return row


class SessionStore(DatabaseSessionStore):
    """Django's database sessions. A session with ``ENDS_AT`` ends then, however often it is used or saved."""

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
        return self.model(session_key=self.session_key or "", session_data=row[0], expire_date=row[1])


class Backend(AuthenticationBackend):
    """allauth's authentication backend."""

    def get_user(self, user_id: Any) -> User | None:
        """Return the user of a session, None if the account was deleted or deactivated."""
        row = _one(_USER, user_id)
        user = User.from_db("default", _COLUMNS, row) if row else None
        return user if user and user.is_active else None

"""Statements whose result can wait, such as the one that plans a message. They are sent with the transaction's next
statement or its commit, so they cost no extra round trip.
"""

from collections.abc import Callable, Sequence
from typing import Any, cast

from django.db import connection

from common.postgres.base import DatabaseWrapper, Rows


def execute_later(sql: str, parameters: Sequence[Any] = (), *, receive: Callable[[Rows], None] | None = None) -> None:
    """Execute ``sql`` before the transaction's next statement; outside of a transaction, execute it now.

    Its errors are raised when it is sent. ``receive`` gets its rows then, and what it raises is raised by the statement
    that it was sent with. Django's query log doesn't contain it.
    """
    _connection().execute_later(sql, parameters, receive)


def execute_now() -> None:
    """Execute what is held for later. Raises its errors, and those of each ``receive``."""
    _connection().execute_now()


def _connection() -> DatabaseWrapper:
    return cast(DatabaseWrapper, connection)

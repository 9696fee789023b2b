"""Statements whose result isn't needed, such as the one that plans a message. They are sent with the transaction's next
statement or its commit, so they cost no extra round trip.
"""

from collections.abc import Sequence
from typing import Any, cast

from django.db import connection

from common.postgres.base import DatabaseWrapper


def execute_later(sql: str, parameters: Sequence[Any] = ()) -> None:
    """Execute ``sql`` before the transaction's next statement; outside of a transaction, execute it now.

    Its errors are raised when it is sent. Django's query log doesn't contain it.
    """
    cast(DatabaseWrapper, connection).execute_later(sql, parameters)

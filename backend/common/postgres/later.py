"""Statements whose results nobody needs, such as that of a planned message: they go out with the next statement of the
transaction or with its commit, so they cost no round trip of their own.
"""

from collections.abc import Sequence
from typing import Any, cast

from django.db import connection

from common.postgres.base import DatabaseWrapper


def execute_later(sql: str, parameters: Sequence[Any] = ()) -> None:
    """Execute ``sql`` before anything else that the transaction does from now on; at once if there is none.

    Its errors are raised where it is sent. A test or a log of statements does not see it.
    """
    cast(DatabaseWrapper, connection).execute_later(sql, parameters)

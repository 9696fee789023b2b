"""A kept database connection that the server has ended is noticed before a request uses it."""

import pytest
from django.db import connection

from common.testing import in_threads


def _backend_pid() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


@pytest.mark.django_db(transaction=True)
def test_an_ended_connection_is_replaced() -> None:
    before = _backend_pid()
    assert connection.is_usable()

    def end_it(_: int) -> None:
        with connection.cursor() as cursor:  # this thread's own connection
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [before])

    in_threads(1, end_it)
    assert not connection.is_usable()

    # What Django does at the start of a request (close_old_connections)
    connection.health_check_enabled = True
    connection.health_check_done = False
    connection.close_if_health_check_failed()
    assert _backend_pid() != before

"""A kept database connection that the server has ended is noticed before a request uses it."""

import pytest
from django.db import close_old_connections, connection

from common.testing import in_threads


def _server_process() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def _end(process: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [process])


@pytest.mark.django_db(transaction=True)
def test_an_ended_connection_is_replaced() -> None:
    def a_web_workers_thread(_: int) -> tuple[int, int]:
        before = _server_process()
        assert connection.is_usable()
        in_threads(1, lambda _: _end(before))
        assert not connection.is_usable()
        close_old_connections()  # what Django does before each request
        return before, _server_process()

    [(before, after)] = in_threads(1, a_web_workers_thread)
    assert before != after

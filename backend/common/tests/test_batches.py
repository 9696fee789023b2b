"""Rows are processed one by one. A failure doesn't affect the others, and an outage ends the batch."""

import logging

import psycopg
import pytest
from django.db import OperationalError

from common.batches import run_each


class Down(Exception):
    """A service that all rows need is down."""


def _run(outcomes: list[Exception | None], **options: tuple[type[Exception], ...]) -> tuple[list[int], list[Exception]]:
    tried: list[int] = []

    def work(number: int) -> None:
        tried.append(number)
        if error := outcomes[number]:
            raise error

    return tried, run_each(range(len(outcomes)), work, **options)


def test_failed_row_is_logged_and_does_not_stop_the_others(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        tried, errors = _run([ValueError("broken"), None, KeyError("x"), KeyError("x"), KeyError("x"), None])
    assert tried == [0, 1, 2, 3, 4, 5]
    assert [type(error) for error in errors] == [ValueError, KeyError, KeyError, KeyError]
    assert "0 failed; the others are not affected" in caplog.text


@pytest.mark.parametrize("kind", [Down, OperationalError])
def test_remaining_rows_are_skipped_after_three_outages_in_a_row(kind: type[Exception]) -> None:
    assert _run([kind(), kind(), None, kind(), kind(), kind(), None], outage=(Down,))[0] == [0, 1, 2, 3, 4, 5]
    assert len(_run([kind(), kind(), ValueError(), kind(), kind(), None], outage=(Down,))[0]) == 6


@pytest.mark.parametrize(
    ("cause", "is_outage"),
    [
        (psycopg.errors.ConnectionFailure, True),
        (psycopg.errors.TooManyConnections, True),
        (psycopg.errors.AdminShutdown, True),
        (psycopg.errors.IoError, True),
        (psycopg.errors.QueryCanceled, False),  # a slow statement
        (psycopg.errors.DeadlockDetected, False),
        (psycopg.errors.LockNotAvailable, False),
    ],
)
def test_only_a_database_that_is_gone_ends_the_batch(cause: type[psycopg.Error], is_outage: bool) -> None:
    def error() -> OperationalError:
        raised = OperationalError()
        raised.__cause__ = cause()
        return raised

    tried, _ = _run([error(), error(), error(), None])
    assert tried == ([0, 1, 2] if is_outage else [0, 1, 2, 3])

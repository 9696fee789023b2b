"""Rows are worked on one by one: one that fails stops no other, and an outage does not try them all."""

import logging

import pytest
from django.db import OperationalError

from common.batches import run_each


class Down(Exception):
    """What all rows need is down."""


def _run(outcomes: list[Exception | None], **options: tuple[type[Exception], ...]) -> tuple[list[int], list[Exception]]:
    tried: list[int] = []

    def work(number: int) -> None:
        tried.append(number)
        if error := outcomes[number]:
            raise error

    return tried, run_each(range(len(outcomes)), work, **options)  # type: ignore[arg-type]


def test_row_that_fails_is_logged_and_stops_no_other(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        tried, errors = _run([ValueError("broken"), None, KeyError("x"), KeyError("x"), KeyError("x"), None])
    assert tried == [0, 1, 2, 3, 4, 5]
    assert [type(error) for error in errors] == [ValueError, KeyError, KeyError, KeyError]
    assert "0 failed; the others are not affected" in caplog.text


@pytest.mark.parametrize("kind", [Down, OperationalError])
def test_outage_ends_after_three_rows_in_a_row(kind: type[Exception]) -> None:
    assert _run([kind(), kind(), None, kind(), kind(), kind(), None], outage=(Down,))[0] == [0, 1, 2, 3, 4, 5]
    assert len(_run([kind(), kind(), ValueError(), kind(), kind(), None], outage=(Down,))[0]) == 6

"""Fixtures for the tests of the development tools."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def open_folder() -> Iterator[Path]:
    """A folder outside pytest's own.

    If we are root, PostgreSQL runs as another user, and pytest closes its folder to other users.
    """
    with tempfile.TemporaryDirectory(prefix="holiday-lights-") as temporary:
        yield Path(temporary)


@pytest.fixture
def place(open_folder: Path) -> Iterator[Path]:
    """A folder outside pytest's own, for one test."""
    with tempfile.TemporaryDirectory(dir=open_folder) as temporary:
        yield Path(temporary)

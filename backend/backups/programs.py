"""Run PostgreSQL's programs on the product's database or another one on the same server."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.db import connections
from psycopg.conninfo import make_conninfo

from common.postgres.pooling import direct_alias

# Parameters that only Django and psycopg know, and limits on statements, which a dump may exceed.
_NOT_FOR_PROGRAMS = {"options", "password", "server_side_binding", "prepare_threshold", "context", "cursor_factory"}


class ProgramFailed(Exception):
    """One of PostgreSQL's programs failed; its last line says why."""


def find_program(name: str) -> str:
    """Return the path of PostgreSQL's program ``name``. Raises ProgramFailed if it is not installed."""
    found = shutil.which(name, path=settings.POSTGRES_BIN or None)
    if found is None:
        raise ProgramFailed(f"{name} is not installed: set POSTGRES_BIN to the folder of PostgreSQL 18's programs")
    return found


def address(database: str = "") -> str:
    """Return the connection string of our database, or of ``database`` on its server, without the password."""
    parameters = {key: value for key, value in _parameters().items() if key not in _NOT_FOR_PROGRAMS}
    return make_conninfo("", **parameters | ({"dbname": database} if database else {}))


def environment() -> dict[str, str]:
    """Return the environment for a program. It has the password, which would be visible to others as an argument."""
    password = _parameters().get("password")
    return {**os.environ, **({"PGPASSWORD": str(password)} if password else {})}


@contextmanager
def connect(database: str = "", **options: Any) -> Iterator[psycopg.Connection]:
    """Connect to the product's database, or to ``database`` on its server, without limits on statements."""
    password = str(_parameters().get("password") or "")
    with psycopg.connect(address(database), password=password, **options) as own:
        yield own


def run(name: str, *arguments: str | Path) -> None:
    """Run a program and wait for it. Raises ProgramFailed."""
    done = subprocess.run(  # noqa: S603
        [find_program(name), *arguments], env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise ProgramFailed(reason(name, done.stderr))


def reason(name: str, said: str) -> str:
    """Return why a program failed, from its error output."""
    lines = [line for line in said.splitlines() if line.strip()]
    return f"{name} failed: {lines[-1] if lines else 'no reason given'}"[:1000]


def _parameters() -> dict[str, Any]:
    return connections[direct_alias()].get_connection_params()

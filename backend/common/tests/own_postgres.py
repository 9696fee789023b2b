"""A separate PostgreSQL for a test module, which can be stopped, killed and frozen."""

import json
import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import psycopg

from common.tests.real_processes import database_url_of_tests, product_environment
from devtools import cluster
from devtools.leftovers import is_alive, send_signal
from devtools.postgres import Server
from devtools.waiting import wait_until


class OwnServer:
    """A server with its data in ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._server = Server(folder / "postgres")
        self.url = self._server.url

    def start(self) -> None:
        """Start or restart the server."""
        self._server.start()

    def stop(self) -> None:
        """Shut down cleanly, which closes all connections."""
        self._server.release()

    def kill(self) -> None:
        """Kill all its processes, like a power failure."""
        send_signal(self._processes(), signal.SIGKILL)
        wait_until(lambda: not self._processes())

    def freeze(self) -> None:
        """Suspend all its processes, so that connections stay open but nothing responds."""
        send_signal(self._processes(), signal.SIGSTOP)

    def thaw(self) -> None:
        """Resume its processes."""
        send_signal(self._processes(), signal.SIGCONT)

    def execute(self, sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
        """Run a statement. Return its rows."""
        with psycopg.connect(self.url, autocommit=True, connect_timeout=90) as connection:
            cursor = connection.execute(sql, parameters)
            return cursor.fetchall() if cursor.description else []

    def defer(self, task: str, queue: str = "default", lock: str | None = None, **arguments: Any) -> int:
        """Queue a job as the product does. Return its ID."""
        rows = self.execute(
            """SELECT unnest(procrastinate_defer_jobs_v1(
                ARRAY[ROW(%s, %s, 0, %s, %s, %s, NULL)]::procrastinate_job_to_defer_v1[]))""",
            queue, task, lock, lock, json.dumps(arguments),
        )  # fmt: skip
        return int(rows[0][0])

    def job_status(self, job: int) -> str:
        """Return the status of the job with this ID."""
        return str(self.execute("SELECT status::text FROM procrastinate_jobs WHERE id = %s", job)[0][0])

    def environment(self, **extra: str) -> dict[str, str]:
        """Return the environment for a process of the product that uses this server."""
        return product_environment(self.url, DATA_DIR=str(self.folder), **extra)

    def _processes(self) -> list[psutil.Process]:
        postmaster = self._server.postmaster()
        try:
            found = [postmaster, *postmaster.children(recursive=True)] if postmaster else []
        except psutil.NoSuchProcess:
            return []
        return [process for process in found if is_alive(process)]


@contextmanager
def own_server() -> Iterator[OwnServer]:
    """Run a server with the product's tables, which are empty.

    They are copied from the tests' database, which takes a fifth of the time that the migrations do. So the module
    needs ``django_db_setup`` and the mark ``django_db``.

    Its folder is not in pytest's, which every start of pytest closes to the user that PostgreSQL runs as.
    """
    with tempfile.TemporaryDirectory(prefix="own-postgres-") as folder:
        server = OwnServer(Path(folder))
        try:
            server.start()
            _copy_tables(database_url_of_tests(), server.url)
            yield server
        finally:
            server.thaw()
            server.stop()


def _copy_tables(source: str, target: str) -> None:
    dump: list[str | Path] = [cluster.BIN / "pg_dump", "--no-owner", f"--dbname={source}"]
    load: list[str | Path] = [cluster.BIN / "psql", "-qXv", "ON_ERROR_STOP=1", "-o", os.devnull, f"--dbname={target}"]
    with subprocess.Popen(dump, stdout=subprocess.PIPE) as dumping:
        subprocess.run(load, stdin=dumping.stdout, check=True)
    assert dumping.returncode == 0, "pg_dump failed"

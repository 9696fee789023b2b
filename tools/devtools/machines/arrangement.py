"""The shared servers and the machines."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import psycopg

from devtools import cluster
from devtools.machines.pgbouncer import PgBouncer
from devtools.paths import BACKEND, TOOLS
from devtools.postgres import Server
from devtools.replica import make_replica
from devtools.supervisor import responds
from devtools.waiting import wait_until
from devtools.web import free_port
from testing.object_storage import ObjectStorage, object_storage

REPLICA_SECONDS = 15
POOL_SIZE = 4


class Machine:
    """A machine: web, worker and watch, with its own data folder. ``pooled``: connects through PgBouncer."""

    def __init__(self, name: str, site: "Site", *, pooled: bool = True, parts: tuple[str, ...] = ()) -> None:
        self.name = name
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.folder = site.folder / name
        self.folder.mkdir()
        self._site, self._pooled, self._parts = site, pooled, parts
        self._processes: dict[str, subprocess.Popen[bytes]] = {}

    def start(self) -> None:
        """Start its processes and wait until web is ready."""
        self._run("web", [sys.executable, "-m", "gunicorn", "--bind", f"127.0.0.1:{self.port}"])
        for part in self._parts:
            self._run(part, [sys.executable, "manage.py", {"worker": "run_worker"}.get(part, part)])
        wait_until(lambda: responds(f"{self.url}/readyz"), f"{self.name} is not ready, see {self.folder}/log")

    def manage(self, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run a management command on this machine."""
        return subprocess.run(  # noqa: S603
            [sys.executable, "manage.py", *arguments], cwd=BACKEND, env=self.environment(), check=False, text=True,
            capture_output=True, input=stdin,
        )  # fmt: skip

    def kill(self) -> None:
        """Kill all its processes at once, as a power failure would."""
        for process in self._processes.values():
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self._processes.clear()

    def stop(self) -> None:
        """Stop its processes in order."""
        for process in self._processes.values():
            process.terminate()
        for process in self._processes.values():
            process.wait()
        self._processes.clear()

    def environment(self, part: str = "") -> dict[str, str]:
        """Return the settings of a process on this machine."""
        site = self._site
        pool = site.pooler.url("lights-worker" if part == "worker" else "lights-web") if self._pooled else ""
        return {
            **os.environ, **site.settings, "MACHINE": self.name, "DATA_DIR": str(self.folder),
            "DATABASE_URL": f"{site.primary.url}&application_name={self.name}", "DATABASE_POOL_URL": pool,
        }  # fmt: skip

    def _run(self, part: str, command: list[str]) -> None:
        with (self.folder / "log").open("ab") as log:
            self._processes[part] = subprocess.Popen(  # noqa: S603
                command, cwd=BACKEND, env=self.environment(part), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True,
            )  # fmt: skip


class Site:
    """The servers that all machines share."""

    def __init__(self, folder: Path, primary: Server, storage: ObjectStorage) -> None:
        self.folder = folder
        self.primary = primary
        self.storage = storage
        self.replica: Server = make_replica(primary.url, folder / "replica")
        self.pooler = PgBouncer(folder / "pgbouncer", cluster.socket_folder(primary.folder, 5432), POOL_SIZE)
        self.settings = {
            "DEBUG": "1",
            "LOG_LEVEL": "WARNING",
            "WEB_CONCURRENCY": "2",
            "TRUSTED_PROXIES": "1",
            "ALERTS": "1",
            "DATABASE_REPLICA_URL": self.replica.url,
            "DATABASE_REPLICA_SECONDS": str(REPLICA_SECONDS),
            "POSTGRES_BIN": str(cluster.BIN),
            "UPLOADS_URL": "s3://lights/uploads",
            "BACKUP_URL": "s3://lights/backups",
            **{f"{kind}_S3_ENDPOINT": storage.url for kind in ("UPLOADS", "BACKUP")},
            **{f"{kind}_S3_KEY_ID": "the-key" for kind in ("UPLOADS", "BACKUP")},
            **{f"{kind}_S3_SECRET": "the-secret" for kind in ("UPLOADS", "BACKUP")},
        }

    def execute(self, sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
        """Run a statement on the primary; return its rows."""
        return _execute(self.primary, sql, *parameters)

    def execute_on_replica(self, sql: str) -> list[tuple[Any, ...]]:
        """Run a statement on the replica; return its rows."""
        return _execute(self.replica, sql)


def _execute(server: Server, sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
    with psycopg.connect(server.url, autocommit=True, connect_timeout=10) as connection:
        cursor = connection.execute(sql, parameters)
        return cursor.fetchall() if cursor.description else []


@contextmanager
def arrangement(folder: Path) -> Iterator[tuple[Site, list[Machine]]]:
    """Run everything below ``folder``; yield what is shared, and the two machines."""
    with ExitStack() as after:
        storage = after.enter_context(object_storage())
        primary = Server(folder / "primary")
        after.callback(primary.release)
        primary.start()
        prepared = {**os.environ, "DATABASE_URL": primary.url, "DEBUG": "1", "DATA_DIR": str(folder / "prepared")}
        subprocess.run([sys.executable, "-m", "devtools.prepare"], cwd=TOOLS, env=prepared, check=True)
        site = Site(folder, primary, storage)
        after.callback(lambda: site.replica.release())
        site.pooler.start()
        after.callback(site.pooler.stop)
        machines = [Machine(name, site, parts=("worker", "watch")) for name in ("lights-1", "lights-2")]
        for machine in machines:
            after.callback(machine.stop)
            machine.start()
        yield site, machines

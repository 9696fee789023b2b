"""The embedded PostgreSQL 18: ``python -m devtools.postgres COMMAND …`` runs a command while the server runs.

Its data is in ``DATA_DIR/postgres``. If ``DATABASE_URL`` is set, that server is used and none is started. Several
processes can share a folder and its server, which stops with the last of them. Why this module starts the server
instead of the package that ships it: docs/decisions/0021-we-start-the-embedded-server-ourselves.md.
"""

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from urllib.parse import quote

import psutil

from devtools import cluster
from devtools.leftovers import is_alive, send_signal, wait_for_end
from devtools.paths import PROJECT
from devtools.supervisor import Failed, describe_end

# Not waiting for the disk halves the time of a test run. Losing its data in a power failure doesn't matter.
_UNSAFE_FAST = ["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"]
_PORT = 5432  # only part of the socket's name: the server does not listen on the network
_STOP_WITHIN = 30
_EXIT_WITHIN = 3


def data_dir() -> Path:
    """Return ``DATA_DIR``, by default ``var/`` next to the Makefile."""
    return Path(os.environ.get("DATA_DIR") or PROJECT / "var").resolve()


@contextmanager
def database_url(folder: Path | None = None, *, unsafe_fast: bool = False) -> Iterator[str]:
    """Run the database during the context; yield its URL.

    ``folder`` holds its data (default: ``DATA_DIR/postgres``); ``unsafe_fast`` trades its safety for speed. Raises
    Failed if the server cannot be created or started.
    """
    if given := os.environ.get("DATABASE_URL"):
        yield given
        return
    server = Server(folder or data_dir() / "postgres", unsafe_fast=unsafe_fast)
    try:
        server.start()
        yield server.url
    finally:
        server.release()


class Server:
    """The embedded server over ``folder``, shared with other processes that use the same folder."""

    name = "database"

    def __init__(self, folder: Path, *, unsafe_fast: bool = False) -> None:
        self.folder = folder.resolve()
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        sockets = quote(str(cluster.socket_folder(self.folder, _PORT)), safe="")
        self.url = f"postgresql://postgres@/postgres?host={sockets}&port={_PORT}"
        self._options = _UNSAFE_FAST if unsafe_fast else []
        self._process: subprocess.Popen[bytes] | None = None  # if we started it
        self._users: IO[str] | None = None

    def start(self, check: Callable[[], None] = lambda: None) -> None:
        """Start the server, or use the running one, and wait until it accepts connections.

        ``check`` is called while waiting, and may end the wait by raising. Raises Failed if the server cannot be
        created or started.
        """
        with self._locked(check):
            if self._users is None:
                self._users = self._sibling("users").open("a")
                fcntl.flock(self._users, fcntl.LOCK_SH)
            cluster.initialize(self.folder)
            self._run(cluster.prepare_socket_folder(self.folder, _PORT), check)

    def ended(self) -> str | None:
        """Return how the server ended, such as ``exit code 1``; None while it runs."""
        if self._process and (code := self._process.poll()) is not None:
            self._process = None
            if self.postmaster() is None:
                return describe_end(code)
        return None if self._process or self.postmaster() else "its process is gone"

    def release(self) -> None:
        """Stop the server if no other process uses it."""
        if self._users is None:
            return
        with self._locked(lambda: None), self._users as users:
            self._users = None
            try:
                fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return  # the last process to release the server stops it
            self._stop()

    def postmaster(self) -> psutil.Process | None:
        """Return the server's main process, if it runs."""
        if self._process:
            self._process.poll()  # reap the process, or it would stay a zombie
        try:
            process = psutil.Process(int(cluster.pid_file(self.folder)[0]))
        except (IndexError, ValueError, psutil.NoSuchProcess):
            return None
        return process if _works_in(process, self.folder) else None

    def _run(self, sockets: Path, check: Callable[[], None]) -> None:
        started = False
        while not self._ready():
            check()
            if started and self._process and self._process.poll() is not None:
                how = describe_end(self._process.returncode)
                raise Failed(f"The database did not start, see {self.folder}/log ({how})")
            if not started and self.postmaster() is None:
                self._end_leftovers(check)
                _remove_lock_files(self.folder, sockets)
                self._launch(sockets)
                started = True
            time.sleep(0.02)

    def _launch(self, sockets: Path) -> None:
        # This option is a list, in which quotes protect spaces.
        escaped = str(sockets).replace('"', '""')
        command: list[str | Path] = [
            cluster.BIN / "postgres", "-D", self.folder, "-p", str(_PORT), "-c", "listen_addresses=",
            "-c", f'unix_socket_directories="{escaped}"', *self._options,
        ]  # fmt: skip
        with (self.folder / "log").open("ab") as log:
            # A new session, so that it outlives us while another process uses it.
            self._process = subprocess.Popen(  # noqa: S603
                command, cwd="/", user=cluster.USER, group=cluster.USER, extra_groups=cluster.GROUPS,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip

    def _stop(self) -> None:
        """Stop the server without losing data, or kill it if that takes too long."""
        for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
            postmaster = self.postmaster()
            if postmaster is None:
                break
            send_signal([postmaster], number)
            wait_for_end([postmaster], _STOP_WITHIN)
        if self._process:
            self._process.wait()
            self._process = None
        if (sockets := cluster.socket_folder(self.folder, _PORT)) != self.folder:
            shutil.rmtree(sockets, ignore_errors=True)  # a folder in the temporary folder, used only by this server

    def _ready(self) -> bool:
        return self.postmaster() is not None and cluster.pid_file(self.folder)[7:8] == ["ready"]

    def _end_leftovers(self, check: Callable[[], None]) -> None:
        """End the remaining processes of a server that was killed.

        They exit by themselves moments later, but until then they could write to the same files as a new server.
        """
        for number in (None, signal.SIGQUIT, signal.SIGKILL):
            remaining = [process for process in psutil.process_iter() if _works_in(process, self.folder)]
            if number:
                send_signal(remaining, number)
            wait_for_end(remaining, _EXIT_WITHIN, check)
        if any(is_alive(process) for process in remaining):
            raise Failed(f"The database did not start: process {remaining[0].pid} still uses {self.folder}")

    @contextmanager
    def _locked(self, check: Callable[[], None]) -> Iterator[None]:
        """Keep other processes from starting or stopping the server at the same time."""
        with self._sibling("lock").open("a") as file:
            while True:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    check()
                    time.sleep(0.05)
            yield

    def _sibling(self, suffix: str) -> Path:
        return self.folder.with_name(f"{self.folder.name}.{suffix}")


def _remove_lock_files(folder: Path, sockets: Path) -> None:
    """Remove the lock files of a server that no longer runs.

    PostgreSQL does so itself, unless a process with that ID exists; a zombie is enough.
    """
    (folder / "postmaster.pid").unlink(missing_ok=True)
    (sockets / f".s.PGSQL.{_PORT}.lock").unlink(missing_ok=True)


def _works_in(process: psutil.Process, folder: Path) -> bool:
    """Return whether ``process`` is a live PostgreSQL process with its data (its working folder) in ``folder``."""
    try:
        return is_alive(process) and Path(process.cwd()) == folder and process.name().startswith("postgres")
    except psutil.Error:
        return False  # it has just ended, or belongs to another user


def main() -> int:
    """Run the command line's command with ``DATABASE_URL`` set; return its exit code."""
    if not sys.argv[1:]:
        print("Usage: python -m devtools.postgres COMMAND …", file=sys.stderr)  # noqa: T201
        return 2
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        with database_url() as url:
            environment = {**os.environ, "DATABASE_URL": url, "POSTGRES_BIN": str(cluster.BIN)}
            child = subprocess.Popen(sys.argv[1:], env=environment)  # noqa: S603
            signal.signal(signal.SIGTERM, lambda *_: child.terminate())
            while True:
                try:
                    return child.wait()
                except KeyboardInterrupt:  # the terminal has sent it to the child too
                    continue
    except Failed as failure:
        print(failure, file=sys.stderr)  # noqa: T201
        return 1


if __name__ == "__main__":
    sys.exit(main())

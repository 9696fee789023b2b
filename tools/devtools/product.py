"""A copy of the product under ``make run``, with a separate data folder and port, whose parts can be killed."""

import http.client
import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import psutil

from devtools.leftovers import find_processes, is_alive, send_signal
from devtools.paths import TOOLS
from devtools.postgres import Server
from devtools.supervisor import responds
from devtools.web import free_port

# With a blank Stripe key the product runs the sandbox, and with a blank DATABASE_URL the embedded database.
_OWN = {
    "DATABASE_URL": "",
    "STRIPE_SECRET_KEY": "",
    "STRIPE_WEBHOOK_SECRET": "",
    "DEBUG": "1",
    "DISABLE_THROTTLES": "1",
}
# A word that identifies each part by its command line, and the part's name.
_PARTS = {"gunicorn": "web server", "manage.py": "job worker", "stripe_sandbox": "Stripe sandbox"}


class Product:
    """A running copy. Its output goes to ``log``, by default ``DATA_DIR/run.log``."""

    def __init__(self, data: Path, log: Path | None = None, **settings: str) -> None:
        self.data = data
        self._log = log or data / "run.log"
        self._server = Server(data / "postgres")
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._environment = {**os.environ, **_OWN, "DATA_DIR": str(data), "PORT": str(self.port), **settings}
        self._process: subprocess.Popen[bytes] | None = None
        self._said_before = 0

    @property
    def database_url(self) -> str:
        """Return the URL of its database."""
        return self._server.url

    def start(self) -> None:
        """Start it without waiting until it is ready."""
        self.data.mkdir(parents=True, exist_ok=True)
        self._said_before = len(self.output())
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "devtools.run"], cwd=TOOLS, env=self._environment, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip

    def run_module(self, module: str) -> None:
        """Run a devtools module with this copy's settings and database. Raises subprocess.CalledProcessError."""
        environment = self._environment | {"DATABASE_URL": self.database_url}
        subprocess.run([sys.executable, "-m", module], env=environment, check=True)  # noqa: S603

    def healthy(self) -> bool:
        """Return whether it is ready and reports no problem with the queue or emails."""
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=5) as response:  # noqa: S310 - our own address
                state = json.load(response)
        except (OSError, http.client.HTTPException):
            return False
        return all(state.get(part, {}).get("status") == "ok" for part in ("queue", "messages"))

    def wait_ready(self, seconds: float) -> None:
        """Wait until it prints that it is ready and ``/readyz`` agrees. Raises TimeoutError, even if it exited instead.

        A response alone could come from a process left over from an earlier start.
        """
        self.wait_until(
            lambda: "is ready:" in self.output()[self._said_before :] and responds(f"{self.url}/readyz"),
            "ready",
            seconds,
        )

    def wait_until(self, reached: Callable[[], bool], what: str, seconds: float) -> None:
        """Wait until ``reached`` returns true. Raises TimeoutError, even if the copy exited instead."""
        deadline = time.monotonic() + seconds
        while not reached():
            if self.exit_code() is not None or time.monotonic() > deadline:
                raise TimeoutError(f"It was not {what} within {seconds:.0f} seconds:\n{self.output()[-3000:]}")
            time.sleep(0.1)

    def output(self) -> str:
        """Return everything it has printed so far."""
        return self._log.read_text() if self._log.exists() else ""

    def exit_code(self) -> int | None:
        """Return its exit code, or None while it runs."""
        return self._process.poll() if self._process else None

    def parts(self) -> dict[str, list[psutil.Process]]:
        """Return the running processes by kind."""
        found: dict[str, list[psutil.Process]] = {}
        for child in self._children():
            command = " ".join(_command(child))
            for word, name in _PARTS.items():
                if word in command:
                    found.setdefault(name, []).append(child)
        for master in found.get("web server", []):
            found["web worker"] = _alive_children(master)
        if postmaster := self._server.postmaster():
            found["database"] = [postmaster]
            sessions = [child for child in _alive_children(postmaster) if "[local]" in " ".join(_command(child))]
            found["database session"] = sessions
        return {name: processes for name, processes in found.items() if processes}

    def kill_all(self) -> None:
        """Kill every process at once, as a power failure would."""
        if self._process is None:
            return
        everything = [psutil.Process(self._process.pid), *self._everything()]
        send_signal(everything, signal.SIGKILL)
        self._process.wait()

    def kill_supervisor(self) -> None:
        """Kill the process that supervises the others."""
        if self._process:
            self._process.kill()
            self._process.wait()

    def wait_for_end(self, seconds: float) -> None:
        """Wait until it ends by itself. Raises subprocess.TimeoutExpired."""
        if self._process:
            self._process.wait(seconds)

    def stop(self) -> int:
        """Ask it to stop, wait, and return its exit code."""
        if self._process is None:
            return 0
        if self._process.poll() is None:
            self._process.terminate()
        return self._process.wait()

    def running_processes(self) -> list[psutil.Process]:
        """Return its running processes, including the database's."""
        return [process for process in self._everything() if is_alive(process)]

    def _everything(self) -> list[psutil.Process]:
        postmaster = self._server.postmaster()
        database = [postmaster, *_alive_children(postmaster)] if postmaster else []
        return [*find_processes(self.data / "run.pid"), *database]

    def _children(self) -> list[psutil.Process]:
        return _alive_children(psutil.Process(self._process.pid)) if self._process else []


def _alive_children(process: psutil.Process) -> list[psutil.Process]:
    try:
        return [child for child in process.children() if is_alive(child)]
    except psutil.NoSuchProcess:
        return []


def _command(process: psutil.Process) -> list[str]:
    try:
        return list(process.cmdline())
    except psutil.Error:
        return []

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

from devtools.leftovers import alive, marked, send
from devtools.paths import TOOLS
from devtools.postgres import Server
from devtools.supervisor import responds
from devtools.web import free_port

# No key for Stripe, so that its sandbox runs; and the embedded database, even if the environment names another.
_OWN = {
    "DATABASE_URL": "",
    "STRIPE_SECRET_KEY": "",
    "STRIPE_WEBHOOK_SECRET": "",
    "DEBUG": "1",
    "DISABLE_THROTTLES": "1",
}
# What tells the parts apart: a word of their command line.
_PARTS = {"gunicorn": "web server", "manage.py": "job worker", "stripe_sandbox": "stand-in for Stripe"}


class Product:
    """One copy. What it prints goes to ``DATA_DIR/run.log``."""

    def __init__(self, data: Path, **settings: str) -> None:
        self.data = data
        self._server = Server(data / "postgres")
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._environment = {**os.environ, **_OWN, "DATA_DIR": str(data), "PORT": str(self.port), **settings}
        self._process: subprocess.Popen[bytes] | None = None
        self._said_before = 0

    @property
    def database_url(self) -> str:
        """The address of its database."""
        return self._server.url

    def start(self) -> None:
        """Start it, without waiting for it to be ready."""
        self.data.mkdir(parents=True, exist_ok=True)
        self._said_before = len(self.output())
        with (self.data / "run.log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "devtools.run"], cwd=TOOLS, env=self._environment, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip

    def healthy(self) -> bool:
        """Whether it is ready and reports no trouble with the queue or with messages."""
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=5) as response:  # noqa: S310 - our own address
                state = json.load(response)
        except (OSError, http.client.HTTPException):
            return False
        return all(state.get(part, {}).get("status") == "ok" for part in ("queue", "messages"))

    def wait_ready(self, seconds: float) -> None:
        """Wait until it says that it is ready, and responds so. Raises TimeoutError, also where it ended instead.

        A response alone could come from what an earlier start left behind.
        """
        self.wait_until(
            lambda: "is ready:" in self.output()[self._said_before :] and responds(f"{self.url}/readyz"),
            "ready",
            seconds,
        )

    def wait_until(self, reached: Callable[[], bool], what: str, seconds: float) -> None:
        """Wait until ``reached``. Raises TimeoutError, also where the copy ended instead."""
        deadline = time.monotonic() + seconds
        while not reached():
            if self.exit_code() is not None or time.monotonic() > deadline:
                raise TimeoutError(f"It was not {what} within {seconds:.0f} seconds:\n{self.output()[-3000:]}")
            time.sleep(0.1)

    def output(self) -> str:
        """Return everything it has printed so far."""
        log = self.data / "run.log"
        return log.read_text() if log.exists() else ""

    def exit_code(self) -> int | None:
        """None while it runs."""
        return self._process.poll() if self._process else None

    def parts(self) -> dict[str, list[psutil.Process]]:
        """The processes that run now, by what they are; what is not there has no entry."""
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
        send(everything, signal.SIGKILL)
        self._process.wait()

    def kill_supervisor(self) -> None:
        """Kill the process that watches the others."""
        if self._process:
            self._process.kill()
            self._process.wait()

    def wait_for_end(self, seconds: float) -> None:
        """Wait until it has ended by itself. Raises subprocess.TimeoutExpired."""
        if self._process:
            self._process.wait(seconds)

    def stop(self) -> int:
        """Ask it to stop; return its exit code once it has."""
        if self._process is None:
            return 0
        if self._process.poll() is None:
            self._process.terminate()
        return self._process.wait()

    def left(self) -> list[psutil.Process]:
        """Return its processes that still run, including the database's."""
        return [process for process in self._everything() if alive(process)]

    def _everything(self) -> list[psutil.Process]:
        postmaster = self._server.postmaster()
        database = [postmaster, *_alive_children(postmaster)] if postmaster else []
        return [*marked(self.data / "run.pid"), *database]

    def _children(self) -> list[psutil.Process]:
        return _alive_children(psutil.Process(self._process.pid)) if self._process else []


def _alive_children(process: psutil.Process) -> list[psutil.Process]:
    try:
        return [child for child in process.children() if alive(child)]
    except psutil.NoSuchProcess:
        return []


def _command(process: psutil.Process) -> list[str]:
    try:
        return list(process.cmdline())
    except psutil.Error:
        return []

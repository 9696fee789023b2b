"""Starts processes, watches them and stops them all again."""

import ctypes
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

READY_WITHIN = 60
STOP_WITHIN = 15


class Stopped(Exception):
    """Somebody asked us to stop before everything was up."""


class Failed(Exception):
    """It cannot run; the message says why in one line."""


@dataclass(frozen=True)
class Child:
    """A process that has to run as long as we do. ``group``: signals go to its children as well."""

    name: str
    process: subprocess.Popen[bytes]
    group: bool = False


class Supervisor:
    """Runs its children in sessions of their own, so that the terminal's Ctrl-C reaches only us.

    From its making on, SIGINT, SIGTERM and SIGHUP are only counted; ``check`` and the waits act on them.
    """

    def __init__(self) -> None:
        self.environment = dict(os.environ)
        self.children: list[Child] = []
        self.signals = 0
        self._last_signal = 0.0
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._on_signal)

    def _on_signal(self, number: int, frame: object) -> None:
        # A signal to a whole process group comes twice, since make passes it on: that is no second request.
        if time.monotonic() - self._last_signal > 1:
            self.signals += 1
        self._last_signal = time.monotonic()

    def check(self) -> None:
        """Raises Stopped once a signal came, Failed once a child is gone."""
        if self.signals:
            raise Stopped
        for child in self.children:
            if (code := child.process.poll()) is not None:
                raise Failed(f"The {child.name} ended by itself (exit code {code}): stopping everything.")

    def start(
        self, name: str, command: list[str], folder: Path, *, group: bool = False, extra: dict[str, str] | None = None
    ) -> Child:
        """Start a process that runs until we stop; ``extra`` goes on top of its environment."""
        environment = self.environment | (extra or {})
        process = subprocess.Popen(  # noqa: S603
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, start_new_session=True,
            preexec_fn=_die_with_parent,
        )  # fmt: skip
        child = Child(name, process, group)
        self.children.append(child)
        return child

    def run(self, command: list[str], folder: Path, extra: dict[str, str] | None = None) -> int:
        """Run a command to its end; answers its exit code. Raises Stopped where a signal comes first."""
        child = self.start(command[0], command, folder, group=True, extra=extra)
        while child.process.poll() is None and not self.signals:
            time.sleep(0.05)
        self.children.remove(child)
        if self.signals:
            self._end([child])
            raise Stopped
        return child.process.returncode or 0

    def wait_for(self, url: str) -> None:
        """Wait until ``url`` answers 200. Raises Failed after a minute, and what ``check`` raises."""
        deadline = time.monotonic() + READY_WITHIN
        while not _answers(url):
            self.check()
            if time.monotonic() > deadline:
                raise Failed(f"{url} was not ready within {READY_WITHIN} seconds.")
            time.sleep(0.1)

    def watch(self) -> None:
        """Wait until a signal comes (returns) or a child ends (raises Failed)."""
        try:
            while True:
                self.check()
                time.sleep(0.2)
        except Stopped:
            return

    def stop(self) -> None:
        """End all children: politely, and by force after a while or on a second signal."""
        self._end(self.children)
        self.children.clear()

    def _end(self, children: list[Child]) -> None:
        signals = self.signals
        deadline = time.monotonic() + STOP_WITHIN
        for child in children:
            _signal(child, signal.SIGTERM, group=child.group)
        while any(child.process.poll() is None for child in children):
            if time.monotonic() > deadline or self.signals > signals:
                break
            time.sleep(0.05)
        for child in children:
            _signal(child, signal.SIGKILL, group=True)
            child.process.wait()


def _die_with_parent() -> None:
    """On Linux: a child gets SIGTERM when we are killed without a chance to stop it."""
    if sys.platform == "linux":
        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGTERM)


def _signal(child: Child, number: int, *, group: bool) -> None:
    try:
        if group:
            os.killpg(child.process.pid, number)
        elif child.process.poll() is None:
            child.process.send_signal(number)
    except ProcessLookupError:
        pass


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:  # noqa: S310 - our own address
            return bool(answer.status == 200)
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False

"""Start processes, watch them, restart those that end, and stop them all."""

import ctypes
import http.client
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from devtools.restarts import Restarts

READY_WITHIN = 180
STOP_WITHIN = 15


class Stopped(Exception):
    """A signal told us to stop before everything was up."""


class Failed(Exception):
    """The product cannot run; the message says why in one line."""


class Watched(Protocol):
    """Something that must run as long as we do."""

    name: str

    def ended(self) -> str | None:
        """Return how it ended, such as ``exit code 1``; None while it runs."""

    def start(self, check: Callable[[], None]) -> None:
        """Restart it. ``check`` is called while waiting and may raise. Raises Failed if it does not start."""


class Child:
    """A process in its own session. ``group``: signals to stop go to its children too."""

    def __init__(
        self, name: str, command: list[str], folder: Path, environment: dict[str, str], *, group: bool = False
    ) -> None:
        self.name = name
        self.group = group
        self._command, self._folder, self._environment = command, folder, environment
        self.process = self._open()

    def _open(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(  # noqa: S603
            self._command, cwd=self._folder, env=self._environment, stdin=subprocess.DEVNULL, start_new_session=True,
            preexec_fn=_die_with_parent,
        )  # fmt: skip

    def ended(self) -> str | None:
        """Return how it ended; None while it runs. Its own children may still run."""
        return None if (code := self.process.poll()) is None else describe_end(code)

    def start(self, check: Callable[[], None]) -> None:
        """Restart it, after ending its old children, which could keep its port in use."""
        self.send_signal(signal.SIGKILL, group=True)
        self.process = self._open()

    def send_signal(self, number: signal.Signals, *, group: bool) -> None:
        """Send a signal to the process, or to all processes in its session."""
        try:
            if group:
                os.killpg(self.process.pid, number)
            elif self.process.poll() is None:
                self.process.send_signal(number)
        except ProcessLookupError:
            pass


class Supervisor:
    """Runs its children in their own sessions, so that the terminal's Ctrl-C reaches only us.

    Once it is created, SIGINT, SIGTERM and SIGHUP are only counted; ``check`` and the waits act on them.
    """

    def __init__(self, say: Callable[[str], None] = print) -> None:
        self.environment = dict(os.environ)
        self.children: list[Child] = []
        self.signals = 0
        # The database, if we run it. Nothing else is restarted until it is back.
        self.database: Watched | None = None
        self._say = say
        self._restarts: dict[Watched, Restarts] = {}
        self._due: dict[Watched, float] = {}
        self._obstacle_now: Callable[[], str | None] = lambda: None
        self._obstacle: str | None = None
        self._last_signal = 0.0
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._on_signal)

    def _on_signal(self, number: int, frame: object) -> None:
        # A signal to the whole process group comes twice, since make forwards it. Count it once.
        if time.monotonic() - self._last_signal > 1:
            self.signals += 1
        self._last_signal = time.monotonic()

    @property
    def watched(self) -> list[Watched]:
        """Return everything that must run, in starting order."""
        return [*([self.database] if self.database else []), *self.children]

    def check_signals(self) -> None:
        """Raise Stopped if a signal arrived."""
        if self.signals:
            raise Stopped

    def check(self) -> None:
        """Raise Stopped if a signal arrived, or Failed if something has ended."""
        self.check_signals()
        for watched in self.watched:
            if how := watched.ended():
                raise Failed(f"The {watched.name} ended unexpectedly ({how}). Stopping everything.")

    def start(
        self, name: str, command: list[str], folder: Path, *, group: bool = False, extra: dict[str, str] | None = None
    ) -> Child:
        """Start a process that runs until we stop; ``extra`` is added to its environment."""
        child = Child(name, command, folder, self.environment | (extra or {}), group=group)
        self.children.append(child)
        return child

    def run(self, command: list[str], folder: Path, extra: dict[str, str] | None = None) -> int:
        """Run a command; return its exit code. Raises Stopped if a signal arrives first."""
        child = self.start(command[0], command, folder, group=True, extra=extra)
        while child.process.poll() is None and not self.signals:
            time.sleep(0.05)
        self.children.remove(child)
        if self.signals:
            self._end([child])
            raise Stopped
        return child.process.returncode or 0

    def wait_for(self, url: str) -> None:
        """Wait until ``url`` responds with 200.

        Raises Failed after ``READY_WITHIN`` seconds, or whatever ``check`` raises.
        """
        deadline = time.monotonic() + READY_WITHIN
        while not responds(url):
            self.check()
            if time.monotonic() > deadline:
                raise Failed(f"{url} was not ready within {READY_WITHIN} seconds.")
            time.sleep(0.1)

    def watch(self, obstacle: Callable[[], str | None] = lambda: None) -> None:
        """Restart processes that end, until a signal arrives.

        Nothing is restarted while ``obstacle`` returns a reason why nothing can start. Raises Failed if a process
        keeps ending right after it starts.
        """
        self._restarts = {watched: Restarts() for watched in self.watched}
        self._obstacle_now = obstacle
        try:
            while True:
                self.check_signals()
                self._restart_ended()
                time.sleep(0.2)
        except Stopped:
            return

    def _restart_ended(self) -> None:
        for watched in self.watched:
            if (how := watched.ended()) is None:
                continue
            if watched not in self._due:
                self._plan_restart(watched, f"The {watched.name} ended ({how})")
            elif time.monotonic() >= self._due[watched] and not self._is_hindered():
                self._restart(watched)
            if watched is self.database:
                return  # the others depend on it

    def _plan_restart(self, watched: Watched, what_happened: str) -> None:
        pause = self._restarts[watched].pause(excused=self._obstacle_now() is not None)
        if pause is None:
            raise Failed(f"{what_happened} again right after its start. Stopping everything.")
        if isinstance(watched, Child):
            watched.send_signal(signal.SIGTERM, group=True)  # lets its children finish
        self._say(f"{what_happened}. Restarting it in {pause:.0f} s.")
        self._due[watched] = time.monotonic() + pause

    def _is_hindered(self) -> bool:
        obstacle = self._obstacle_now()
        if obstacle and obstacle != self._obstacle:
            self._say(obstacle)
        self._obstacle = obstacle
        return obstacle is not None

    def _restart(self, watched: Watched) -> None:
        del self._due[watched]
        self._restarts[watched].started()
        try:
            watched.start(self.check_signals)
        except Failed as failure:
            self._plan_restart(watched, str(failure))

    def stop(self) -> None:
        """End all children, by force after a while or on a second signal."""
        self._end(self.children)
        self.children.clear()

    def _end(self, children: list[Child]) -> None:
        signals = self.signals
        deadline = time.monotonic() + STOP_WITHIN
        for child in children:
            child.send_signal(signal.SIGTERM, group=child.group)
        while any(child.process.poll() is None for child in children):
            if time.monotonic() > deadline or self.signals > signals:
                break
            time.sleep(0.05)
        for child in children:
            child.send_signal(signal.SIGKILL, group=True)
            child.process.wait()


def describe_end(code: int) -> str:
    """Describe an exit code of ``subprocess``, such as ``exit code 1`` or ``SIGKILL``."""
    return f"exit code {code}" if code >= 0 else signal.Signals(-code).name


def responds(url: str) -> bool:
    """Return whether ``url`` responds with 200 within five seconds."""
    try:
        with urllib.request.urlopen(url, timeout=5) as response:  # noqa: S310 - our own address
            return bool(response.status == 200)
    except (OSError, http.client.HTTPException):
        return False


def _die_with_parent() -> None:
    """On Linux, have the kernel send the child SIGTERM if we are killed."""
    if sys.platform == "linux":
        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGTERM)

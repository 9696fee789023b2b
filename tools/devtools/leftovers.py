"""End the processes that a killed copy of the product left running."""

import signal
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import psutil

# An environment variable of every process that `make run` starts. It identifies the running copy.
MARK = "RUN_PID_FILE"
_PATIENCE = 3


def end_leftovers(pid_file: Path, check: Callable[[], None]) -> None:
    """End the processes that another copy started under ``pid_file``, which we must have locked.

    They were signaled when that copy was killed, so most are already exiting; any others would keep the port in use.
    ``check`` is called while waiting and may raise.
    """
    for number in (None, signal.SIGTERM, signal.SIGKILL):
        remaining = find_processes(pid_file)
        if not remaining:
            return
        if number:
            send_signal(remaining, number)
        wait_for_end(remaining, _PATIENCE if number else _PATIENCE / 3, check)


def find_processes(pid_file: Path) -> list[psutil.Process]:
    """Return the processes that a copy started under ``pid_file``, and their children, except the database's."""
    return [process for process in psutil.process_iter() if _has_mark(process, str(pid_file))]


def is_alive(process: psutil.Process) -> bool:
    """Return whether the process is running. A zombie (ended but not yet waited for) doesn't count."""
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def send_signal(processes: Iterable[psutil.Process], number: signal.Signals) -> None:
    """Send a signal to the processes that still exist."""
    for process in processes:
        try:
            process.send_signal(number)
        except psutil.NoSuchProcess:
            continue


def wait_for_end(processes: Iterable[psutil.Process], seconds: float, check: Callable[[], None] = lambda: None) -> None:
    """Wait until all processes have ended or ``seconds`` have passed. ``check`` may end the wait by raising."""
    deadline = time.monotonic() + seconds
    while any(is_alive(process) for process in processes) and time.monotonic() < deadline:
        check()
        time.sleep(0.02)


def _has_mark(process: psutil.Process, mark: str) -> bool:
    try:
        return is_alive(process) and process.environ().get(MARK) == mark
    except (psutil.Error, OSError):
        return False  # it has just ended, or belongs to another user

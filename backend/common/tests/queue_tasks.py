"""Tasks that only tests run, for a real worker with ``TESTS_TASKS`` (real_processes.py) in its environment."""

import os
import signal
import time
from pathlib import Path

from django.db import connection
from procrastinate.contrib.django import app


def _note(folder: str, name: str, text: str = "x") -> None:
    with (Path(folder) / name).open("a") as file:
        file.write(text)


@app.task
def sleep(folder: str, seconds: float) -> None:
    """Record the start, sleep, and record the end."""
    _note(folder, "pids", f"{os.getpid()}\n")
    _note(folder, "began")
    time.sleep(seconds)
    _note(folder, "ended")


@app.task
def kill_worker(folder: str) -> None:
    """Kill the worker without a chance to clean up, as running out of memory does."""
    _note(folder, "killed")
    os.kill(os.getpid(), signal.SIGKILL)


@app.task(queue="a queue of its own")
def note(folder: str) -> None:
    """Record that it ran, and the limits that the server sets on its statements and on idle transactions."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('statement_timeout'), current_setting('idle_in_transaction_session_timeout')"
        )
        _note(folder, "limits", "{} {}\n".format(*cursor.fetchone()))

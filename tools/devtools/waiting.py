"""Waiting for something that another process or thread does."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 90  # seconds; a busy machine takes many times as long as a quiet one


def wait_until(reached: Callable[[], T], what: str = "", *, within: float = PATIENCE) -> T:
    """Call ``reached`` until it returns something true, and return that.

    Raises TimeoutError, naming ``what`` went wrong, after ``within`` seconds.
    """
    deadline = time.monotonic() + within
    while not (found := reached()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"Waited {within:.0f} s: {what}" if what else f"Waited {within:.0f} s in vain")
        time.sleep(0.05)
    return found

"""Wait for something that another process or thread does."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 90  # seconds; generous, since a busy machine can be many times slower


def wait_until(reached: Callable[[], T], what: str = "", *, within: float = PATIENCE) -> T:
    """Call ``reached`` until it returns a truthy value, and return that value.

    Raises TimeoutError with the message ``what`` after ``within`` seconds.
    """
    deadline = time.monotonic() + within
    while not (found := reached()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"Waited {within:.0f} s: {what}" if what else f"Waited {within:.0f} s in vain")
        time.sleep(0.05)
    return found

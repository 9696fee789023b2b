"""When a process that ended is started again, and when to give up."""

import time
from collections import deque

# The pause before the first restart, in seconds. It doubles with each further one, up to the longest.
FIRST_PAUSE = 1.0
LONGEST_PAUSE = 10.0
# A process that has run for `WELL_AFTER` seconds is well again. One that ends `TOO_OFTEN` times within a minute, each
# time sooner than `AT_ONCE` seconds after its start, is given up.
WELL_AFTER = 60.0
AT_ONCE = 10.0
TOO_OFTEN = 5


class Restarts:
    """The restarts of one process."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._pause = 0.0
        self._short_lives: deque[float] = deque(maxlen=TOO_OFTEN)

    def started(self) -> None:
        """Note that it has just been started."""
        self._started = time.monotonic()

    def pause(self, *, excused: bool = False) -> float | None:
        """Seconds to wait before starting it again, now that it has ended; None for giving up.

        ``excused``: it could not help ending, so this does not count toward giving up.
        """
        now = time.monotonic()
        lived = now - self._started
        self._pause = FIRST_PAUSE if lived > WELL_AFTER else min(self._pause * 2 or FIRST_PAUSE, LONGEST_PAUSE)
        if lived > AT_ONCE or excused:
            self._short_lives.clear()
            return self._pause
        self._short_lives.append(now)
        hopeless = len(self._short_lives) == TOO_OFTEN and now - self._short_lives[0] < WELL_AFTER
        return None if hopeless else self._pause

"""Decide when to restart a process that ended, and when to give up."""

import time
from collections import deque

# The pause before the first restart, in seconds. It doubles with each further restart, up to the maximum.
FIRST_PAUSE = 1.0
LONGEST_PAUSE = 10.0
# A process that has run for `HEALTHY_AFTER` seconds counts as healthy again. We give up on one that ends `MAX_CRASHES`
# times within a minute, each time less than `CRASH_WITHIN` seconds after its start.
HEALTHY_AFTER = 60.0
CRASH_WITHIN = 10.0
MAX_CRASHES = 5


class Restarts:
    """The restarts of one process."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._pause = 0.0
        self._short_lives: deque[float] = deque(maxlen=MAX_CRASHES)

    def started(self) -> None:
        """Record that it was just started."""
        self._started = time.monotonic()

    def pause(self, *, excused: bool = False) -> float | None:
        """Return the seconds to wait before restarting it, now that it has ended; None to give up.

        ``excused``: something else made it end, so it does not count toward giving up.
        """
        now = time.monotonic()
        lived = now - self._started
        self._pause = FIRST_PAUSE if lived > HEALTHY_AFTER else min(self._pause * 2 or FIRST_PAUSE, LONGEST_PAUSE)
        if lived > CRASH_WITHIN or excused:
            self._short_lives.clear()
            return self._pause
        self._short_lives.append(now)
        hopeless = len(self._short_lives) == MAX_CRASHES and now - self._short_lives[0] < HEALTHY_AFTER
        return None if hopeless else self._pause

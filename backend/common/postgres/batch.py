"""Several statements in one packet, and their results in another.

psycopg's own pipeline hands each statement to the socket when it is executed. So every one of them wakes the server,
and the end of the pipeline twice more.
"""

from typing import Any

from psycopg import Pipeline
from psycopg.generators import send


class Batch(Pipeline):
    """A pipeline that sends nothing before its end. Results can't be read within it."""

    def _communicate_gen(self) -> Any:
        """Put what was executed into libpq's buffer, which only a synchronization or 64 kB send."""
        while self.command_queue:
            self.command_queue.popleft()()
        return
        yield

    def _exit_gen(self) -> Any:
        self._enqueue_sync()
        yield from self._communicate_gen()
        yield from send(self.pgconn)  # what the socket did not take at once
        yield from self._fetch_gen(flush=False)

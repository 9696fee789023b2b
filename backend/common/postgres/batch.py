"""Sends several statements in one packet, and receives their results in another.

psycopg's own pipeline writes each statement to the socket when it is executed, so each of them wakes the server, and
the end of the pipeline does so twice more.
"""

from collections.abc import Iterable
from typing import Any

from psycopg import Pipeline
from psycopg.generators import send


class Batch(Pipeline):
    """A pipeline that sends everything at its end. Results can't be read within it."""

    def run(self, *sending: Iterable[Any]) -> Any:
        """Do all of it: enter the pipeline, put in what each of ``sending`` sends, receive the results, and leave."""
        yield from self._enter_gen()
        failure = None
        try:
            for statements in sending:
                yield from statements
        except BaseException as error:
            failure = error
            raise
        finally:
            try:
                yield from self._exit_gen()
            finally:
                self._exit(failure)

    def _communicate_gen(self) -> Any:
        """Put the statements into libpq's buffer, which is sent by a sync, or once it has 64 kB."""
        while self.command_queue:
            self.command_queue.popleft()()
        return
        yield

    def _exit_gen(self) -> Any:
        self._enqueue_sync()
        yield from self._communicate_gen()
        yield from send(self.pgconn)  # the rest, if the socket did not take everything at once
        yield from self._fetch_gen(flush=False)

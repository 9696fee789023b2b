"""The database backend (Django finds it by this name: ``ENGINE = "common.postgres"``)."""

import select
from collections.abc import Generator
from typing import Any

import psycopg
from django.db.backends.postgresql import base
from django.utils.asyncio import async_unsafe
from psycopg.errors import _WaitTimeout
from psycopg.waiting import Ready

from common.postgres.liveness import PROBE_AFTER, Liveness

_liveness = Liveness()


class Connection(psycopg.Connection[Any]):
    """A connection that notices when the server stops responding, however long a statement may take."""

    parameters: dict[str, Any]

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        """Wait for the server. Raises OperationalError, with the connection closed, where the server is not alive."""
        if timeout is not None or not hasattr(self, "parameters"):
            return super().wait(gen, interval=interval, timeout=timeout)
        waiting = gen
        while True:
            try:
                return super().wait(waiting, interval=interval, timeout=PROBE_AFTER)
            except _WaitTimeout:
                if not _liveness.is_alive(self.parameters):
                    self.pgconn.finish()
                    raise psycopg.OperationalError("the database does not respond") from None
            waiting = _resumed(gen)


def _resumed(gen: Any) -> Generator[Any, Any, Any]:
    """Continue a psycopg generator whose wait timed out: it expects to be sent that nothing is ready yet."""
    try:
        state = gen.send(Ready.NONE)
        while True:
            state = gen.send((yield state))
    except StopIteration as end:
        return end.value


class DatabaseWrapper(base.DatabaseWrapper):
    """Connections that are checked before each request (``CONN_HEALTH_CHECKS``) without a round trip, and that give up
    when the server is silent.

    A server that goes away closes the socket, so an idle connection without anything to read is good; otherwise
    Django's own check decides. A server that is frozen or cut off does not close anything: see ``liveness``.
    """

    def is_usable(self) -> bool:
        """Return whether the connection can be used for this request."""
        if self.connection is None or self.connection.closed:
            return False
        if not _liveness.seems_alive(self.get_connection_params()):
            return False
        watch = select.poll()
        watch.register(self.connection.fileno(), select.POLLIN | select.POLLHUP | select.POLLERR)
        return not watch.poll(0) or super().is_usable()

    @async_unsafe
    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        """Connect. Raises OperationalError at once where the server was silent a moment ago."""
        if not _liveness.seems_alive(conn_params):
            raise psycopg.OperationalError("the database does not respond")
        self.isolation_level = psycopg.IsolationLevel.READ_COMMITTED  # what Django sets; the product uses no other
        try:
            connection = Connection.connect(**conn_params)
        except psycopg.errors.ConnectionTimeout:
            _liveness.note_silence()
            raise
        connection.parameters = conn_params
        return connection

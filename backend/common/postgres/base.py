"""The database backend (Django finds it by this name: ``ENGINE = "common.postgres"``)."""

import select
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.postgresql import base
from django.db.backends.postgresql.operations import DatabaseOperations
from django.utils.asyncio import async_unsafe
from psycopg.adapt import AdaptersMap
from psycopg.errors import _WaitTimeout
from psycopg.pq import Format
from psycopg.waiting import Ready

from common.postgres.batch import Batch
from common.postgres.liveness import PROBE_AFTER, Liveness
from common.postgres.pooling import direct_alias

_liveness: dict[str, Liveness] = defaultdict(Liveness)  # by the name of the database
_INSTANT = psycopg.adapters.types["timestamptz"].oid
Rows = list[Any]
_Receive = Callable[[Rows], None]
_Queued = tuple[_Receive, "psycopg.Cursor[Any]"]
_Sending = Iterable[Any]  # a generator of psycopg's kind, which yields what it waits for


@dataclass(frozen=True)
class _Statement:
    """A held statement. A command such as BEGIN has no parameters. ``receive`` gets the rows, if they are needed."""

    sql: str
    parameters: Sequence[Any] | None = None
    receive: _Receive | None = None


_BEGIN = _Statement("BEGIN")
_COMMIT = _Statement("COMMIT")


class Connection(psycopg.Connection[Any]):
    """A connection that detects a server that stops responding, without limiting how long statements take, and that can
    send several statements in one round trip (``send_later``).
    """

    is_alive: Callable[[], bool]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._later: list[_Statement] = []
        # By statement, since psycopg chooses how to send and read each type of value once per cursor and statement.
        self._cursors: dict[str, psycopg.Cursor[Any]] = {}

    def send_later(self, statement: _Statement) -> None:
        """Hold a statement and send it with the next one or the commit (libpq, "Pipeline Mode"). Its errors, and those
        of its ``receive``, are raised then.
        """
        self._later.append(statement)

    @property
    def holds_any(self) -> bool:
        """Return whether any statement is held."""
        return bool(self._later)

    def forget_later(self) -> None:
        """Discard the statements that were not sent yet."""
        self._later.clear()

    def execute_held(self, last: _Sending = ()) -> None:
        """Execute the held statements, in order, in one round trip with the one that ``last`` adds."""
        if not self._later:
            return
        later, self._later = self._later, []
        queued: list[_Queued] = []
        self._pipeline = Batch(self)
        try:
            self.wait(self._pipeline.run(self._queue(later, queued), last))
        finally:
            self._pipeline = None
            # Even after an error: what an earlier statement returned may explain it.
            for receive, cursor in queued:
                if cursor.pgresult:
                    receive(cursor.fetchall())

    def _queue(self, statements: list[_Statement], queued: list[_Queued]) -> _Sending:
        """Put the statements into the pipeline, and those whose rows are needed into ``queued``."""
        for statement in statements:
            if statement.parameters is None:
                yield from self._exec_command(statement.sql)
                continue
            if (cursor := self._cursors.get(statement.sql)) is None:
                cursor = self._cursors[statement.sql] = super().cursor()
            yield from cursor._execute_gen(statement.sql, statement.parameters)
            if statement.receive:
                queued.append((statement.receive, cursor))

    def commit(self) -> None:
        """Commit, with the held statements. A transaction that sent nothing needs no round trip."""
        if not self._later:
            super().commit()
        elif self._later == [_BEGIN]:
            self.forget_later()
        else:
            self.send_later(_COMMIT)
            self.execute_held()

    def rollback(self) -> None:
        """Roll back, and discard the held statements."""
        self.forget_later()
        super().rollback()

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        """Wait for the server. If it is not alive, close the connection and raise OperationalError."""
        if timeout is not None or not hasattr(self, "is_alive"):
            return super().wait(gen, interval=interval, timeout=timeout)
        waiting = gen
        while True:
            try:
                return super().wait(waiting, interval=interval, timeout=PROBE_AFTER)
            except _WaitTimeout:
                if not self.is_alive():
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


class Cursor(base.ServerBindingCursor):
    """A cursor whose statements are sent together with the held ones."""

    connection: Connection

    def execute(self, query: Any, params: Any = None, **options: Any) -> Any:
        """Execute a statement. Errors of the held statements are raised here too."""
        if params is not None and self.connection.holds_any:
            self.connection.execute_held(self._execute_gen(query, params, **options))  # type: ignore[attr-defined]
            return self
        # Without parameters it may be several statements, which no pipeline takes.
        self.connection.execute_held()
        return super().execute(query, params, **options)  # type: ignore[misc]


@cache
def _with_compiled_instants(context: AdaptersMap) -> AdaptersMap:
    adapters = AdaptersMap(context)
    if compiled := psycopg.adapters.get_loader(_INSTANT, Format.TEXT):
        adapters.register_loader("timestamptz", compiled)
    return adapters


class Operations(DatabaseOperations):
    """Django's operations, with a compiler that has a cache."""

    compiler_module = "common.postgres.compiler"


class DatabaseWrapper(base.DatabaseWrapper):
    """Connections whose health check before each request (``CONN_HEALTH_CHECKS``) takes no round trip, and that fail
    when the server is silent. A transaction begins in the same round trip as its first statement.

    A server that exits closes the socket, so an idle connection with nothing to read is healthy; otherwise Django's own
    check decides. A server that is frozen or cut off does not close the socket: see ``liveness``.
    """

    ops_class = Operations

    def is_usable(self) -> bool:
        """Return whether the connection can be used for this request."""
        if self.connection is None or self.connection.closed:
            return False
        if not self._seems_alive():
            return False
        watch = select.poll()
        watch.register(self.connection.fileno(), select.POLLIN | select.POLLHUP | select.POLLERR)
        return not watch.poll(0) or super().is_usable()

    def get_connection_params(self) -> dict[str, Any]:
        """Return the connection parameters. Instants are read by psycopg's compiled loader, which returns them in the
        connection's time zone, UTC. Django's slower loader in Python would only replace one UTC object by another.
        """
        parameters: dict[str, Any] = super().get_connection_params()
        parameters["context"] = _with_compiled_instants(parameters["context"])
        return parameters

    @async_unsafe
    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        """Connect. Raises OperationalError at once if the server was silent a moment ago."""
        if not self._seems_alive():
            raise psycopg.OperationalError("the database does not respond")
        self.isolation_level = psycopg.IsolationLevel.READ_COMMITTED  # what Django sets; the product uses no other
        try:
            connection = Connection.connect(**{**conn_params, "cursor_factory": Cursor})
        except psycopg.errors.ConnectionTimeout:
            _liveness[self.alias].note_silence()
            raise
        connection.is_alive = partial(_liveness[self.alias].is_alive, conn_params, self._server_behind())
        return connection

    def _seems_alive(self) -> bool:
        known = _liveness[self.alias]
        return known.was_alive or known.is_back(self.get_connection_params(), self._server_behind())

    def _server_behind(self) -> dict[str, Any] | None:
        """Return the server's own connection parameters if this connection leads to a pooler."""
        is_pooled = self.alias == DEFAULT_DB_ALIAS and direct_alias() != self.alias
        return connections[direct_alias()].get_connection_params() if is_pooled else None

    def create_cursor(self, name: str | None = None) -> Any:
        """Return a cursor. A server-side cursor is of another class, so the held statements are sent before it."""
        if not name:
            return self.connection.cursor()
        self.execute_now()
        return self.connection.cursor(name, scrollable=False, withhold=self.connection.autocommit)

    def execute_later(self, sql: str, parameters: Sequence[Any] = (), receive: _Receive | None = None) -> None:
        """Execute a statement, in a transaction with the next statement or the commit; ``receive`` gets its rows."""
        if not self.in_atomic_block:
            with self.cursor() as cursor:
                cursor.execute(sql, parameters)
                if receive:
                    receive(cursor.fetchall())
            return
        self.validate_no_broken_transaction()
        self.connection.send_later(_Statement(sql, parameters, receive))

    def execute_now(self) -> None:
        """Execute the statements that are held for later."""
        with self.wrap_database_errors:
            self.connection.execute_held()

    def _start_transaction_under_autocommit(self) -> None:
        """Begin a transaction. Django calls this method if it exists, and then leaves ``autocommit`` on."""
        self.connection.send_later(_BEGIN)

    def _savepoint_rollback(self, sid: str) -> None:
        # The held statements came after the savepoint, which sent those that were held before it.
        self.connection.forget_later()
        super()._savepoint_rollback(sid)  # type: ignore[misc]

"""Check whether a database server that keeps a statement waiting is alive.

A frozen or unreachable server keeps its connections open and never responds, and a timeout on the server's side does
not help. So a thread that has waited a long time for a statement opens a new connection, whose handshake takes
milliseconds on a live server, however slow the statement is.
"""

import logging
import threading
import time
from typing import Any

import psycopg
from psycopg.conninfo import make_conninfo

log = logging.getLogger(__name__)

Parameters = dict[str, Any]

PROBE_AFTER = 3.0  # seconds that a statement runs before its thread checks whether the server is alive
PROBE_WITHIN = 3  # seconds; libpq only takes whole numbers
PROBE_AGAIN_AFTER = 1.0  # seconds that the result is valid for
_ADDRESS = {"host", "hostaddr", "port", "dbname", "user", "sslmode", "sslrootcert"}


class Liveness:
    """What this process knows about a server, shared by all its threads.

    If the connection goes to a pooler, the server behind it (``behind``) has to respond as well, since a pooler accepts
    connections for a server that is down.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._alive = True
        self._probed_at = -PROBE_AGAIN_AFTER

    def is_alive(self, parameters: Parameters, behind: Parameters | None = None) -> bool:
        """Return whether the server responds to a new connection; only one thread at a time connects."""
        with self._lock:
            return self._probe(parameters, behind)

    @property
    def was_alive(self) -> bool:
        """Return whether the server responded when it was last probed, or has not been probed."""
        return self._alive

    def is_back(self, parameters: Parameters, behind: Parameters | None = None) -> bool:
        """Return whether a silent server responds again. One thread probes it, and the others don't wait."""
        if not self._lock.acquire(blocking=False):
            return False
        try:
            return self._probe(parameters, behind)
        finally:
            self._lock.release()

    def _probe(self, parameters: Parameters, behind: Parameters | None) -> bool:
        """Return the result of the last probe, or probe again if it is too old. The caller holds the lock."""
        if time.monotonic() - self._probed_at > PROBE_AGAIN_AFTER:
            self._note(_responds(parameters) and (behind is None or _accepts_connections(behind)))
        return self._alive

    def note_silence(self) -> None:
        """Remember that a connection could not be made in time."""
        with self._lock:
            self._note(False)

    def _note(self, alive: bool) -> None:
        if alive != self._alive:
            log.log(
                logging.WARNING if alive else logging.ERROR, "The database %s", "responds" if alive else "is silent"
            )
        self._alive, self._probed_at = alive, time.monotonic()


def _responds(parameters: Parameters) -> bool:
    """Return whether the server responds in any way: one that refuses a connection is alive."""
    try:
        psycopg.connect(**{**parameters, "context": None, "connect_timeout": PROBE_WITHIN}).close()
    except psycopg.errors.ConnectionTimeout:
        return False
    except psycopg.Error:
        return True
    return True


def _accepts_connections(parameters: Parameters) -> bool:
    """Return whether the server accepts connections, or only refuses them because it has too many."""
    network = {key: value for key, value in parameters.items() if key in _ADDRESS and value is not None}
    address = make_conninfo("", **network, connect_timeout=PROBE_WITHIN)
    return psycopg.pq.PGconn.ping(address.encode()) == psycopg.pq.Ping.OK

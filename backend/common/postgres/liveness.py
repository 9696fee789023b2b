"""Finds out whether a database server that keeps a statement waiting is alive.

A frozen or unreachable server keeps its connections open and never responds, and a timeout on the server's side does
not help. So a thread that waits long for a statement opens a new connection, whose handshake takes milliseconds on a
live server, however slow the statement is.
"""

import logging
import threading
import time
from typing import Any

import psycopg

log = logging.getLogger(__name__)

PROBE_AFTER = 3.0  # seconds that a statement runs before its thread asks whether the server is alive
PROBE_WITHIN = 3  # seconds; libpq counts in whole ones
PROBE_AGAIN_AFTER = 1.0  # seconds that the result is valid for


class Liveness:
    """What this process knows about the server, shared by all its threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._alive = True
        self._probed_at = -PROBE_AGAIN_AFTER

    def is_alive(self, parameters: dict[str, Any]) -> bool:
        """Return whether the server responds to a new connection; only one thread at a time connects."""
        with self._lock:
            if time.monotonic() - self._probed_at > PROBE_AGAIN_AFTER:
                self._note(_responds(parameters))
            return self._alive

    def seems_alive(self, parameters: dict[str, Any]) -> bool:
        """Return True unless the server was silent when last probed. Then one thread probes it again, and no other
        waits.
        """
        if self._alive:
            return True
        if not self._lock.acquire(blocking=False):
            return False
        try:
            if time.monotonic() - self._probed_at > PROBE_AGAIN_AFTER:
                self._note(_responds(parameters))
            return self._alive
        finally:
            self._lock.release()

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


def _responds(parameters: dict[str, Any]) -> bool:
    """Return whether the server responds in any way: one that refuses a connection is alive."""
    try:
        psycopg.connect(**{**parameters, "context": None, "connect_timeout": PROBE_WITHIN}).close()
    except psycopg.errors.ConnectionTimeout:
        return False
    except psycopg.Error:
        return True
    return True

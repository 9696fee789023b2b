"""Finds out whether a database server that keeps a statement waiting is alive.

A server that is frozen, or cut off by the network, keeps its connections open and never responds: a timeout on the
server's side does not help. So a thread that waits long for a statement opens a new connection to the server, whose
handshake takes milliseconds on a server that is alive, however slow the statement is.
"""

import logging
import threading
import time
from typing import Any

import psycopg

log = logging.getLogger(__name__)

KNOCK_AFTER = 3.0  # seconds that a statement runs before its thread asks whether the server is alive
KNOCK_WITHIN = 3  # seconds; libpq counts in whole ones
KNOCK_AGAIN_AFTER = 1.0  # seconds that the result is valid for


class Liveness:
    """What this process knows about the server. All its threads share one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._alive = True
        self._asked_at = -KNOCK_AGAIN_AFTER

    def is_alive(self, parameters: dict[str, Any]) -> bool:
        """Return whether the server responds to a new connection; only one thread at a time connects."""
        with self._lock:
            if time.monotonic() - self._asked_at > KNOCK_AGAIN_AFTER:
                self._note(_responds(parameters))
            return self._alive

    def seems_alive(self, parameters: dict[str, Any]) -> bool:
        """Return True unless the server was silent when last asked. Then one thread asks again; no other waits."""
        if self._alive:
            return True
        if not self._lock.acquire(blocking=False):
            return False
        try:
            if time.monotonic() - self._asked_at > KNOCK_AGAIN_AFTER:
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
        self._alive, self._asked_at = alive, time.monotonic()


def _responds(parameters: dict[str, Any]) -> bool:
    """Return whether the server responds in any way: one that refuses a connection is alive."""
    try:
        psycopg.connect(**{**parameters, "context": None, "connect_timeout": KNOCK_WITHIN}).close()
    except psycopg.errors.ConnectionTimeout:
        return False
    except psycopg.Error:
        return True
    return True

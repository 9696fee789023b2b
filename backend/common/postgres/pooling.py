"""Use PgBouncer in the processes that hold many connections: the web server, and the jobs of the worker.

All other commands, the queue (whose LISTEN belongs to one connection) and backups (whose lock and snapshot do) reach
the server directly. See docs/several-machines.md.
"""

from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections

POOL, DIRECT = "pool", "direct"


def use_pool() -> None:
    """Make this process connect through the pool, if there is one; ``direct_connection`` is not affected.

    Applies to connections made from now on, in this process and those it forks.
    """
    if POOL not in connections.settings or DIRECT in connections.settings:
        return
    default: dict[str, Any] = connections.settings[DEFAULT_DB_ALIAS]
    connections.settings[DIRECT] = dict(default)
    default.update(connections.settings[POOL])


def direct_alias() -> str:
    """Return the name of the database's connection that bypasses the pool."""
    return DIRECT if DIRECT in connections.settings else DEFAULT_DB_ALIAS

"""Settings for databases, uploads and running on several machines (docs/several-machines.md)."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from config import env

# A dead server is noticed in seconds, not after the hours that TCP waits by default. The URL may override these.
# Statement timeouts differ by process: config/wsgi.py and `run_worker` set them.
_NETWORK = {
    "connect_timeout": 5,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,  # milliseconds
}
# Compiling a statement takes longer than running any of ours (PostgreSQL documentation, "When to JIT?"). The cost of a
# random page read is set for memory and SSDs. The default is for spinning disks, and makes the planner scan a long list
# in the order it was written instead of using another index to read only a few rows.
_PLANNER = "-c jit=off -c random_page_cost=1.1"


def databases() -> dict[str, dict[str, Any]]:
    """Return Django's databases: ``default``, and ``pool`` and ``replica`` where they are set up.

    Raises ImproperlyConfigured for any other kind of URL.
    """
    found = {"default": {**_server("DATABASE_URL"), "CONN_MAX_AGE": 600}}
    if env.text("DATABASE_POOL_URL"):
        found["pool"] = _pool()
    if env.text("DATABASE_REPLICA_URL"):
        # Few requests are reports, so the connections aren't kept for long.
        found["replica"] = {**_server("DATABASE_REPLICA_URL"), "CONN_MAX_AGE": 60, "TEST": {"MIRROR": "default"}}
    return found


def replica_seconds() -> int:
    """Return how old a report may be, in seconds. Raises ImproperlyConfigured for less than 15: on an idle primary,
    only the worker's heartbeat, every ten seconds, shows how far behind the replica is."""
    seconds = env.number("DATABASE_REPLICA_SECONDS", 30)
    if seconds < 15:
        raise ImproperlyConfigured("DATABASE_REPLICA_SECONDS must be at least 15")
    return seconds


def uploads_url(folder: Path) -> str:
    """Return where uploads are stored: ``s3://bucket/prefix`` or ``file:///folder``, by default in ``folder``. Raises
    ImproperlyConfigured for any other URL."""
    url = env.text("UPLOADS_URL", folder.as_uri())
    if not is_place(url):
        raise ImproperlyConfigured("UPLOADS_URL must be file:///folder or s3://bucket/prefix")
    return url


def is_place(url: str) -> bool:
    """Return whether ``url`` names a folder or an object storage location."""
    parts = urlsplit(url)
    return (parts.scheme == "file" and parts.path.startswith("/")) or (parts.scheme == "s3" and bool(parts.netloc))


def _server(name: str) -> dict[str, Any]:
    """Return the settings of a database that is reached without a pooler.

    Statements are bound on the server and prepared after their fifth use, which saves planning them each time
    (psycopg documentation, "Prepared statements").
    """
    database = env.database(env.text(name))
    options = _NETWORK | database["OPTIONS"] | {"server_side_binding": True, "prepare_threshold": 5}
    options["options"] = f"{options.get('options', '')} {_PLANNER}".strip()
    return {**database, "OPTIONS": options, "CONN_HEALTH_CHECKS": True}


def _pool() -> dict[str, Any]:
    """Return the settings of the database behind PgBouncer, with ``pool_mode = transaction``.

    Each transaction may run on a different server connection, so nothing may be left behind on one: no prepared
    statements, no cursors. PgBouncer rejects parameters such as the statement timeout, so they are set in its own
    configuration (docs/several-machines.md), and ``manage.py doctor`` checks that they are there.
    """
    database = env.database(env.text("DATABASE_POOL_URL"))
    options = _NETWORK | database["OPTIONS"] | {"server_side_binding": True, "prepare_threshold": None}
    return {
        **database,
        "OPTIONS": options,
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        "DISABLE_SERVER_SIDE_CURSORS": True,
    }

"""PgBouncer in front of the embedded PostgreSQL, with the settings of docs/several-machines.md."""

import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import psycopg

from devtools import cluster
from devtools.supervisor import Failed
from devtools.waiting import wait_until
from devtools.web import free_port

PROGRAM = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
# Each pool sets these on the connections that it opens, since PgBouncer doesn't accept them from clients.
_EACH = """host={host} port=5432 dbname={name} user=postgres connect_query='SELECT
 set_config(''statement_timeout'', ''{statement}s'', false), set_config(''jit'', ''off'', false),
 set_config(''idle_in_transaction_session_timeout'', ''{idle}s'', false),
 set_config(''random_page_cost'', ''1.1'', false)'""".replace("\n", "")
_SETTINGS = """
[databases]
lights-web = pool_size={size} {web}
lights-worker = pool_size={size} {worker}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = trust
auth_file = {users}
admin_users = postgres
pool_mode = transaction
max_client_conn = 1000
query_wait_timeout = 10
"""


class PgBouncer:
    """A pooler whose files are in ``folder``, with ``size`` connections to the server for web and as many for workers.

    ``sockets`` is the folder of the server's socket, and ``name`` the database's.

    Raises Failed if the program is not installed.
    """

    def __init__(self, folder: Path, sockets: Path, size: int, name: str = "postgres") -> None:
        if PROGRAM is None:
            raise Failed("PgBouncer is not installed (Debian and Ubuntu: apt-get install pgbouncer)")
        self.port = free_port()
        self._folder = folder
        folder.mkdir()
        cluster.change_owner(folder)
        users = folder / "users.txt"
        users.write_text('"postgres" ""\n')
        web = _EACH.format(host=sockets, name=name, statement=10, idle=30)
        worker = _EACH.format(host=sockets, name=name, statement=600, idle=300)
        (folder / "pgbouncer.ini").write_text(
            _SETTINGS.format(web=web, worker=worker, port=self.port, users=users, size=size)
        )
        self._process: subprocess.Popen[bytes] | None = None

    def url(self, pool: str) -> str:
        """Return the URL of a pool, ``lights-web`` or ``lights-worker``."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/{pool}"

    def start(self) -> None:
        """Start it and wait until it accepts connections."""
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603
                [str(PROGRAM), str(self._folder / "pgbouncer.ini")], cwd="/", stdin=subprocess.DEVNULL,
                user=cluster.USER, group=cluster.USER, extra_groups=cluster.GROUPS, stdout=log, stderr=log,
            )  # fmt: skip
        wait_until(self._responds, f"PgBouncer does not respond, see {self._folder}/log")

    def stop(self) -> None:
        """Stop it and close its connections immediately."""
        if self._process:
            self._process.terminate()
            self._process.wait()
            self._process = None

    def connections(self) -> tuple[int, int]:
        """Return the number of its connections from the product's processes, and to the server."""
        pools = [row for row in self._show("POOLS") if str(row["database"]).startswith("lights-")]
        clients = sum(row["cl_active"] + row["cl_waiting"] for row in pools)
        return clients, sum(row["sv_active"] + row["sv_idle"] + row["sv_used"] + row["sv_login"] for row in pools)

    def _show(self, what: str) -> list[dict[str, Any]]:
        # The console supports only the simple query protocol, and no transactions.
        console = f"postgresql://postgres@127.0.0.1:{self.port}/pgbouncer"
        with psycopg.connect(
            console, autocommit=True, cursor_factory=psycopg.ClientCursor, row_factory=psycopg.rows.dict_row
        ) as admin:
            return admin.execute(f"SHOW {what}").fetchall()

    def _responds(self) -> bool:
        time.sleep(0.05)
        try:
            self._show("VERSION")
        except psycopg.Error:
            return False
        return True

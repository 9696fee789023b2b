"""Trial restore: the newest backup is restored into a scratch database, and the number of its rows is compared."""

from pathlib import Path

from django.conf import settings
from django.db import connection
from psycopg.sql import SQL, Identifier

from backups import encryption, storage
from backups.counting import count_rows, differences
from backups.models import TrialRestore
from backups.programs import connect
from backups.restoring import fetched_backup, load


class DiskTooFull(Exception):
    """The disk has no room for a second database."""


def try_restore() -> TrialRestore:
    """Restore the newest backup into a scratch database, compare row counts, and drop it. Record and return the result.

    Errors are recorded and raised.
    """
    trial = TrialRestore.objects.create()
    with trial.recorded():
        _check_room()
        with fetched_backup(identity=encryption.trial_identity()) as backup:
            trial.name = backup.name
            found = _restored_rows(backup.dump)
            trial.rows, trial.differences = sum(found.values()), differences(backup.counts, found)
    return trial


def _restored_rows(dump: Path) -> dict[str, int]:
    name = f"{connection.settings_dict['NAME']}_trial"
    with connect(autocommit=True) as server:
        server.execute(SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(Identifier(name)))
        server.execute(SQL("CREATE DATABASE {} TEMPLATE template0").format(Identifier(name)))
        try:
            load(dump, name)
            with connect(name) as scratch:
                return count_rows(scratch)
        finally:
            server.execute(SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(Identifier(name)))


def _check_room() -> None:
    """Raise DiskTooFull if the scratch database could fill the disk, which would stop the database that is in use.

    The disk of a database server can't be queried, so this checks our own. If the server is on another machine, the
    check is merely stricter than necessary.
    """
    with connect() as own:
        row = own.execute("SELECT pg_database_size(current_database())").fetchone()
    needed, free = 2 * int(row[0] if row else 0), storage.free_space(settings.DATA_DIR)
    if free < needed:
        raise DiskTooFull(
            f"A trial restore needs {needed / 1e9:.1f} GB of free disk space, but only {free / 1e9:.1f} GB are free"
        )

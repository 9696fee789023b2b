"""The weekly trial: the newest backup is restored into a scratch database, and its rows are counted."""

from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone
from psycopg.sql import SQL, Identifier

from backups import encryption, storage
from backups.counting import counted, differences
from backups.models import TrialRestore
from backups.programs import connected
from backups.restoring import fetched, load


class NoRoom(Exception):
    """The disk has no room for a second database."""


def try_restore() -> TrialRestore:
    """Restore the newest backup into a scratch database, compare and remove it; store the result and return it.

    Raises what restoring raises, after storing that.
    """
    trial = TrialRestore.objects.create()
    try:
        _check_room()
        with fetched(identity=encryption.trial_identity()) as backup:
            trial.name = backup.name
            found = _restored_rows(backup.dump)
            trial.rows, trial.differences = sum(found.values()), differences(backup.counts, found)
    except BaseException as error:
        trial.error = f"{type(error).__name__}: {error}"[:1000]
        raise
    finally:
        trial.finished_at = timezone.now()
        trial.save()
    return trial


def _restored_rows(dump: Path) -> dict[str, int]:
    name = f"{connection.settings_dict['NAME']}_trial"
    with connected(autocommit=True) as server:
        server.execute(SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(Identifier(name)))
        server.execute(SQL("CREATE DATABASE {} TEMPLATE template0").format(Identifier(name)))
        try:
            load(dump, name)
            with connected(name) as scratch:
                return counted(scratch)
        finally:
            server.execute(SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(Identifier(name)))


def _check_room() -> None:
    """Raise NoRoom if the disk could fill up, which would stop the database that is in use.

    The server's disk can't be asked. On one machine it is this one; otherwise this is a check too many.
    """
    with connected() as own:
        row = own.execute("SELECT pg_database_size(current_database())").fetchone()
    needed, free = 2 * int(row[0] if row else 0), storage.free_space(settings.DATA_DIR)
    if free < needed:
        raise NoRoom(f"A trial restore needs {needed / 1e9:.1f} GB of free disk, and there are {free / 1e9:.1f}")

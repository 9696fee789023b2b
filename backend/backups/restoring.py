"""Restore backups, each in a single transaction of ``psql``."""

import json
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from backups import encryption, programs, storage
from backups.counting import count_rows, differences
from backups.making import COUNTS, DUMP, UPLOADS
from backups.programs import ProgramFailed, connect, environment, find_program, reason
from common.uploads import UploadStorage

# The timeout makes this fail if web or worker are still running, since they hold locks.
_BEGIN = """
BEGIN;
SET LOCAL lock_timeout = '10s';
DROP SCHEMA public CASCADE;
CREATE SCHEMA public;
ALTER SCHEMA public OWNER TO pg_database_owner;
GRANT USAGE ON SCHEMA public TO PUBLIC;
"""
# Tables that migrations and processes fill. A database that has rows only in these counts as empty.
_AUTOMATIC_TABLES = ("django_", "auth_", "procrastinate_", "common_", "analytics_", "alerts_", "backups_")


class NoBackup(Exception):
    """There is no such backup."""


class KeyNeeded(Exception):
    """The backup is encrypted, and no private key was given."""


@dataclass(frozen=True)
class FetchedBackup:
    """A downloaded and decrypted backup. ``counts`` is the number of rows in each table."""

    name: str
    dump: Path
    counts: dict[str, int]
    uploads: Path | None


@contextmanager
def fetched_backup(name: str = "", identity: str = "") -> Iterator[FetchedBackup]:
    """Fetch the backup ``name``, or the newest, into a temporary folder. Raises NoBackup, KeyNeeded and CannotRead."""
    dumps = [each for each in storage.names() if DUMP in each]
    chosen = next((each for each in dumps if not name or each == name), None)
    if chosen is None:
        raise NoBackup(
            f"There is no backup {name} in {storage.place()}" if name else f"{storage.place()} has no backup"
        )
    with tempfile.TemporaryDirectory(prefix="restore-", dir=storage.work_folder()) as folder:
        start, present = chosen.partition(".")[0], storage.names()
        dump = _fetch(chosen, Path(folder), identity)
        counts = Path(folder) / "counts.json"
        storage.fetch(start + COUNTS, counts)
        uploads = next((each for each in present if each.startswith(start + UPLOADS)), None)
        yield FetchedBackup(
            chosen, dump, json.loads(counts.read_text()), _fetch(uploads, Path(folder), identity) if uploads else None
        )


def is_empty() -> bool:
    """Return whether the database has no data of the business yet."""
    with connect() as connection:
        rows = count_rows(connection)
    return not any(number for table, number in rows.items() if not table.startswith(_AUTOMATIC_TABLES))


def restore(backup: FetchedBackup) -> None:
    """Replace the database and uploads with ``backup``.

    The uploads come first: if they can't be read, or it raises ProgramFailed, the database has not changed.
    """
    if backup.uploads:
        _unpack(backup.uploads)
    load(backup.dump)


def compare(backup: FetchedBackup) -> list[str]:
    """Prepare the restored database for use, and return a sentence for each table with a wrong number of rows."""
    with connect(autocommit=True) as connection:
        # A restored database has no statistics, and without them the planner scans whole tables.
        connection.execute("ANALYZE")
        return differences(backup.counts, count_rows(connection))


def load(dump: Path, database: str = "") -> None:
    """Replace the contents of a database with ``dump``. If it raises ProgramFailed, nothing has changed."""
    with tempfile.TemporaryFile() as errors, tempfile.TemporaryFile() as read_errors:
        psql = [find_program("psql"), "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "--output=/dev/null"]
        with subprocess.Popen(  # noqa: S603
            [*psql, f"--dbname={programs.address(database)}"], env=environment(), stdin=subprocess.PIPE, stderr=errors
        ) as loading:
            complete = _feed(dump, loading.stdin, read_errors) if loading.stdin else False
        if loading.returncode:
            raise ProgramFailed(reason("psql", _text(errors)))
        if not complete:
            raise ProgramFailed(reason("pg_restore", _text(read_errors)))


def _feed(dump: Path, target: IO[bytes], errors: IO[bytes]) -> bool:
    """Write the dump to psql as SQL, in one transaction. Return whether it was complete; if not, psql rolls back."""
    command = [find_program("pg_restore"), "--no-owner", "--no-privileges", "--file=-", str(dump)]
    with (
        subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors) as reading,  # noqa: S603
        suppress(BrokenPipeError),  # psql has failed, and its own output says why
        target,
    ):
        target.write(_BEGIN.encode())
        if reading.stdout:
            shutil.copyfileobj(reading.stdout, target)
        if reading.wait() == 0:
            target.write(b"\nCOMMIT;\n")
    return reading.returncode == 0


def _fetch(name: str, folder: Path, identity: str) -> Path:
    file = folder / name
    if not name.endswith(encryption.SUFFIX):
        storage.fetch(name, file)
        return file
    if not identity:
        raise KeyNeeded(f"{name} is encrypted: pass the file with its private key")
    storage.fetch(name, file)
    plain = folder / name.removesuffix(encryption.SUFFIX)
    encryption.decrypt(file, plain, identity)
    file.unlink()
    return plain


def _unpack(file: Path) -> None:
    """Restore the uploads to the current storage. Other files there are kept."""
    with tarfile.open(file) as archive:
        for member in archive:
            if content := archive.extractfile(member):  # None for a folder
                UploadStorage().put(member.name.removeprefix("uploads/"), content)


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode(errors="replace")

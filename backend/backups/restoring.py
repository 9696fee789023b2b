"""Restoring a backup: all or nothing, in one transaction of ``psql``."""

import json
import logging
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from django.conf import settings

from backups import encryption, programs, storage
from backups.counting import counted, differences
from backups.making import COUNTS, DUMP, UPLOADS
from backups.programs import ProgramFailed, connected, environment, program, reason
from common.uploads import UploadStorage

log = logging.getLogger(__name__)

# Web or worker, where they still run, hold locks: then this fails instead of waiting for them.
_BEGIN = """
BEGIN;
SET LOCAL lock_timeout = '10s';
DROP SCHEMA public CASCADE;
CREATE SCHEMA public;
ALTER SCHEMA public OWNER TO pg_database_owner;
GRANT USAGE ON SCHEMA public TO PUBLIC;
"""
# What migrations and processes fill by themselves. A database in which nothing else has rows is empty.
_FILLED_BY_ITSELF = ("django_", "auth_", "procrastinate_", "common_", "analytics_", "alerts_", "backups_")


class NoBackup(Exception):
    """There is no such backup."""


class KeyNeeded(Exception):
    """The backup is encrypted, and no private key was given."""


@dataclass(frozen=True)
class Fetched:
    """A backup on this machine, decrypted. ``counts`` is how many rows each table had."""

    name: str
    dump: Path
    counts: dict[str, int]
    uploads: Path | None


@contextmanager
def fetched(name: str = "", identity: str = "") -> Iterator[Fetched]:
    """Fetch the backup ``name``, or the newest, into a temporary folder. Raises NoBackup, KeyNeeded and CannotRead."""
    dumps = [each for each in storage.names("") if DUMP in each]
    chosen = next((each for each in dumps if not name or each == name), None)
    if chosen is None:
        raise NoBackup(
            f"There is no backup {name} in {storage.place()}" if name else f"{storage.place()} has no backup"
        )
    with tempfile.TemporaryDirectory(prefix="restore-", dir=_work_folder()) as folder:
        start, present = chosen.partition(".")[0], storage.names("")
        dump = _fetch(chosen, Path(folder), identity)
        counts = Path(folder) / "counts.json"
        storage.fetch(start + COUNTS, counts)
        uploads = next((each for each in present if each.startswith(start + UPLOADS)), None)
        yield Fetched(
            chosen, dump, json.loads(counts.read_text()), _fetch(uploads, Path(folder), identity) if uploads else None
        )


def is_empty() -> bool:
    """Return whether restoring overwrites nothing of the business."""
    with connected() as connection:
        rows = counted(connection)
    return not any(number for table, number in rows.items() if not table.startswith(_FILLED_BY_ITSELF))


def restore(backup: Fetched) -> list[str]:
    """Replace everything in the database by ``backup``, then gather statistics; return in which tables other rows are
    than were backed up. Raises ProgramFailed, and the database is as it was."""
    load(backup.dump)
    if backup.uploads:
        _unpack(backup.uploads)
    with connected(autocommit=True) as connection:
        # A restored database has no statistics, and without them the planner reads whole tables.
        connection.execute("ANALYZE")
        return differences(backup.counts, counted(connection))


def load(dump: Path, database: str = "") -> None:
    """Replace the schema of a database by that of ``dump``. Raises ProgramFailed, and nothing has changed."""
    with tempfile.TemporaryFile() as errors, tempfile.TemporaryFile() as read_errors:
        psql = [program("psql"), "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "--output=/dev/null"]
        with subprocess.Popen(  # noqa: S603
            [*psql, f"--dbname={programs.address(database)}"], env=environment(), stdin=subprocess.PIPE, stderr=errors
        ) as loading:
            whole = _feed(dump, loading.stdin, read_errors) if loading.stdin else False
        if loading.returncode:
            raise ProgramFailed(reason("psql", _text(errors)))
        if not whole:
            raise ProgramFailed(reason("pg_restore", _text(read_errors)))


def _feed(dump: Path, target: IO[bytes], errors: IO[bytes]) -> bool:
    """Pass the dump on as SQL, in one transaction; return whether it was whole. Without COMMIT, psql rolls back."""
    command = [program("pg_restore"), "--no-owner", "--no-privileges", "--file=-", str(dump)]
    with (
        subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors) as reading,  # noqa: S603
        suppress(BrokenPipeError),  # psql has ended, and says why
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
    if not name.endswith(encryption.ENDING):
        storage.fetch(name, file)
        return file
    if not identity:
        raise KeyNeeded(f"{name} is encrypted: name the file with its private key")
    storage.fetch(name, file)
    plain = folder / name.removesuffix(encryption.ENDING)
    encryption.decrypt(file, plain, identity)
    file.unlink()
    return plain


def _unpack(file: Path) -> None:
    """Put the uploads back to where they are kept now. Others that are there stay."""
    with tarfile.open(file) as archive:
        for member in archive:
            if content := archive.extractfile(member):  # a folder has none
                UploadStorage().put(member.name.removeprefix("uploads/"), content)


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode(errors="replace")


def _work_folder() -> Path:
    folder: Path = settings.DATA_DIR
    folder.mkdir(parents=True, exist_ok=True)
    return folder

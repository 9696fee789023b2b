"""Create backups: a dump of the database and the uploaded files, checked, encrypted and stored.

``pg_dump`` writes to a temporary file that is read in blocks, so memory use does not depend on its size. A small file
has the number of rows in each table at the same snapshot, to compare a restored database with. The dump is stored last:
once it is in the storage, so is everything that belongs to it.
"""

import json
import logging
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from django.conf import settings
from django.utils import timezone

from backups import encryption, programs, storage
from backups.counting import count_rows
from backups.models import Backup
from common.uploads import UploadStorage

log = logging.getLogger(__name__)

DUMP, COUNTS, UPLOADS = ".dump", ".json", ".uploads.tar.gz"
# Held by a separate connection, so that the lock ends with the process.
_LOCK = "SELECT pg_try_advisory_lock(hashtextextended('backup', 0))"


class AlreadyRunning(Exception):
    """Another process is making a backup."""


def make_backup() -> Backup:
    """Make a backup and record the result. Raises AlreadyRunning, NoStorage and ProgramFailed, among others."""
    with _exclusive():
        name = f"{storage.PREFIX}{timezone.now():%Y-%m-%d-%H%M%S}"
        suffix = DUMP + (encryption.SUFFIX if encryption.is_on() else "")
        backup = Backup.objects.create(place=storage.place(), name=name + suffix, is_encrypted=encryption.is_on())
        with (
            backup.recorded(),
            tempfile.TemporaryDirectory(prefix="backup-", dir=storage.work_folder()) as folder,
        ):
            _make(backup, name, Path(folder))
    _delete_old()
    return backup


def _make(backup: Backup, name: str, folder: Path) -> None:
    dump = folder / "database.dump"
    counts = _dump(dump)
    programs.run(
        "pg_restore", "--file", "/dev/null", dump
    )  # checks that it is complete, since a full disk truncates a dump
    if UploadStorage().names():
        _store(name + UPLOADS, _pack_uploads(folder), encrypted=backup.is_encrypted)
    (folder / "counts.json").write_text(json.dumps(counts, indent=1))
    storage.put(name + COUNTS, folder / "counts.json")
    backup.size = _store(name + DUMP, dump, encrypted=backup.is_encrypted)
    backup.rows = sum(counts.values())


def _dump(file: Path) -> dict[str, int]:
    """Dump the database. Return the number of rows in each table at the same snapshot."""
    file.touch(mode=0o600)
    with programs.connect() as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        row = connection.execute("SELECT pg_export_snapshot()").fetchone()
        snapshot = row[0] if row else ""
        arguments = ["--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}", f"--file={file}"]
        programs.run("pg_dump", *arguments, f"--dbname={programs.address()}")
        return count_rows(connection)


def _pack_uploads(folder: Path) -> Path:
    """Pack the uploads into an archive, one at a time, and return it."""
    archive, copy = folder / "uploads.tar.gz", folder / "upload"
    uploads = UploadStorage()
    with tarfile.open(archive, "w:gz") as packed:
        for name in uploads.names():
            with copy.open("wb") as target:
                target.writelines(uploads.chunks(name))
            packed.add(copy, arcname=f"uploads/{name}")
    copy.unlink(missing_ok=True)
    return archive


def _store(name: str, file: Path, *, encrypted: bool) -> int:
    if not encrypted:
        return storage.put(name, file)
    target = file.with_name(file.name + encryption.SUFFIX)
    encryption.encrypt(file, target)
    file.unlink()
    return storage.put(name + encryption.SUFFIX, target)


def _delete_old() -> None:
    """Delete all backups except the newest ``BACKUPS_KEPT``. The new one is good even if that fails."""
    try:
        dumps = [name for name in storage.names() if DUMP in name]
        for name in dumps[settings.BACKUPS_KEPT :]:
            storage.delete_all(name.partition(".")[0])
    except Exception:  # any error of the storage
        log.exception("Old backups could not be deleted")


@contextmanager
def _exclusive() -> Iterator[None]:
    with programs.connect(autocommit=True) as connection:
        row = connection.execute(_LOCK).fetchone()
        if not (row and row[0]):
            raise AlreadyRunning("Another backup is being made")
        yield

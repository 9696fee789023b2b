"""Storage of backups: a folder, or S3-compatible object storage."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

import obstore
from django.conf import settings
from obstore.store import ObjectStore

from common.object_store import open_store

PREFIX = "lights-"


class NoStorage(Exception):
    """BACKUP_URL is not set."""


def place() -> str:
    """Return a readable name of the storage, without secrets: a folder or ``s3://bucket/prefix``."""
    url: str = settings.BACKUP_URL
    return urlsplit(url).path if url.startswith("file:") else url


def store() -> ObjectStore:
    """Return the storage. Raises NoStorage."""
    if not settings.BACKUP_URL:
        raise NoStorage("BACKUP_URL is not set")
    return open_store(
        settings.BACKUP_URL,
        endpoint=settings.BACKUP_S3_ENDPOINT,
        region=settings.BACKUP_S3_REGION,
        key_id=settings.BACKUP_S3_KEY_ID,
        secret=settings.BACKUP_S3_SECRET,
    )


def put(name: str, file: Path) -> int:
    """Store ``file`` under ``name``, in parts. Return its size. It appears in the storage only once it is complete."""
    with file.open("rb") as content:
        obstore.put(store(), name, content, chunk_size=8 * 1024 * 1024, max_concurrency=2)
    return int(obstore.head(store(), name)["size"])


def fetch(name: str, file: Path) -> None:
    """Download ``name`` to ``file``, in parts. Raises FileNotFoundError."""
    with _private(file) as target:
        for part in obstore.get(store(), name):
            target.write(bytes(part))


def names() -> list[str]:
    """Return the names of all files of backups, newest first."""
    return sorted(_all(), reverse=True)


def delete_all(start: str) -> None:
    """Delete all files whose name begins with ``start``: a dump and its related files."""
    obstore.delete(store(), [name for name in _all() if name.startswith(start)])


def work_folder() -> Path:
    """Return the folder for temporary files, which is created if necessary."""
    folder: Path = settings.DATA_DIR
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def free_space(folder: Path) -> int:
    """Return how many bytes are free on the disk of ``folder``."""
    return shutil.disk_usage(folder).free


def _all() -> Iterator[str]:
    for page in obstore.list(store()):
        yield from (entry["path"] for entry in page if entry["path"].startswith(PREFIX))


def _private(file: Path) -> IO[bytes]:
    file.touch(mode=0o600)
    return file.open("wb")

"""Uploaded files: Django's default storage, in a folder that all processes share or in object storage."""

from collections.abc import Iterator
from typing import Any

import obstore
from django.conf import settings
from django.core.files.base import ContentFile, File
from django.core.files.storage import Storage
from obstore.store import ObjectStore

from common.object_store import open_store


class UploadStorage(Storage):
    """Django's storage at ``UPLOADS_URL``. A file appears there only once it is complete.

    Files have no public URL: views send them to those who may see them.
    """

    def names(self) -> list[str]:
        """Return the names of all files."""
        return sorted(str(entry["path"]) for page in obstore.list(_store()) for entry in page)

    def exists(self, name: str) -> bool:
        """Return whether there is a file with this name."""
        try:
            obstore.head(_store(), name)
        except FileNotFoundError:
            return False
        return True

    def size(self, name: str) -> int:
        """Return the size in bytes. Raises FileNotFoundError."""
        return int(obstore.head(_store(), name)["size"])

    def delete(self, name: str) -> None:
        """Delete the file if it exists."""
        try:
            obstore.delete(_store(), name)
        except FileNotFoundError:
            return

    def chunks(self, name: str) -> Iterator[bytes]:
        """Yield the content. Raises FileNotFoundError."""
        for chunk in obstore.get(_store(), name):
            yield bytes(chunk)

    def put(self, name: str, content: Any) -> None:
        """Store ``content``, a binary file, under exactly this name."""
        obstore.put(_store(), name, content)

    def _open(self, name: str, mode: str = "rb") -> "File[bytes]":
        return ContentFile(b"".join(self.chunks(name)), name=name)

    def _save(self, name: str, content: "File[Any]") -> str:
        self.put(name, content.open("rb"))
        return name


def _store() -> ObjectStore:
    return open_store(
        settings.UPLOADS_URL,
        endpoint=settings.UPLOADS_S3_ENDPOINT,
        region=settings.UPLOADS_S3_REGION,
        key_id=settings.UPLOADS_S3_KEY_ID,
        secret=settings.UPLOADS_S3_SECRET,
    )

"""Uploads behave the same in a folder and in object storage."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from common.uploads import UploadStorage
from testing.object_storage import object_storage


@pytest.fixture(params=["folder", "object storage"])
def uploads(request: pytest.FixtureRequest, settings: Any) -> Iterator[UploadStorage]:
    if request.param == "folder":
        yield UploadStorage()
        return
    with object_storage() as served:
        settings.UPLOADS_URL, settings.UPLOADS_S3_ENDPOINT = "s3://lights/uploads", served.url
        settings.UPLOADS_S3_KEY_ID, settings.UPLOADS_S3_SECRET = "the-key", "the-secret"
        yield UploadStorage()
        assert all(name.startswith("lights/uploads/") for name in served.objects)


def test_file_is_available_until_it_is_deleted(uploads: UploadStorage) -> None:
    picture = ContentFile(b"a picture")
    picture.read()  # as a check of its content does
    name = default_storage.save("photos/roof.jpg", picture)
    assert (name, uploads.exists(name), uploads.size(name)) == ("photos/roof.jpg", True, 9)
    with uploads.open(name) as file:
        assert file.read() == b"a picture"
    assert uploads.names() == [name]
    uploads.delete(name)
    uploads.delete(name)
    assert (uploads.exists(name), uploads.names()) == (False, [])
    with pytest.raises(FileNotFoundError):
        uploads.open(name)


def test_second_file_with_the_same_name_is_renamed(uploads: UploadStorage) -> None:
    names = {default_storage.save("roof.jpg", ContentFile(content)) for content in (b"one", b"two")}
    assert len(names) == 2
    assert sorted(uploads.open(name).read() for name in names) == [b"one", b"two"]


@pytest.mark.parametrize("name", ["../roof.jpg", "/etc/roof.jpg", ""])
def test_file_name_cannot_leave_the_storage(uploads: UploadStorage, name: str) -> None:
    with pytest.raises(Exception, match=r"(?i)path|name"):
        default_storage.save(name, ContentFile(b"a picture"))
    assert uploads.names() == []


def test_large_file_is_stored_completely(uploads: UploadStorage) -> None:
    content = bytes(range(256)) * 60_000  # 15 MB: in parts
    name = default_storage.save("roof.jpg", ContentFile(content))
    assert b"".join(uploads.chunks(name)) == content

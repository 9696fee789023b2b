"""The demo's outbox: a folder with one file per message."""

import datetime as dt
from pathlib import Path

from django.conf import settings


def write_to_outbox(content: bytes, recipient: str, extension: str, moment: dt.datetime) -> Path:
    """Write one message to the demo's outbox; return the file, which is named for ``moment`` in UTC."""
    folder: Path = settings.DATA_DIR / "outbox"
    folder.mkdir(parents=True, exist_ok=True)
    name = "".join(character if character.isalnum() or character in "@.-_+" else "_" for character in recipient)
    file = folder / f"{moment.astimezone(dt.UTC):%Y%m%d-%H%M%S-%f}-{name}.{extension}"
    partial = file.with_suffix(".part")
    partial.write_bytes(content)
    return partial.rename(file)  # programs that watch the folder see only complete files

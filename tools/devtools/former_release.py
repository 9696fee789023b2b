"""``make test-update``: run the last release's code against the schema that the current migrations create.

This happens during every update, in the minutes between the migration and the start of the new web process.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from devtools.paths import BACKEND, PROJECT
from devtools.postgres import database_url
from devtools.terminal import say


def last_release(project: Path = PROJECT) -> str | None:
    """Return the newest release tag before this commit, or None."""
    command = ["git", "-C", str(project), "describe", "--tags", "--abbrev=0", "--match", "v[0-9]*"]
    found = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    return found.stdout.strip() or None


def run_release(tag: str, url: str, project: Path = PROJECT) -> int:
    """Run the release's reads and writes on the database at ``url``; return the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        code = Path(folder) / "release"
        git = ["git", "-C", str(project), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(code), tag], check=True)  # noqa: S603
        try:
            environment = {
                **os.environ, "DEBUG": "1", "DATABASE_URL": url, "DATA_DIR": folder, "LOG_LEVEL": "ERROR",
                "PYTHONPATH": str(code / "tools"),
            }  # fmt: skip
            command = [sys.executable, "-m", "devtools.reads_and_writes"]
            return subprocess.run(command, cwd=code, env=environment, check=False).returncode  # noqa: S603
        finally:
            subprocess.run([*git, "remove", "--force", str(code)], check=True)  # noqa: S603


def main() -> int:
    """Run the last release on the new schema; return 1 if that fails."""
    tag = last_release()
    if tag is None:
        say("There is no release yet (a tag such as v1.0.0), so there is no former code to run.")
        return 0
    with tempfile.TemporaryDirectory() as folder, database_url(Path(folder) / "postgres", unsafe_fast=True) as url:
        environment = {**os.environ, "DEBUG": "1", "DATABASE_URL": url, "LOG_LEVEL": "ERROR"}
        migrate = [sys.executable, "manage.py", "migrate", "--noinput", "--verbosity", "0"]
        subprocess.run(migrate, cwd=BACKEND, env=environment, check=True)  # noqa: S603
        say(f"The code of {tag} on the schema of today:")
        return run_release(tag, url)


if __name__ == "__main__":
    sys.exit(main())

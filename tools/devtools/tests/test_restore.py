"""``bin/restore`` stops what uses the database, restores in a container of its own, and starts everything again.

``docker`` is a stand-in that notes what it is asked. What the command in the container does is tested in ``backups``.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from devtools.paths import PROJECT

DOCKER = """#!/bin/sh
echo "$*" >> "$DOCKER_LOG"
case "$2" in run) exit "$DOCKER_RESULT" ;; esac
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A checkout with the script, in a folder with a space in its name, and a ``docker`` that only takes notes."""
    project = tmp_path / "the project"
    (project / "bin").mkdir(parents=True)
    shutil.copy(PROJECT / "bin" / "restore", project / "bin")
    docker = tmp_path / "docker"
    docker.write_text(DOCKER)
    docker.chmod(0o755)
    return project


def _run(project: Path, *arguments: str, result: int = 0) -> tuple[int, list[str]]:
    log = project / "docker.log"
    environment = {**os.environ, "DOCKER_LOG": str(log), "DOCKER_RESULT": str(result)}
    environment["PATH"] = f"{project.parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run([project / "bin" / "restore", *arguments], env=environment, capture_output=True, check=False)
    return done.returncode, log.read_text().splitlines() if log.exists() else []


def test_everything_that_uses_the_database_stops_before_and_starts_after(project: Path) -> None:
    assert _run(project, "--yes") == (
        0,
        [
            "compose up --detach --wait database",
            "compose stop web web-2 worker watch",
            "compose run --rm --no-deps web python manage.py restore --yes",
            "compose up --detach",
        ],
    )


def test_private_key_is_mounted_for_this_run_alone(project: Path) -> None:
    key = project.parent / "my key.txt"
    key.touch()
    _, asked = _run(project, "lights-2026-11-22-080000.dump.age", "--key", str(key))
    assert asked[2] == (
        f"compose run --rm --no-deps --user 0 --volume {key}:/run/backup.key:ro web "
        "python manage.py restore --key /run/backup.key lights-2026-11-22-080000.dump.age"
    )


def test_nothing_starts_after_a_failure(project: Path) -> None:
    code, asked = _run(project, result=1)
    assert (code, len(asked)) == (1, 3)


def test_list_stops_nothing(project: Path) -> None:
    assert _run(project, "--list") == (0, ["compose run --rm --no-deps web python manage.py restore --list"])


def test_unknown_option_does_nothing(project: Path) -> None:
    assert _run(project, "--force") == (2, [])

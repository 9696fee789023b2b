"""``make update``: each copy of web is replaced while the other one serves.

``docker`` and ``git`` are stand-ins that note what they are asked for; that no request fails was tried with the real
processes behind Caddy (docs/operations.md).
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from devtools.paths import PROJECT

NOTES_ITS_CALLS = """#!/bin/sh
echo "$(basename "$0") $*" >> "$LOG"
case "$*" in *"$FAILS"*) exit 1 ;; esac
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    project = tmp_path / "the project"
    shutil.copytree(PROJECT / "bin", project / "bin")
    (project / ".env").touch()
    for name in ("docker", "git", "sleep"):
        (tmp_path / name).write_text(NOTES_ITS_CALLS)
        (tmp_path / name).chmod(0o755)
    return project


def _update(project: Path, **environment: str) -> tuple[int, list[str]]:
    log = project.parent / "log"
    path = f"{project.parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [project / "bin" / "update"], capture_output=True, text=True, check=False,
        env={**os.environ, "PATH": path, "LOG": str(log), "FAILS": "nothing of this", **environment},
    )  # fmt: skip
    return done.returncode, log.read_text().splitlines() if log.exists() else []


def _place(calls: list[str], words: str) -> int:
    return next(place for place, call in enumerate(calls) if words in call)


def test_steps_come_in_the_order_that_keeps_the_site_open(project: Path) -> None:
    code, calls = _update(project)
    order = [
        "git pull --ff-only", "build", "manage.py backup", "migrate",
        "exec -T web touch", "--wait web", "exec -T web-2 touch", "--wait web-2", "worker", "caddy reload", "doctor",
    ]  # fmt: skip
    places = [_place(calls, words) for words in order]
    assert (code, places) == (0, sorted(places))


@pytest.mark.parametrize(
    ("fails", "not_reached"),
    [("pull", "build"), ("build", "backup"), ("backup", "migrate"), ("migrate", "touch"), ("--wait web", "web-2")],
)
def test_step_that_fails_is_the_last_one(project: Path, fails: str, not_reached: str) -> None:
    code, calls = _update(project, FAILS=fails)
    assert code != 0
    assert not any(not_reached in call for call in calls)


def test_code_in_the_folder_is_taken_as_it_is_on_request(project: Path) -> None:
    assert not any(call.startswith("git") for call in _update(project, NO_PULL="1")[1])


def test_site_that_was_never_configured_is_not_touched(project: Path) -> None:
    (project / ".env").unlink()
    assert _update(project) == (2, [])


def test_compose_file_sets_what_belongs_to_caddy_by_itself() -> None:
    services = yaml.safe_load((PROJECT / "docker-compose.yml").read_text())["services"]
    assert services["web"] == services["web-2"]
    for name in ("web", "web-2", "worker", "migrate"):
        given = services[name]["environment"]
        assert (given["BEHIND_TLS_PROXY"], given["TRUSTED_PROXIES"]) == ("1", "${TRUSTED_PROXIES:-1}")
    assert "ports" not in services["web"]  # only Caddy is reached from outside
    assert {"443:443/udp", "443:443", "80:80"} == set(services["caddy"]["ports"])
    for name in set(services) - {"migrate"}:
        assert services[name]["restart"] == "unless-stopped"
        assert name == "watch" or services[name]["healthcheck"]  # the worker tells if the watch falls silent


def test_uploads_are_in_a_volume_that_every_process_shares_and_may_write() -> None:
    compose = yaml.safe_load((PROJECT / "docker-compose.yml").read_text())
    data = "/app/var"
    for name in ("web", "web-2", "worker", "watch", "migrate"):
        assert f"uploads:{data}/uploads" in compose["services"][name]["volumes"]
    assert {"uploads", "backups"} <= set(compose["volumes"])
    # A new volume takes the owner of the folder that the image has there.
    dockerfile = (PROJECT / "Dockerfile").read_text()
    assert f"DATA_DIR={data} " in dockerfile
    assert dockerfile.index(f"/backups {data}/uploads") < dockerfile.index(f"chown -R lights {data} /backups")

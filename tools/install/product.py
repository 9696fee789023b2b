"""Run commands of the product with settings that are only being tested."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent.parent
IMAGE = "seacoast-holiday-lights"


class Product:
    """The product in its image, or, with ``python``, the one in this folder, for testing without Docker."""

    def __init__(self, python: str | None = None) -> None:
        self._python = python

    def build(self) -> None:
        """Build the image. Raises CalledProcessError."""
        if not self._python:
            subprocess.run(["docker", "build", "--tag", IMAGE, str(PROJECT)], check=True)  # noqa: S603, S607

    def run(self, settings: Mapping[str, str], *command: str) -> tuple[bool, str]:
        """Run ``manage.py COMMAND …``; return whether it succeeded, and what it printed."""
        given = {**settings, **_of_compose(settings)}
        # The values are in the environment, not in the command line, which everyone on the machine can see.
        docker = ["docker", "run", "--rm", *(f"--env={name}" for name in given), IMAGE, "python", "manage.py"]
        own = [self._python or "", str(PROJECT / "backend" / "manage.py")]
        done = subprocess.run(  # noqa: S603
            [*(own if self._python else docker), *command], env={**os.environ, **given}, check=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        return done.returncode == 0, done.stdout.strip().removeprefix("CommandError: ")


def _of_compose(settings: Mapping[str, str]) -> dict[str, str]:
    """Return what docker-compose.yml adds to .env. These commands need no database."""
    domain = settings["SITE_DOMAIN"]
    return {"ALLOWED_HOSTS": domain, "SITE_URL": f"https://{domain}", "DATABASE_URL": "postgresql:///none"}

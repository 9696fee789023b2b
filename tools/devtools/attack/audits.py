"""Audit packages for known vulnerabilities with ``pip-audit`` and ``npm audit``, if the package index lists them.

Not every mirror of an index does. With one that doesn't, ``pip-audit`` finds nothing and reports success, so that part
only passes if the audit also finds a package that is known to be vulnerable. ``npm audit`` says so itself.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from devtools import node
from devtools.attack.report import Part
from devtools.paths import FRONTEND, PROJECT

PYTHON, CLIENT = "Python packages", "npm packages"
KNOWN_BAD = "jinja2==2.4.1"
WITHIN = 120  # seconds
SILENT = "the index doesn't say which versions are vulnerable"


def python_packages() -> Part:
    """Audit the locked Python packages, including those of the tools."""
    with tempfile.TemporaryDirectory() as folder:
        sample = Path(folder) / "sample.txt"
        sample.write_text(f"{KNOWN_BAD}\n")
        known = _pip_audit(sample, "--no-deps")
    if not known or not _vulnerable(known):
        return Part(PYTHON, "", missing=SILENT)
    told = _pip_audit(PROJECT / "requirements" / "dev.txt", "--require-hashes")
    if not told:
        return Part(PYTHON, "", missing="pip-audit gave no result")
    return Part(PYTHON, f"{len(told['dependencies'])} packages", _vulnerable(told))


def _pip_audit(file: Path, *options: str) -> dict[str, Any] | None:
    command = [sys.executable, "-m", "pip_audit", "-r", str(file), "--disable-pip", *options]
    return _json([*command, "--format", "json", "--progress-spinner", "off", "--timeout", "15"], PROJECT)


def _vulnerable(told: dict[str, Any]) -> list[str]:
    return [
        f"{each['name']} {each['version']}: {', '.join(one['id'] for one in each['vulns'])}"
        for each in told["dependencies"]
        if each.get("vulns")
    ]


def npm_packages() -> Part:
    """Audit the locked packages of the web client."""
    told = _json(["npm", "audit", "--json"], FRONTEND)
    if not told or "vulnerabilities" not in told:
        return Part(CLIENT, "", missing=SILENT)
    found = [f"{name}: {each['severity']}" for name, each in told["vulnerabilities"].items()]
    return Part(CLIENT, f"{told['metadata']['dependencies']['total']} packages", found)


def _json(command: list[str], folder: Path) -> dict[str, Any] | None:
    """Return a command's JSON output, or None if it prints none in time."""
    try:
        done = subprocess.run(  # noqa: S603
            command, cwd=folder, env=node.environment(), capture_output=True, text=True, timeout=WITHIN, check=False
        )
        told = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        return None
    return told if isinstance(told, dict) else None

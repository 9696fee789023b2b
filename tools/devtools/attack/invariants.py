"""Run the property-based tests (marked ``properties``) with many more examples than the test suite does."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from devtools.attack.report import Part
from devtools.paths import PROJECT
from devtools.postgres import database_url
from devtools.test import SANDBOX, read

# With this many examples per operation or more, the tests use the long profile.
LONG = 20


def run(examples: int, seed: int, folder: Path) -> Part:
    """Run the tests on their own database; write their output to ``invariants.txt``."""
    profile = "long" if examples >= LONG else "attack"
    result, output = folder / "invariants.xml", folder / "invariants.txt"
    result.unlink(missing_ok=True)
    command = [
        sys.executable, "-m", "pytest", "-q", "-n", "2", "-m", "properties", "--hypothesis-profile", profile,
        "--hypothesis-seed", str(seed), f"--junitxml={result}",
    ]  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="holiday-lights-") as temporary, output.open("w") as file:
        data = Path(temporary)
        with database_url(data / "postgres", unsafe_fast=True) as url:
            environment = os.environ | SANDBOX | {"DATABASE_URL": url, "DATA_DIR": str(data / "var"), "DEBUG": "1"}
            done = subprocess.run(command, cwd=PROJECT, env=environment, stdout=file, stderr=file, check=False)  # noqa: S603
    counts, failures = read(result)
    findings = [f"{failure}: see {output.name}" for failure in failures]
    if done.returncode and not findings:
        findings.append(f"pytest ended with exit code {done.returncode}: see {output.name}")
    return Part("Sums and pages", f"{counts['passed']} properties, profile {profile}", findings)

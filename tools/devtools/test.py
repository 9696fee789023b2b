"""``make test``: test the backend on its own PostgreSQL, the client, and the whole product in Chromium.

``python -m devtools.test backend client e2e`` runs only those parts. The last lines name each failed test and how it
failed, since a part's own report has long scrolled by; the last one has the totals.
"""

import re
import secrets
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

from devtools import cluster, node
from devtools.paths import FRONTEND, PROJECT, TOOLS
from devtools.postgres import database_url
from devtools.run import HOST
from devtools.supervisor import Failed, Stopped, Supervisor
from devtools.terminal import say
from devtools.web import free_port

# Tests never call the real Stripe, even if the environment has keys.
SANDBOX = {"STRIPE_SECRET_KEY": "", "STRIPE_WEBHOOK_SECRET": ""}


def main() -> int:
    """Run the parts named on the command line, or all; return 1 if a test failed or a part ran no tests."""
    parts = {"backend": _backend, "client": _client, "e2e": _end_to_end}
    wanted = sys.argv[1:] or list(parts)
    supervisor = Supervisor()
    total: Counter[str] = Counter()
    failed: list[str] = []
    complaints = []
    with tempfile.TemporaryDirectory(prefix="holiday-lights-") as temporary:
        for name in wanted:
            try:
                report = Path(temporary) / f"{name}.xml"
                code = parts[name](supervisor, Path(temporary), report)
                counts, failures = read(report)
            except Stopped:
                return 1
            except (Failed, subprocess.SubprocessError) as error:
                code, counts, failures = 1, Counter(), []
                complaints.append(str(error))
            finally:
                supervisor.stop()
            total += counts
            failed += failures
            if not ran_properly(code, counts):
                complaints.append(f"The {name} tests did not run properly (exit code {code}).")
    say("".join(f"\n{line}" for line in [*failed, *complaints]))
    say(summary(total))
    return 1 if complaints or total["failed"] else 0


def ran_properly(code: int, counts: Counter[str]) -> bool:
    """Return whether a part ran tests, and failed tests explain its exit code unless that is 0."""
    return bool(counts["failed"] or (code == 0 and counts["passed"]))


def read(report: Path) -> tuple[Counter[str], list[str]]:
    """Read a JUnit report, if it exists.

    Returns how many tests ``passed``, ``failed`` and were ``skipped``, and a line for each that failed: its file, its
    name and the first line of what went wrong. Raises Failed if its writer was stopped halfway.
    """
    counts: Counter[str] = Counter()
    failures: list[str] = []
    if not report.exists():
        return counts, failures
    try:
        cases = ET.parse(report).iter("testcase")  # noqa: S314 - our own test runners wrote it
    except ET.ParseError as error:
        raise Failed(f"The report of the tests was cut off: {error}") from error
    for case in cases:
        outcomes = {child.tag: child for child in case}
        failure = outcomes.get("failure", outcomes.get("error"))
        if failure is not None:
            counts["failed"] += 1
            failures.append(f"{case.get('classname')} > {case.get('name')}: {_what_went_wrong(failure)}")
        else:
            counts["skipped" if "skipped" in outcomes else "passed"] += 1
    return counts, failures


def _what_went_wrong(failure: ET.Element) -> str:
    # pytest and Vitest say it in the message. Playwright's has the place; the error is in the text.
    lines = [line for part in (failure.get("message"), failure.text) for line in (part or "").splitlines()] or [""]
    return next((line.strip() for line in lines if re.match(r"\s*\w*(Error|Exception)\b", line)), lines[0])[:300]


def summary(counts: Counter[str]) -> str:
    """Return the last line, such as ``12 passed, 0 failed``."""
    skipped = f", {counts['skipped']} skipped" if counts["skipped"] else ""
    return f"{counts['passed']} passed, {counts['failed']} failed{skipped}"


def _backend(supervisor: Supervisor, temporary: Path, report: Path) -> int:
    with database_url(temporary / "postgres", unsafe_fast=True) as url:
        settings = {
            "DATABASE_URL": url, "DEBUG": "1", "DATA_DIR": str(temporary / "backend"), **SANDBOX,
            "POSTGRES_BIN": str(cluster.BIN),
            # Without bytecode files, each of a hundred processes would compile every module, and each of the four
            # workers would rewrite every test.
            "PYTHONDONTWRITEBYTECODE": "",
        }  # fmt: skip
        # Run four workers on two cores, since tests that start processes mostly wait. The longest files come first
        # (testing.fixtures), and each file stays on one worker, so that it starts its product only once.
        spread = ["-n", "4", "--dist", "loadfile", "--no-loadscope-reorder"]
        command = [sys.executable, "-m", "pytest", *spread, "-q", f"--junitxml={report}"]
        return supervisor.run(command, PROJECT, settings)


def _client(supervisor: Supervisor, temporary: Path, report: Path) -> int:
    reporters = ["--reporter=default", "--reporter=junit", f"--outputFile.junit={report}"]
    command = node.tool("vitest/vitest.mjs", "run", "--passWithNoTests", *reporters)
    return supervisor.run(command, FRONTEND, node.environment())


def _end_to_end(supervisor: Supervisor, temporary: Path, report: Path) -> int:
    """Run Playwright against a copy of the product with fresh demo data."""
    port, data = str(free_port()), str(temporary / "e2e")
    token = secrets.token_hex(16)  # tests sign incoming text messages with it
    product = {
        "PORT": port, "DATA_DIR": data, "DATABASE_URL": "", "DEBUG": "1", "DISABLE_THROTTLES": "1",
        "TWILIO_AUTH_TOKEN": token, **SANDBOX,
    }  # fmt: skip
    supervisor.start("product", [sys.executable, "-m", "devtools.run"], TOOLS, extra=product)
    supervisor.wait_for(f"http://{HOST}:{port}/readyz")
    browser = node.environment() | {
        "BASE_URL": f"http://{HOST}:{port}", "DATA_DIR": data, "TWILIO_AUTH_TOKEN": token,
        "PLAYWRIGHT_JUNIT_OUTPUT_FILE": str(report),
    }  # fmt: skip
    return supervisor.run(node.tool("@playwright/test/cli.js", "test", "--reporter=list,junit"), FRONTEND, browser)


if __name__ == "__main__":
    sys.exit(main())

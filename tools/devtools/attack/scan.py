"""Run schemathesis over the whole OpenAPI schema, once for each role."""

import json
import os
import subprocess
import sys
from pathlib import Path

from devtools.attack import roles
from devtools.attack.report import Part
from devtools.paths import TOOLS

HERE = Path(__file__).parent
CHECKS = [
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance",
    "response_headers_conformance", "negative_data_rejection", "unsupported_method", "allow_header_conformance",
    "closed_to_other_roles", "closed_to_other_people", "tells_nothing_of_others",
]  # fmt: skip
# With this many random requests per operation or more, every role covers every field of the schema.
LONG = 20
# These would end the scan's session: it would sign out, or guess the email address that confirms an erasure.
ENDS_SESSION = "/api/(logout|account/erasure)$"


def scan(url: str, database_url: str, role: roles.Role, folder: Path, *, examples: int, seed: int) -> Part:
    """Send ``examples`` random requests to each operation and check the responses.

    A role that covers the schema also sends every kind of valid and invalid value of every field.
    """
    session = roles.sign_in(url, role)
    name = role.name.replace(" ", "-")
    told = folder / f"{name}.role.json"
    roles.write(role, database_url, told)
    sent = [text for key, value in roles.headers(session).items() for text in ("-H", f"{key}: {value}")]
    command = [
        sys.executable, "-m", "schemathesis.cli", "--config-file", str(HERE / "schemathesis.toml"),
        "run", f"{url}/api/schema/", "--checks", ",".join(CHECKS), "--max-examples", str(examples),
        "--phases", "coverage,fuzzing" if role.covers_schema or examples >= LONG else "fuzzing",
        "--seed", str(seed), "--continue-on-failure", "--workers", "1", "--warnings", "off",
        "--report", "json", "--report-json-path", str(folder / f"{name}.json"),
        *(["--exclude-path-regex", ENDS_SESSION] if role.email else []), *sent,
    ]  # fmt: skip
    environment = os.environ | {
        "SCHEMATHESIS_HOOKS": "devtools.attack.hooks", "ATTACK_ROLE": str(told), "PYTHONPATH": str(TOOLS),
        "NO_COLOR": "1",
    }  # fmt: skip
    with (folder / f"{name}.txt").open("w") as output:
        code = subprocess.run(  # noqa: S603
            command, cwd=folder, env=environment, stdout=output, stderr=output, check=False
        ).returncode
    told.unlink()
    findings = _findings(folder / f"{name}.json", code)
    if role.email and not roles.is_signed_in(url, session):
        findings.append("The session ended during the scan, so that the rest of it was one of a stranger")
    return Part(f"API, {role.name}", _tried(folder / f"{name}.json"), findings)


def _tried(file: Path) -> str:
    if not file.exists():
        return "nothing"
    told = json.loads(file.read_text())
    return f"{told['test_cases']['generated']} requests to {told['operations']['tested']} operations"


def _findings(file: Path, code: int) -> list[str]:
    """Return what schemathesis found. The requests that reproduce it are in its text output, next to ``file``."""
    told = json.loads(file.read_text()) if file.exists() else {}
    found = [f"{each['title']}: {', '.join(each['operations'])}" for each in told.get("failures", [])]
    found += [f"Error: {each}" for each in told.get("errors", [])]
    if (code and not found) or not told:
        found.append(f"schemathesis ended with exit code {code}: see {file.with_suffix('.txt').name}")
    return found

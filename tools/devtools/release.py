"""``make release VERSION=1.1.0``: record a version, so that its migrations never change again."""

import json
import re
import sys
from datetime import date
from pathlib import Path

from devtools.migration_rules import RELEASED, checksums
from devtools.paths import BACKEND, PROJECT
from devtools.terminal import say


def record(version: str, project: Path = PROJECT, *, day: date) -> str:
    """Record the version, its date in the changelog and the migrations' checksums; return "" or an error."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        return "Say which version: make release VERSION=1.1.0"
    changelog = project / "CHANGELOG.md"
    text = changelog.read_text()
    if "## Unreleased\n" not in text:
        return 'CHANGELOG.md has no section "Unreleased" with what is in it.'
    changelog.write_text(text.replace("## Unreleased\n", f"## {version} ({day.isoformat()})\n", 1))
    module = project / "backend" / "config" / "version.py"
    module.write_text(re.sub(r'(?m)^VERSION = ".*"$', f'VERSION = "{version}"', module.read_text()))
    contents = {"version": version, "migrations": checksums(project / BACKEND.name)}
    (project / RELEASED.relative_to(PROJECT)).write_text(json.dumps(contents, indent=2) + "\n")
    return ""


def publish(version: str) -> str:
    """Return the commands that commit, tag and push a recorded version."""
    commit = f"git add {RELEASED.relative_to(PROJECT)} && git commit -am 'Version {version}'"
    return f"{commit} && git tag -am 'Version {version}' v{version} && git push --follow-tags"


def main() -> int:
    """Record the version given on the command line; return 1 if something is wrong."""
    version = sys.argv[1] if len(sys.argv) > 1 else ""
    problem = record(version, day=date.today())  # noqa: DTZ011 - the local date of the release
    say(problem or f"Recorded. Now: {publish(version)}")
    return 1 if problem else 0


if __name__ == "__main__":
    sys.exit(main())

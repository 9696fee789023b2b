"""``make check``: check formatting, lint, types, import directions, generated files, migrations and the pages' script
budgets.

Every check always runs; the output of those that fail is shown.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from devtools import budgets, generate, node
from devtools.paths import BACKEND, FRONTEND, PROJECT
from devtools.terminal import say

BIN = Path(sys.executable).parent


def main() -> int:
    """Run all checks; return 1 if a check failed."""
    checks: dict[str, Callable[[], str | None]] = {
        "ruff format": lambda: _run([BIN / "ruff", "format", "--check", "--quiet"]),
        "ruff check": lambda: _run([BIN / "ruff", "check", "--quiet"]),
        "mypy": lambda: _run([sys.executable, "-m", "mypy", "backend", "tools"]),
        "import directions": lambda: _run([BIN / "lint-imports"]),
        "migrations up to date": lambda: _run(
            [sys.executable, "-W", "ignore", "manage.py", "makemigrations", "--check", "--dry-run"], BACKEND
        ),
        "migrations that the last release can bear": lambda: _run([sys.executable, "-m", "devtools.migration_rules"]),
        "generated files up to date": _generated,
        "biome": lambda: _run(node.tool("@biomejs/biome/bin/biome", "check", "."), FRONTEND),
        "import directions of the client": lambda: _run(
            node.tool("dependency-cruiser/bin/dependency-cruiser.mjs", "src", "--config", ".dependency-cruiser.mjs"),
            FRONTEND,
        ),
        "unused code of the client": lambda: _run(node.tool("knip/bin/knip.js"), FRONTEND),
        "typescript": _typescript,
        "budgets of the built pages": budgets.complaints,
    }
    failed = [name for name, check in checks.items() if not _report(name, check)]
    say(f"{len(checks) - len(failed)} checks passed, {len(failed)} failed")
    return 1 if failed else 0


def _report(name: str, check: Callable[[], str | None]) -> bool:
    started = time.monotonic()
    complaint = check()
    say(f"{'failed' if complaint is not None else 'ok':7}{name} ({time.monotonic() - started:.1f} s)")
    if complaint is not None:
        say(complaint.rstrip(os.linesep))
    return complaint is None


def _run(command: Sequence[str | Path], folder: Path = PROJECT) -> str | None:
    """Run the command; return its output if it fails."""
    done = subprocess.run(  # noqa: S603
        command, cwd=folder, env={**node.environment(), **generate.WITHOUT_DATABASE}, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    return done.stdout if done.returncode else None


def _generated() -> str | None:
    with tempfile.TemporaryDirectory() as client, tempfile.TemporaryDirectory() as drawing:
        try:
            generate.write(Path(client), Path(drawing))
        except (subprocess.CalledProcessError, ValueError) as error:
            return str(error)
        committed = {client: generate.CLIENT, drawing: generate.DRAWING}
        stale = [
            file.name
            for folder, kept in committed.items()
            for file in Path(folder).iterdir()
            if not _same(file, kept / file.name)
        ]
    return f"Run `make generate`; these files are out of date: {', '.join(sorted(stale))}" if stale else None


def _same(one: Path, other: Path) -> bool:
    return other.exists() and one.read_bytes() == other.read_bytes()


def _typescript() -> str | None:
    route_types = _run(node.tool("@react-router/dev/bin.cjs", "typegen"), FRONTEND)
    return route_types or _run(node.tool("typescript/bin/tsc", "--noEmit"), FRONTEND)


if __name__ == "__main__":
    sys.exit(main())

"""The image contains only the product: no tools, no tests and no demo accounts."""

import os
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest

from devtools.paths import PROJECT

DEMO_PASSWORD = "holiday-lights-demo"
NOT_DEPLOYED = re.compile(r"(^|/)(tools|tests?|testing|e2e|bench|conftest\.py|node_modules|[^/]+\.test\.tsx?)(/|$)")


class Ignored:
    """Docker's rules for ``.dockerignore``: patterns start at the root, match folders with their contents, and the last
    match wins (docs.docker.com, "Dockerignore files")."""

    def __init__(self, text: str) -> None:
        lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
        self._rules = [(not line.startswith("!"), _pattern(line.removeprefix("!").strip("/"))) for line in lines]

    def __contains__(self, path: str) -> bool:
        ignored = False
        for rule, pattern in self._rules:
            if pattern.match(path):
                ignored = rule
        return ignored


def _pattern(glob: str) -> re.Pattern[str]:
    wild = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    parts = re.split(r"(\*\*/|\*\*|\*|\?)", glob)
    return re.compile("".join(wild.get(part, re.escape(part)) for part in parts) + "(?:/.*)?$")


def _context() -> Iterator[str]:
    """Yield the paths of all files in the build context."""
    ignored = Ignored((PROJECT / ".dockerignore").read_text())
    for folder, folders, files in os.walk(PROJECT):
        inside = PurePosixPath(Path(folder).relative_to(PROJECT).as_posix())
        folders[:] = [name for name in folders if str(inside / name) not in ignored]
        yield from (str(inside / name) for name in files if str(inside / name) not in ignored)


def _copied() -> list[str]:
    """Return the files that the Dockerfile's stages copy from the context."""
    lines = re.findall(r"^COPY (?!--from)(.+) \S+$", (PROJECT / "Dockerfile").read_text(), re.MULTILINE)
    sources = [source.rstrip("/") for line in lines for source in line.split()]
    return [path for path in _context() if any(path == source or path.startswith(f"{source}/") for source in sources)]


def test_image_has_product() -> None:
    copied = _copied()
    assert {"backend/manage.py", "backend/quotes/services.py", "requirements/base.txt"} <= set(copied)
    assert any(path.startswith("frontend/src/features/") for path in copied)


def test_image_has_no_tools_and_no_tests() -> None:
    assert [path for path in _copied() if NOT_DEPLOYED.search(path)] == []


def test_image_does_not_contain_demo_password() -> None:
    assert [path for path in _copied() if DEMO_PASSWORD in (PROJECT / path).read_text(errors="replace")] == []


@pytest.mark.parametrize(
    ("path", "ignored"),
    [
        ("tools/demo/people.py", True),
        ("conftest.py", True),
        ("backend/manage.py", False),
        ("backend/quotes/tests/test_x.py", True),
        ("backend/tests", True),
        ("backend/quotes/contests/x.py", False),
        ("backend/quotes/test.md", False),
        ("backend/quotes/note.md", True),
        ("backend/quotes/keep.md", False),
    ],
)
def test_rules_match_as_in_docker(path: str, ignored: bool) -> None:
    rules = Ignored("# all but\n*\n!backend\n**/tests\nbackend/*/?ote.md\n")
    assert (path in rules) is ignored

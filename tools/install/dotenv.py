"""Read and change a .env file in Docker Compose's syntax."""

import os
import re
from collections.abc import Mapping
from pathlib import Path

_LINE = re.compile(r"\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*?)\s*")
_DEFAULT = re.compile(r"#([A-Z][A-Z0-9_]*)=.*")
_PLAIN = re.compile(r"[A-Za-z0-9_@%+=:,./?&\-]*")


def read(file: Path) -> dict[str, str]:
    """Return the values in the file; no values if it does not exist."""
    lines = file.read_text().splitlines() if file.exists() else []
    matches = (_LINE.fullmatch(line) for line in lines if not line.lstrip().startswith("#"))
    return {match[1]: _unquote(match[2]) for match in matches if match}


def changed(text: str, values: Mapping[str, str]) -> str:
    """Return ``text`` with ``values`` set: each on its last line, which is the one that counts, or else on that of its
    commented-out default, or at the end."""
    lines = text.splitlines()
    places = {
        match[1]: number
        for pattern in (_DEFAULT, _LINE)
        for number, line in enumerate(lines)
        if (match := pattern.fullmatch(line))
    }
    for name, value in values.items():
        line = f"{name}={quote(value)}"
        if name in places:
            lines[places[name]] = line
        else:
            lines.append(line)
    return "\n".join([*lines, ""])


def quote(value: str) -> str:
    """Return ``value`` quoted so that Compose takes it literally, without replacing ``$`` (Docker documentation, "Set
    environment variables", syntax of env files)."""
    if _PLAIN.fullmatch(value):
        return value
    escaped = value.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def write(file: Path, text: str) -> None:
    """Replace the file atomically, readable only by its owner because it contains secrets."""
    draft = file.with_name(f"{file.name}.new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as opened:
        opened.write(text)
        opened.flush()
        os.fsync(opened.fileno())
    draft.replace(file)


def _unquote(value: str) -> str:
    if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"":
        return re.sub(r"\\(['\"\\])", r"\1", value[1:-1])
    return re.sub(r"\s+#.*", "", value)

"""``python -m devtools.migration_rules``: check that the last release's code can run on the new schema.

During an update, the previous version keeps serving for minutes after the database is migrated. So a migration may only
add things that version can ignore (CONTRIBUTING.md, "Add migrations"), and a released migration never changes.
"""

import json
import os
import re
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from devtools.paths import BACKEND, PROJECT
from devtools.terminal import say

RELEASED = PROJECT / "tools" / "devtools" / "released.json"
# SQL that removes something, or requires something that the previous version doesn't provide.
_DESTRUCTIVE_SQL = re.compile(
    r"\b(drop\s+(table|column|view|type|schema)|rename\s+(to|column)|set\s+not\s+null|"
    r"alter\s+column\s+\S+\s+(set\s+data\s+)?type)\b",
    re.IGNORECASE,
)


def released() -> dict[str, Any]:
    """Return the last release's version and its migrations' checksums; both are empty before the first release."""
    return json.loads(RELEASED.read_text()) if RELEASED.exists() else {"version": None, "migrations": {}}


def checksums(backend: Path = BACKEND) -> dict[str, str]:
    """Return the checksum of each migration, keyed by its path in ``backend``."""
    files = sorted(backend.glob("*/migrations/[0-9]*.py"))
    return {str(file.relative_to(backend)): sha256(file.read_bytes()).hexdigest() for file in files}


def find_changed(before: dict[str, str], now: dict[str, str]) -> list[str]:
    """Return a sentence for each released migration that was changed or removed."""
    return [
        f"{name} was released and must stay as it is: add a migration instead."
        for name, checksum in before.items()
        if now.get(name) != checksum
    ]


def find_destructive(loader: Any, known: set[tuple[str, str]]) -> list[str]:
    """Return a sentence for each operation in a migration not in ``known`` that would break the previous version.

    A migration with ``contracts = "why no released code needs it"`` is exempt.
    """
    return [
        f"{app}.{name}: {problem}"
        for (app, name), migration in sorted(loader.disk_migrations.items())
        if (app, name) not in known and not getattr(migration, "contracts", "")
        for problem in _problems(loader, migration)
    ]


def _problems(loader: Any, migration: Any) -> Iterator[str]:
    state = loader.project_state([(migration.app_label, migration.name)], at_end=False)
    fresh = {operation.name_lower for operation in migration.operations if _kind(operation) == "CreateModel"}
    for operation in _flat(migration.operations):
        if getattr(operation, "model_name_lower", None) not in fresh:
            yield from _problem(operation, state.models, migration)
        operation.state_forwards(migration.app_label, state)


def _problem(operation: Any, models: Any, migration: Any) -> Iterator[str]:
    kind = _kind(operation)
    if kind in {"DeleteModel", "RenameModel", "RenameField", "AlterModelTable"}:
        yield f"{kind} takes away what the former version reads."
    elif kind == "RemoveField" and not _is_replaced(operation, migration):
        yield f"RemoveField takes {operation.model_name}.{operation.name} away from the former version."
    elif kind == "AddField" and not _may_be_left_out(operation.field):
        yield (
            f"AddField: the former version leaves {operation.model_name}.{operation.name} out of its INSERTs. Give it "
            "null=True or a db_default."
        )
    elif kind == "AlterField":
        old = models[migration.app_label, operation.model_name_lower].fields[operation.name]
        if narrower := _narrower(old, operation.field):
            yield f"AlterField: {operation.model_name}.{operation.name} {narrower}."
    elif kind == "AddConstraint" and not _is_about_what_is_new(operation, migration):
        yield f"AddConstraint: the former version may still write what {operation.constraint.name} rejects."
    elif kind == "RunSQL" and (found := _DESTRUCTIVE_SQL.search(str(operation.sql))):
        yield f"RunSQL takes something away: {found[0]}."


def _flat(operations: list[Any]) -> Iterator[Any]:
    for operation in operations:
        if _kind(operation) == "SeparateDatabaseAndState":
            yield from _flat([*operation.database_operations, *operation.state_operations])
        else:
            yield operation


def _may_be_left_out(field: Any) -> bool:
    return field.null or field.has_db_default() or field.many_to_many or getattr(field, "generated", False)


def _is_replaced(operation: Any, migration: Any) -> bool:
    """Return whether the migration re-creates a generated column with a new expression. No code writes to it."""
    return any(
        _kind(other) == "AddField"
        and (other.model_name_lower, other.name) == (operation.model_name_lower, operation.name)
        and getattr(other.field, "generated", False)
        for other in migration.operations
    )


def _is_about_what_is_new(operation: Any, migration: Any) -> bool:
    """Return whether a constraint is about a column that the migration adds, or replaces the constraint of its name."""
    on_same_model = [
        other
        for other in _flat(migration.operations)
        if getattr(other, "model_name_lower", None) == operation.model_name_lower
    ]
    return any(
        (_kind(other) == "RemoveConstraint" and other.name == operation.constraint.name)
        or (_kind(other) == "AddField" and re.search(rf"\b{other.name}(\b|__)", repr(operation.constraint)))
        for other in on_same_model
    )


def _narrower(old: Any, new: Any) -> str:
    """Return a description of what the old field accepted and the new one rejects, or ``""``."""
    if old.null and not new.null:
        return "is no longer null, but the former version still writes null"
    if old.has_db_default() and not _may_be_left_out(new):
        return "has no db_default anymore, but the former version leaves it out of its INSERTs"
    if old.get_internal_type() != new.get_internal_type():
        return f"becomes a {new.get_internal_type()}"
    if (new.max_length or sys.maxsize) < (old.max_length or sys.maxsize):
        return f"becomes shorter than {old.max_length or 'without a limit'}"
    return "becomes unique" if new.unique and not old.unique else ""


def _kind(operation: Any) -> str:
    return type(operation).__name__


def main() -> int:
    """Print any problems; return 1 if there are any."""
    sys.path.insert(0, str(BACKEND))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django
    from django.apps import apps
    from django.db.migrations.loader import MigrationLoader

    django.setup()
    release = released()
    ours = {config.label for config in apps.get_app_configs() if Path(config.path).parent == BACKEND}
    loader = MigrationLoader(None)
    before = {tuple(name.removesuffix(".py").split("/migrations/")) for name in release["migrations"]}
    others = {key for key in loader.disk_migrations if key[0] not in ours}
    problems = find_changed(release["migrations"], checksums()) + find_destructive(loader, before | others)
    say("\n".join(problems or [f"Released: {release['version'] or 'nothing yet'}"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

"""Migrations are self-contained, and differences between them and the code are noticed."""

import ast
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db.models import GeneratedField

from common import search
from quotes.models import Quote

MIGRATIONS = sorted(Path(settings.BACKEND_DIR).glob("*/migrations/[0-9]*.py"))
# These are only referenced in fields; no migration calls them.
NAMED_ONLY = {"common.email_addresses"}


def _imports(file: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(str(node.module))
    return found


@pytest.mark.parametrize("file", MIGRATIONS, ids=lambda file: f"{file.parts[-3]}.{file.stem}")
def test_migration_imports_no_product_code(file: Path) -> None:
    ours = {folder.name for folder in Path(settings.BACKEND_DIR).iterdir() if folder.is_dir()}
    assert {name for name in _imports(file) if name.partition(".")[0] in ours} <= NAMED_ONLY


def test_models_and_migrations_agree(db: None) -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


@pytest.mark.parametrize(
    "changed",
    [
        search.search_vector_of("full_name", "email", "phone", text_sql="upper(%(expressions)s)"),
        search.search_vector_of("full_name", "email"),
    ],
    ids=["template", "columns"],
)
def test_changed_search_template_is_noticed(db: None, monkeypatch: pytest.MonkeyPatch, changed: Any) -> None:
    monkeypatch.setattr(Quote._meta.get_field("search_vector"), "expression", changed)
    with pytest.raises(SystemExit):
        call_command("makemigrations", check=True, dry_run=True, verbosity=0)


@pytest.mark.parametrize("model", apps.get_models(), ids=lambda model: model._meta.label)
def test_no_generated_column_depends_on_a_status(model: Any) -> None:
    """Django can't change the expression of a generated column, so a new status would break ``migrate``. An index on
    a condition can change: see common.literals."""
    for field in model._meta.get_fields():
        if isinstance(field, GeneratedField):
            expression: Any = vars(field)["expression"]
            assert "status" not in repr(expression), f"{model._meta.label}.{field.name}"

"""During an update, the former version runs on the new schema: what would break it is found before."""

import datetime as dt
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, migrations, models, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.models.functions import Lower, Now
from rest_framework.test import APIClient

from devtools import former_release, migration_rules, release
from devtools.reads_and_writes import run_calls

Operations = list[Any]


def _find(*operations: Any, **attributes: Any) -> list[str]:
    """What is wrong with a new migration of trees with these operations."""
    loader: Any = MigrationLoader(None)
    last = max(name for app, name in loader.disk_migrations if app == "trees")
    body = {"dependencies": [("trees", last)], "operations": list(operations), **attributes}
    new = type("Migration", (migrations.Migration,), body)("0999_new", "trees")
    known = set(loader.disk_migrations)
    loader.disk_migrations["trees", "0999_new"] = new
    state = loader.project_state([("trees", last)])
    loader.project_state = lambda *args, **kwargs: state
    return migration_rules.find_destructive(loader, known)


@pytest.mark.parametrize(
    "operation",
    [
        migrations.RemoveField("treeorder", "notes"),
        migrations.RenameField("treeorder", "notes", "remarks"),
        migrations.RenameModel("TreeOrder", "Order"),
        migrations.DeleteModel("TreeOrder"),
        migrations.AddField("treeorder", "floor", models.IntegerField(default=0)),  # the database keeps no default
        migrations.AlterField("treeorder", "user", models.UUIDField()),
        migrations.AlterField("treeorder", "customer_name", models.CharField(max_length=5)),
        migrations.AlterField("treeorder", "customer_name", models.TextField(unique=True)),
        migrations.AlterField("treeorder", "preferred_delivery_date", models.DateField()),
        migrations.AlterField("treeorder", "created_at", models.DateTimeField()),
        migrations.AddConstraint("treeorder", models.UniqueConstraint(fields=["city"], name="one_per_city")),
        migrations.AddConstraint("treeorder", models.CheckConstraint(condition=~models.Q(notes=""), name="has_notes")),
        migrations.RunSQL("ALTER TABLE trees_treeorder DROP COLUMN notes"),
        migrations.RunSQL("ALTER TABLE trees_treeorder ALTER COLUMN notes SET NOT NULL"),
        migrations.SeparateDatabaseAndState([migrations.RemoveField("treeorder", "notes")]),
    ],
    ids=lambda operation: operation.describe()[:50],
)
def test_migration_that_takes_something_away_is_rejected_without_a_reason(operation: Any) -> None:
    assert len(_find(operation)) == 1
    assert _find(operation, contracts="No code since 1.0.0 reads it.") == []


@pytest.mark.parametrize(
    "operations",
    [
        [migrations.AddField("treeorder", "floor", models.IntegerField(null=True))],
        [migrations.AddField("treeorder", "floor", models.IntegerField(db_default=0))],
        [migrations.AddField("treeorder", "seen_at", models.DateTimeField(db_default=Now()))],
        [migrations.AlterField("treeorder", "customer_name", models.CharField(max_length=500))],
        [
            migrations.CreateModel("Stand", [("id", models.BigAutoField(primary_key=True))]),
            migrations.AddField("stand", "size", models.IntegerField(default=0)),
        ],
        [
            migrations.AddField("treeorder", "floor", models.IntegerField(null=True)),
            migrations.AddConstraint(
                "treeorder", models.CheckConstraint(condition=models.Q(floor__gte=0), name="floor_not_negative")
            ),
        ],
        [
            migrations.RemoveConstraint("treeorder", "treeorder_status_known"),
            migrations.AddConstraint(
                "treeorder",
                models.CheckConstraint(condition=~models.Q(status=""), name="treeorder_status_known"),
            ),
        ],
        [migrations.RunSQL("CREATE INDEX floor ON trees_treeorder (id)")],
        [
            migrations.RemoveField("treeorder", "search_vector"),
            migrations.AddField(
                "treeorder",
                "search_vector",
                models.GeneratedField(expression=Lower("city"), output_field=models.TextField(), db_persist=True),
            ),
        ],
    ],
    ids=[
        "null",
        "db_default",
        "db_default now",
        "longer",
        "new model",
        "constraint of a new column",
        "other constraint of the same name",
        "index",
        "generated column",
    ],
)
def test_migration_that_only_adds_is_fine(operations: Operations) -> None:
    assert _find(*operations) == []


def test_released_migration_never_changes() -> None:
    before = {"trees/migrations/0001_initial.py": "a", "trees/migrations/0002_floor.py": "b"}
    now = {"trees/migrations/0001_initial.py": "a", "trees/migrations/0003_stand.py": "c"}
    assert migration_rules.find_changed(before, before | now) == []
    assert migration_rules.find_changed(before, now | {"trees/migrations/0002_floor.py": "x"}) == [
        "trees/migrations/0002_floor.py was released and must stay as it is: add a migration instead."
    ]
    assert len(migration_rules.find_changed(before, now)) == 1


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one migration and one change since the last release."""
    project = tmp_path / "project"
    (project / "backend" / "config").mkdir(parents=True)
    (project / "backend" / "trees" / "migrations").mkdir(parents=True)
    (project / "tools" / "devtools").mkdir(parents=True)
    (project / "backend" / "config" / "version.py").write_text('"""Doc."""\n\nVERSION = "1.0.0"\n')
    (project / "backend" / "trees" / "migrations" / "0001_initial.py").write_text("x")
    (project / "CHANGELOG.md").write_text("# Changelog\n\n## Unreleased\n\n- New.\n")
    return project


def test_release_records_version_day_and_checksums(project: Path) -> None:
    day = dt.date(2026, 11, 23)
    assert "Say which version" in release.record("1.1", project, day=day)
    assert release.record("1.1.0", project, day=day) == ""
    assert 'VERSION = "1.1.0"' in (project / "backend" / "config" / "version.py").read_text()
    assert "## 1.1.0 (2026-11-23)" in (project / "CHANGELOG.md").read_text()
    recorded = json.loads((project / "tools" / "devtools" / "released.json").read_text())
    assert (recorded["version"], list(recorded["migrations"])) == ("1.1.0", ["trees/migrations/0001_initial.py"])
    assert "no section" in release.record("1.2.0", project, day=day)


def test_commands_after_a_release_push_all_of_it(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"):
        monkeypatch.setenv(name, "t@t.example")

    def run(command: str) -> str:
        done = subprocess.run(command, shell=True, cwd=project, check=True, capture_output=True, text=True)  # noqa: S602
        return done.stdout

    run("git init --quiet && git add --all && git commit --quiet -m One && git init --quiet --bare ../remote")
    run("git remote add origin ../remote && git push --quiet --set-upstream origin HEAD")
    release.record("1.1.0", project, day=dt.date(2026, 11, 23))
    run(release.publish("1.1.0"))
    pushed = run("git -C ../remote ls-tree -r --name-only v1.1.0").splitlines()
    assert "tools/devtools/released.json" in pushed
    assert run("git status --porcelain") == ""


@pytest.fixture
def people(guest: APIClient, customer_client: APIClient, admin_client: APIClient) -> dict[str, APIClient]:
    for client in (guest, customer_client, admin_client):
        client.raise_request_exception = False
    return {"stranger": guest, "customer": customer_client, "admin": admin_client}


def test_reads_and_writes_of_a_release_work_on_its_own_schema(people: dict[str, APIClient]) -> None:
    assert run_calls(people) == []


def test_reads_and_writes_notice_a_column_that_is_gone(people: dict[str, APIClient]) -> None:
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE accounts_address DROP COLUMN label")
        first, *_ = run_calls(people)
        transaction.set_rollback(True)
    assert first.startswith("POST /api/addresses as customer: 5")


def test_release_before_this_one_is_found_by_its_tag(tmp_path: Path) -> None:
    def git(*command: str) -> None:
        identity = ["-c", "user.name=t", "-c", "user.email=t@t.example"]
        subprocess.run(["git", "-C", str(tmp_path), *identity, *command], check=True, capture_output=True)

    git("init")
    git("commit", "--allow-empty", "-m", "One")
    assert former_release.last_release(tmp_path) is None
    git("tag", "v1.0.0")
    git("commit", "--allow-empty", "-m", "Two")
    assert former_release.last_release(tmp_path) == "v1.0.0"
    (tmp_path / "tools" / "devtools").mkdir(parents=True)
    (tmp_path / "tools" / "devtools" / "__init__.py").touch()
    script = tmp_path / "tools" / "devtools" / "reads_and_writes.py"
    script.write_text("import os, sys\nsys.exit(os.environ['DATABASE_URL'] != 'postgresql://new')\n")
    git("add", "--all")
    git("commit", "-m", "Three")
    git("tag", "v1.1.0")
    assert former_release.run_release("v1.1.0", "postgresql://new", tmp_path) == 0
    assert former_release.run_release("v1.1.0", "postgresql://other", tmp_path) == 1


def test_without_a_release_the_command_says_so(monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.setattr(former_release, "last_release", lambda: None)
    assert former_release.main() == 0
    assert "no release yet" in capsys.readouterr().out


def test_bare_repository_has_nothing_released(monkeypatch: Any, tmp_path: Path) -> None:
    monkeypatch.setattr(migration_rules, "RELEASED", tmp_path / "released.json")
    assert migration_rules.released() == {"version": None, "migrations": {}}

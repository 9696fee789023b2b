"""Backup and restore, with the PostgreSQL 18 programs of the embedded server.

``docker`` is a fake that runs the command meant for the database's container, so with docker-compose.yml the tests
only check which commands are called.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.db import connection
from psycopg.sql import SQL, Identifier

from common.tests.real_processes import database_url_of_tests
from devtools.cluster import BIN
from devtools.paths import PROJECT
from quotes.tests.factories import make_quote
from trees.tests.factories import make_tree_order

DOCKER = """#!/bin/sh
echo "$*" >> "$DOCKER_LOG"
case "$2" in exec) shift 4; exec "$@" ;; esac
"""
AS_IN_THE_CONTAINER = """#!/bin/bash
arguments="$*"
exec {program} --dbname "$CONTAINER" ${{arguments/--username lights --dbname lights/}}
"""


@pytest.fixture
def lost_database(db: None) -> Iterator[str]:
    """The URL of an empty database, separate from the tests' own, to restore into."""
    name = f"{connection.settings_dict['NAME']}_restored"
    with psycopg.connect(database_url_of_tests("postgres"), autocommit=True) as server:
        server.execute(SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(Identifier(name)))
        server.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
        yield database_url_of_tests(name)
        server.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A checkout with the scripts and a .env, in a folder with a space in its name."""
    project = tmp_path / "the project"
    shutil.copytree(PROJECT / "bin", project / "bin")
    (project / ".env").write_text("SECRET_KEY=of-this-installation\n")
    return project


def _run(project: Path, script: str, *arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [str(project / "bin" / script), *map(str, arguments)]
    path = os.pathsep.join([environment.pop("FIRST", ""), str(BIN), os.environ["PATH"]]).strip(os.pathsep)
    return subprocess.run(
        command, env={**os.environ, "PATH": path, **environment}, capture_output=True, text=True, check=False
    )


def _contents(url: str) -> dict[str, tuple[int, str]]:
    """Return the number of rows and a checksum of each table."""
    with psycopg.connect(url) as database:
        tables = database.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        query = "SELECT count(*), coalesce(md5(string_agg(row::text, ',' ORDER BY row::text)), '') FROM {} AS row"
        return {name: database.execute(SQL(query).format(Identifier(name))).fetchone() for (name,) in tables}  # type: ignore[misc]


def _backup(project: Path, folder: Path) -> Path:
    done = _run(project, "backup", folder, DATABASE_URL=database_url_of_tests())
    assert done.returncode == 0, done.stderr
    (dump,) = folder.glob("lights-*.dump")
    return dump


@pytest.mark.django_db(transaction=True)
def test_restore_brings_back_every_row_and_the_statistics(project: Path, tmp_path: Path, lost_database: str) -> None:
    for number in range(20):
        make_quote(full_name=f"Customer {number} 'ü' \\ \t")
        make_tree_order()
    before = _contents(database_url_of_tests())
    dump = _backup(project, tmp_path / "the backups")

    assert _run(project, "restore", dump, DATABASE_URL=lost_database).returncode == 0
    assert _contents(lost_database) == before
    with psycopg.connect(lost_database) as database:
        database.execute("DELETE FROM quotes_quote")
        database.execute("CREATE TABLE of_a_newer_version (quote uuid REFERENCES quotes_quote)")
    assert _run(project, "restore", dump, DATABASE_URL=lost_database).returncode == 0
    assert _contents(lost_database) == before
    with psycopg.connect(lost_database) as database:
        analyzed = database.execute("SELECT reltuples FROM pg_class WHERE relname = 'quotes_quote'").fetchone()
        assert analyzed == (20.0,)
        assert database.execute("SELECT count(*) FROM analytics_repair_counters()").fetchone() == (0,)


@pytest.mark.django_db(transaction=True)
def test_restored_database_can_be_backed_up_and_restored_again(
    project: Path, tmp_path: Path, lost_database: str
) -> None:
    make_quote()
    first = _backup(project, tmp_path / "first")
    assert _run(project, "restore", first, DATABASE_URL=lost_database).returncode == 0
    assert _run(project, "backup", tmp_path / "second", DATABASE_URL=lost_database).returncode == 0
    (second,) = (tmp_path / "second").glob("*.dump")
    before = _contents(lost_database)
    done = _run(project, "restore", second, DATABASE_URL=lost_database)
    assert done.returncode == 0, done.stderr
    assert _contents(lost_database) == before


@pytest.mark.django_db(transaction=True)
def test_broken_backup_is_rejected_and_changes_nothing(project: Path, tmp_path: Path, lost_database: str) -> None:
    make_quote()
    dump = _backup(project, tmp_path / "backups")
    assert _run(project, "restore", dump, DATABASE_URL=lost_database).returncode == 0
    before = _contents(lost_database)
    # Cut it in the middle of the rows: pg_dump writes the list of contents before and after them.
    dump.write_bytes(dump.read_bytes()[: dump.stat().st_size // 2])
    assert _run(project, "restore", dump, DATABASE_URL=lost_database).returncode != 0
    assert _contents(lost_database) == before


@pytest.mark.django_db(transaction=True)
def test_restore_does_not_wait_for_running_worker(project: Path, tmp_path: Path, lost_database: str) -> None:
    make_quote()
    dump = _backup(project, tmp_path / "backups")
    assert _run(project, "restore", dump, DATABASE_URL=lost_database).returncode == 0
    before = _contents(lost_database)
    with psycopg.connect(lost_database) as worker:
        worker.execute("LOCK TABLE quotes_quote")
        done = _run(project, "restore", dump, DATABASE_URL=lost_database)
    assert done.returncode != 0
    assert "lock timeout" in done.stderr
    assert _contents(lost_database) == before


@pytest.mark.django_db(transaction=True)
def test_backup_includes_the_settings_and_is_private(project: Path, tmp_path: Path) -> None:
    dump = _backup(project, tmp_path / "backups")
    settings = dump.with_suffix(".env")
    assert settings.read_text() == "SECRET_KEY=of-this-installation\n"
    assert [file.stat().st_mode & 0o077 for file in (dump, settings)] == [0, 0]


def test_failed_backup_leaves_no_file_and_keeps_older_ones(project: Path, tmp_path: Path) -> None:
    old = tmp_path / "backups" / "lights-2020-01-01-031700.dump"
    old.parent.mkdir()
    old.touch()
    os.utime(old, (0, 0))
    done = _run(project, "backup", old.parent, DATABASE_URL="postgresql://nobody@127.0.0.1:1/nothing")
    assert done.returncode != 0
    assert list(old.parent.iterdir()) == [old]


def test_interrupted_backup_leaves_no_file(project: Path, tmp_path: Path) -> None:
    cut_off = tmp_path / "bin" / "pg_dump"
    cut_off.parent.mkdir()
    cut_off.write_text("#!/bin/sh\nprintf PGDMP\n")  # as on a full disk, but without an error
    cut_off.chmod(0o755)
    done = _run(project, "backup", tmp_path / "backups", DATABASE_URL="postgresql:///any", FIRST=str(cut_off.parent))
    assert done.returncode != 0
    assert list((tmp_path / "backups").iterdir()) == []


@pytest.mark.django_db(transaction=True)
def test_new_backup_removes_expired_ones(project: Path, tmp_path: Path) -> None:
    old = tmp_path / "backups" / "lights-2020-01-01-031700.dump"
    old.parent.mkdir()
    old.touch()
    os.utime(old, (0, 0))
    assert _backup(project, old.parent) != old
    assert not old.exists()


@pytest.mark.django_db(transaction=True)
def test_docker_compose_starts_database_first(project: Path, tmp_path: Path, lost_database: str) -> None:
    make_quote()
    docker = tmp_path / "bin" / "docker"
    docker.parent.mkdir()
    docker.write_text(DOCKER)
    docker.chmod(0o755)
    for tool in ("pg_dump", "psql"):  # replace user and name with the URL of the "container's" database
        program = docker.parent / tool
        program.write_text(AS_IN_THE_CONTAINER.format(program=BIN / tool))
        program.chmod(0o755)
    log = tmp_path / "docker.log"
    environment = {"DATABASE_URL": "", "FIRST": str(docker.parent), "DOCKER_LOG": str(log)}
    name = connection.settings_dict["NAME"]
    done = _run(project, "backup", tmp_path / "backups", CONTAINER=database_url_of_tests(name), **environment)
    assert done.returncode == 0, done.stderr
    (dump,) = (tmp_path / "backups").glob("*.dump")
    log.unlink()
    done = _run(project, "restore", dump, CONTAINER=lost_database, **environment)
    assert done.returncode == 0, done.stderr
    assert _contents(lost_database) == _contents(database_url_of_tests(name))
    given = log.read_text().splitlines()
    assert given[:2] == ["compose up --detach --wait database", "compose stop web web-2 worker"]
    assert given[-1] == "compose up --detach"

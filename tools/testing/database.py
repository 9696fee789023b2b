"""The tests' database: a copy of a migrated one, emptied quickly after each test that commits."""

from collections.abc import Callable
from contextlib import ExitStack
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import TransactionTestCase

from devtools.paths import PROJECT

_PREFIX = "test_template_"
_LOCK = 20251128  # any number that nothing else locks


def copy_migrated(create: Callable[..., str], *, keepdb: bool = False, **arguments: Any) -> str:
    """Create the tests' database as Django's ``create_test_db`` (``create``) does, but without migrating it.

    It is copied from a template database, which stays on the server and is replaced when a migration or a package
    changes. The first of several processes creates the template. Return the database's name.
    """
    if keepdb:
        return create(keepdb=keepdb, **arguments)
    creation: Any = connection.creation
    database: dict[str, Any] = connection.settings_dict
    template = _PREFIX + _digest()
    with creation._nodb_cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [_LOCK])
        cursor.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [_PREFIX])
        existing = {name for (name,) in cursor.fetchall()}
        if template not in existing:
            for old in existing:
                cursor.execute(f'DROP DATABASE "{old}"')
            _migrate(create, f"{template}_draft")
            cursor.execute(f'ALTER DATABASE "{template}_draft" RENAME TO "{template}"')
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(database["TEST"], "TEMPLATE", template)
            creation._create_test_db(0, autoclobber=True, keepdb=False)
    connection.close()
    name: str = creation._get_test_db_name()
    settings.DATABASES[connection.alias]["NAME"] = database["NAME"] = name
    return name


def _migrate(create: Callable[..., str], name: str) -> None:
    database = connection.settings_dict
    with ExitStack() as after, pytest.MonkeyPatch.context() as patch:
        patch.setitem(database["TEST"], "NAME", name)
        patch.setitem(database, "NAME", database["NAME"])  # because ``create`` changes it
        patch.setitem(settings.DATABASES[connection.alias], "NAME", database["NAME"])
        after.callback(connection.close)
        create(verbosity=0, autoclobber=True, serialize=False)


def _digest() -> str:
    """Return a hash of everything that the tables depend on."""
    files = [*Path(settings.BACKEND_DIR).glob("*/migrations/*.py"), PROJECT / "requirements" / "dev.txt"]
    contents = [f"{file.relative_to(PROJECT)}\n{file.read_text()}" for file in sorted(files)]
    return sha256("\n".join([*contents, *settings.INSTALLED_APPS, _cache_table()]).encode()).hexdigest()[:16]


def _cache_table() -> str:
    return str(settings.CACHES["default"]["LOCATION"])


def delete_all_rows(_: TransactionTestCase | None = None) -> None:
    """Empty the tables after a test that commits, 20 times faster than Django does.

    TRUNCATE creates new files for every table and index, most of which are empty. This deletes the rows without running
    triggers or checking foreign keys, which requires a superuser such as the embedded server's. Content types and
    permissions stay. The tables of the queue and the cache, which Django does not manage, are emptied too: otherwise a
    job of a deleted row would fail, and its retry could become due in a later test.
    """
    with connection.cursor() as cursor:
        cursor.execute(_deletion())


@cache
def _deletion() -> str:
    existing = connection.introspection.django_table_names(only_existing=True, include_views=False)
    unmanaged = [f"procrastinate_{name}" for name in ("jobs", "events", "periodic_defers", "workers")]
    tables = {*existing, *unmanaged, _cache_table()} - {"django_content_type", "auth_permission"}
    deletes = " ".join(f"DELETE FROM {connection.ops.quote_name(table)};" for table in sorted(tables))
    return f"DO $$ BEGIN SET LOCAL session_replication_role = replica; {deletes} END $$"

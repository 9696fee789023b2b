"""Backups: everything is restored, encrypted ones only with the key, and a failure leaves older backups alone."""

import datetime as dt
import os
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import Mock, patch

import psycopg
import pyrage
import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone
from psycopg.sql import SQL, Identifier

from backups import making, programs, restoring, storage, tasks
from backups.models import Backup, TrialRestore
from common.doctor import State, inspect
from common.tests.real_processes import database_url_of_tests
from quotes.models import Quote
from quotes.tests.factories import make_quote
from testing.helpers import in_threads
from testing.object_storage import ObjectStorage, object_storage
from trees.tests.factories import make_tree_order

pytestmark = pytest.mark.django_db(transaction=True)

OWNER = pyrage.x25519.Identity.generate()


@pytest.fixture(autouse=True)
def _folder(settings: Any, tmp_path: Path) -> None:
    settings.BACKUP_URL = (tmp_path / "the backups").as_uri().replace("%20", " ")


@pytest.fixture
def other_database(db: None) -> Iterator[str]:
    """The name of an empty database that ``_restore`` restores into."""
    name = f"{connection.settings_dict['NAME']}_restored"
    with psycopg.connect(database_url_of_tests("postgres"), autocommit=True) as server:
        server.execute(SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(Identifier(name)))
        server.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
        yield name
        server.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


@pytest.fixture
def s3(settings: Any) -> Iterator[ObjectStorage]:
    with object_storage() as served:
        settings.BACKUP_URL = "s3://lights-backups/home"
        settings.BACKUP_S3_ENDPOINT = served.url
        settings.BACKUP_S3_KEY_ID, settings.BACKUP_S3_SECRET = "the-key", "the-secret"
        yield served


def _contents(name: str = "") -> dict[str, tuple[int, str]]:
    """Return the number of rows and a checksum of each table, except those that record backups."""
    query = "SELECT count(*), coalesce(md5(string_agg(row::text, ',' ORDER BY row::text)), '') FROM {} AS row"
    with psycopg.connect(database_url_of_tests(name)) as database:
        tables = database.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        found = {table: database.execute(SQL(query).format(Identifier(table))).fetchone() for (table,) in tables}
    return {table: rows for table, rows in found.items() if not table.startswith("backups_")}  # type: ignore[misc]


def _season() -> None:
    for number in range(20):
        make_quote(full_name=f"Customer {number} 'ü' \\ \t")
        make_tree_order()


def _restore(*arguments: str, **options: Any) -> str:
    """Run ``manage.py restore`` on ``other_database``. Return what it prints."""
    out, address, connect = StringIO(), programs.address, programs.connect
    name = f"{connection.settings_dict['NAME']}_restored"
    with (
        patch.object(programs, "address", lambda database="": address(database or name)),
        patch.object(restoring, "connect", lambda database="", **options: connect(database or name, **options)),
    ):
        call_command("restore", *arguments, stdout=out, **options)
    return out.getvalue()


def _stored(settings: Any) -> list[str]:
    return sorted(file.name for file in Path(storage.place()).iterdir())


def test_restore_brings_back_rows_uploads_and_statistics(settings: Any, other_database: str) -> None:
    _season()
    default_storage.save("roofs/roof.jpg", ContentFile(b"a picture"))
    before = _contents()
    backup = making.make_backup()
    default_storage.delete("roofs/roof.jpg")
    assert (backup.error, backup.rows > 40, backup.size > 10_000) == ("", True, True)

    assert "Restored: lights-" in _restore()
    assert _contents(other_database) == before
    with default_storage.open("roofs/roof.jpg") as picture:
        assert picture.read() == b"a picture"
    with psycopg.connect(database_url_of_tests(other_database)) as database:
        analyzed = database.execute("SELECT reltuples FROM pg_class WHERE relname = 'quotes_quote'").fetchone()
        assert analyzed == (20.0,)
        assert database.execute("SELECT count(*) FROM analytics_repair_counters()").fetchone() == (0,)


def test_restore_replaces_a_database_with_rows_only_with_yes(other_database: str) -> None:
    _season()
    before = _contents()
    making.make_backup()
    _restore()
    with psycopg.connect(database_url_of_tests(other_database)) as database:
        database.execute("DELETE FROM quotes_quote")
        database.execute("CREATE TABLE of_a_newer_version (quote uuid REFERENCES quotes_quote)")
    with pytest.raises(CommandError, match="not empty"):
        _restore()
    _restore(yes=True)
    assert _contents(other_database) == before


def test_freshly_migrated_database_counts_as_empty() -> None:
    assert restoring.is_empty()
    make_quote()
    assert not restoring.is_empty()


def test_restore_takes_the_named_backup_instead_of_the_newest(other_database: str, time_machine: Any) -> None:
    make_quote()
    default_storage.save("roofs/first.jpg", ContentFile(b"the first"))
    time_machine.move_to(dt.datetime(2026, 12, 1, 8, tzinfo=dt.UTC), tick=True)
    first = making.make_backup()
    make_quote()
    default_storage.delete("roofs/first.jpg")
    default_storage.save("roofs/second.jpg", ContentFile(b"the second"))
    time_machine.move_to(dt.datetime(2026, 12, 2, 8, tzinfo=dt.UTC), tick=True)
    making.make_backup()
    _restore(first.name)
    assert _contents(other_database)["quotes_quote"][0] == 1
    assert default_storage.exists("roofs/first.jpg")
    _restore(yes=True)
    assert _contents(other_database)["quotes_quote"][0] == 2
    with pytest.raises(CommandError, match="There is no backup lights-none"):
        _restore("lights-none", yes=True)


def test_encrypted_backup_needs_the_owners_key(settings: Any, tmp_path: Path, other_database: str) -> None:
    settings.BACKUP_PUBLIC_KEY = str(OWNER.to_public())
    make_quote(full_name="Eleanor Hayes")
    backup = making.make_backup()
    assert backup.name.endswith(".dump.age")
    assert _restore("--list") == f"{backup.name}\n"
    assert (Path(storage.place()) / backup.name).read_bytes().startswith(b"age-encryption.org/v1")
    key, other = tmp_path / "key.txt", tmp_path / "other.txt"
    key.write_text(f"# created: 2026-11-22\n# public key: {OWNER.to_public()}\n{OWNER}\n")
    other.write_text(str(pyrage.x25519.Identity.generate()))
    with pytest.raises(CommandError, match="is encrypted"):
        _restore()
    with pytest.raises(CommandError, match="can't decrypt"):
        _restore(key=other)
    assert _contents(other_database) == {}
    _restore(key=key)
    assert _contents(other_database)["quotes_quote"][0] == 1


def test_backup_is_stored_in_object_storage_in_parts_and_restored(s3: ObjectStorage, other_database: str) -> None:
    with connection.cursor() as cursor:  # 12 MB that can't be compressed
        cursor.execute("CREATE TABLE large (content bytea)")
        cursor.execute(
            "INSERT INTO large SELECT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())"
            " FROM generate_series(1, 400000)"
        )
    try:
        before = _contents()
        backup = making.make_backup()
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE large")
    assert sorted(s3.objects) == [
        f"lights-backups/home/{backup.name.replace('.dump', '.json')}", f"lights-backups/home/{backup.name}",
    ][::-1]  # fmt: skip
    assert s3.largest_request < backup.size
    _restore()
    assert _contents(other_database) == before


def test_unencrypted_files_take_no_space_during_the_upload(s3: ObjectStorage, settings: Any) -> None:
    settings.BACKUP_PUBLIC_KEY = str(OWNER.to_public())
    default_storage.save("roofs/roof.jpg", ContentFile(b"a picture"))
    on_disk: set[str] = set()
    s3.on_write = lambda: on_disk.update(file.name for file in settings.DATA_DIR.glob("backup-*/*"))
    making.make_backup()
    assert on_disk == {"database.dump", "uploads.tar.gz.age", "counts.json", "database.dump.age"}


def test_backup_fails_and_its_check_says_so_when_the_storage_refuses(s3: ObjectStorage) -> None:
    s3.refuses = True
    with pytest.raises(CommandError, match="No backup was made"):
        call_command("backup")
    (backup,) = Backup.objects.all()
    assert "denied" in backup.error.lower() or "403" in backup.error
    assert "\n" not in backup.error  # without the details for developers that follow the first line
    (result,) = inspect(["backup"])
    assert result.state == State.FAILING
    assert "The last attempt failed" in result.sentence


def test_interrupted_backup_is_recorded_as_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "_dump", Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        making.make_backup()
    assert Backup.objects.get().error == "KeyboardInterrupt: "


def test_truncated_dump_is_never_stored(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> None:
    cut_off = tmp_path / "bin"
    cut_off.mkdir()
    for name in ("pg_restore", "psql"):
        (cut_off / name).symlink_to(Path(settings.POSTGRES_BIN) / name)
    (cut_off / "pg_dump").write_text("#!/bin/sh\nprintf PGDMP\n")  # like a full disk, but without an error
    (cut_off / "pg_dump").chmod(0o755)
    settings.POSTGRES_BIN = str(cut_off)
    with pytest.raises(programs.ProgramFailed):
        making.make_backup()
    assert not Path(storage.place()).exists()
    assert not list(settings.DATA_DIR.glob("backup-*"))


def test_damaged_backup_is_rejected_without_any_change(other_database: str) -> None:
    make_quote()
    backup = making.make_backup()
    _restore()
    before = _contents(other_database)
    # Truncate it in the middle of the rows, since pg_dump writes the table of contents before and after them.
    file = Path(storage.place()) / backup.name
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    with pytest.raises(CommandError, match="Nothing was restored: pg_restore failed"):
        _restore(yes=True)
    assert _contents(other_database) == before


def test_restore_with_damaged_uploads_is_rejected_without_any_change(settings: Any, other_database: str) -> None:
    make_quote()
    default_storage.save("roofs/roof.jpg", ContentFile(os.urandom(100_000)))
    making.make_backup()
    _restore()
    make_quote()
    making.make_backup()
    before = _contents(other_database)
    file = next(reversed([file for file in sorted(Path(storage.place()).iterdir()) if "uploads" in file.name]))
    file.write_bytes(file.read_bytes()[:50_000])
    with pytest.raises(CommandError, match="Nothing was restored"):
        _restore(yes=True)
    assert _contents(other_database) == before


def test_restore_fails_instead_of_waiting_for_a_running_worker(other_database: str) -> None:
    make_quote()
    making.make_backup()
    _restore()
    before = _contents(other_database)
    with psycopg.connect(database_url_of_tests(other_database)) as worker:
        worker.execute("LOCK TABLE quotes_quote")
        with pytest.raises(CommandError, match="lock timeout"):
            _restore(yes=True)
    assert _contents(other_database) == before


def test_error_after_the_rows_were_restored_says_that_they_were(other_database: str) -> None:
    make_quote()
    making.make_backup()
    with psycopg.connect(database_url_of_tests(other_database), autocommit=True) as database:
        # So that the command, unlike the dump, doesn't find the tables.
        database.execute(SQL("ALTER DATABASE {} SET search_path = nowhere").format(Identifier(other_database)))
        with pytest.raises(CommandError, match="The backup was restored, but its rows could not be counted: relation"):
            _restore(yes=True)
        assert database.execute("SELECT count(*) FROM public.quotes_quote").fetchone() == (1,)


def test_backup_keeps_thirty_backups_and_all_other_files(settings: Any) -> None:
    folder = Path(storage.place())
    folder.mkdir()
    for day in range(1, 33):
        for ending in (".dump", ".json"):
            (folder / f"lights-2026-01-{day:02}-080000{ending}").touch()
    others = {"notes.txt", "home.dump"}
    for name in others:
        (folder / name).touch()
    backup = making.make_backup()
    stored = _stored(settings)
    dumps = [name for name in stored if name.endswith(".dump") and name not in others]
    assert (len(dumps), dumps[0], dumps[-1]) == (30, "lights-2026-01-04-080000.dump", backup.name)
    assert len([name for name in stored if name.endswith(".json")]) == 30
    assert others < set(stored)


def test_backup_succeeds_although_old_ones_cannot_be_deleted(
    s3: ObjectStorage, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    s3.keeps_everything = True
    settings.BACKUPS_KEPT = 1
    s3.objects["lights-backups/home/lights-2026-01-01-080000.dump"] = b""
    out = StringIO()
    call_command("backup", stdout=out)
    assert out.getvalue().startswith(Backup.objects.get(error="").name)
    assert "lights-backups/home/lights-2026-01-01-080000.dump" in s3.objects
    assert "Old backups could not be deleted" in caplog.text


def test_backup_folder_is_private(settings: Any) -> None:
    making.make_backup()
    assert Path(storage.place()).stat().st_mode & 0o077 == 0


def test_second_concurrent_backup_is_refused(settings: Any) -> None:
    def back_up(_: int) -> str:
        try:
            return making.make_backup().error
        except making.AlreadyRunning:
            return "running"

    assert sorted(in_threads(2, back_up)) == ["", "running"]
    assert Backup.objects.count() == 1


def test_worker_tries_a_failing_backup_three_times(monkeypatch: pytest.MonkeyPatch, time_machine: Any) -> None:
    time_machine.move_to(dt.datetime(2026, 12, 1, 7, 50, tzinfo=dt.UTC))  # 2:50 AM Eastern
    tasks.back_up(0)
    assert not Backup.objects.exists()
    time_machine.move_to(dt.datetime(2026, 12, 1, 8, 3, tzinfo=dt.UTC))
    monkeypatch.setattr(making, "_make", _refuse)
    for _ in range(4):
        tasks.back_up(0)
    assert [backup.error for backup in Backup.objects.all()] == ["OSError: refused"] * 3


def _refuse(*_: Any) -> None:
    raise OSError("refused")


def test_worker_makes_one_backup_a_day(time_machine: Any) -> None:
    time_machine.move_to(dt.datetime(2026, 12, 1, 8, 13, tzinfo=dt.UTC))  # 3:13 AM Eastern
    Backup.objects.create(place="", name="lights-1.dump", is_encrypted=False)  # by a worker that was killed
    tasks.back_up(0)
    assert Backup.objects.count() == 2
    tasks.back_up(0)
    assert Backup.objects.count() == 2


def test_trial_restore_compares_the_rows_of_the_newest_backup_once_a_week(settings: Any) -> None:
    settings.BACKUP_PUBLIC_KEY = str(OWNER.to_public())
    _season()
    with patch.object(programs, "run", _receive_a_quote_before(programs.run)):
        backup = making.make_backup()
    Quote.objects.all().delete()  # after the backup, so it must not matter
    with psycopg.connect(database_url_of_tests("postgres"), autocommit=True) as server:  # of a trial that was killed
        server.execute(f"CREATE DATABASE {connection.settings_dict['NAME']}_trial")
    tasks.try_last_backup(0)
    (trial,) = TrialRestore.objects.all()
    assert (trial.name, trial.rows, trial.differences, trial.error) == (backup.name, backup.rows, [], "")
    (result,) = inspect(["trial-restore"])
    assert (result.state, f"all {backup.rows:,} rows" in result.sentence) == (State.OK, True)
    with psycopg.connect(database_url_of_tests("postgres")) as server:
        assert not server.execute("SELECT FROM pg_database WHERE datname LIKE '%_trial'").fetchall()
    tasks.try_last_backup(0)
    assert TrialRestore.objects.count() == 1


def _receive_a_quote_before(run: Callable[..., None]) -> Callable[..., None]:
    """Return ``run`` for a site in use: someone requests a quote when the dump's snapshot exists, before it is read."""

    def run_program(name: str, *arguments: str | Path) -> None:
        if name == "pg_dump":
            make_quote()
        run(name, *arguments)

    return run_program


def test_different_rows_after_a_restore_are_reported(settings: Any, other_database: str) -> None:
    make_quote()
    backup = making.make_backup()
    counts = Path(storage.place()) / backup.name.replace(".dump", ".json")
    counts.write_text(counts.read_text().replace('"quotes_quote": 1', '"quotes_quote": 2'))
    tasks.try_last_backup(0)
    (result,) = inspect(["trial-restore"])
    assert result.state == State.FAILING
    difference = "quotes_quote: 2 rows were backed up, 1 restored"
    assert difference in result.sentence
    with pytest.raises(CommandError, match=f"The restored database differs from the backup: {difference}"):
        call_command("restore", "--trial")
    with pytest.raises(CommandError, match=f"The restored rows differ from the backup: {difference}"):
        _restore()


@pytest.mark.parametrize(
    ("hours", "differences", "error", "tried"),
    [
        (2, ["one"], "", 0),
        (25, ["one"], "", 1),
        (25, [], "OSError: no room", 1),
        (25, [], "", 0),
        (167, [], "", 0),
        (169, [], "", 1),
    ],
)
def test_trial_restore_is_repeated_the_next_day_if_it_failed_and_every_week(
    monkeypatch: pytest.MonkeyPatch, hours: int, differences: list[str], error: str, tried: int
) -> None:
    Backup.objects.create(place="", name="lights-1.dump", is_encrypted=False, finished_at=timezone.now())
    ended = timezone.now() - dt.timedelta(hours=hours)
    TrialRestore.objects.create(started_at=ended, finished_at=ended, differences=differences, error=error)
    monkeypatch.setattr(tasks, "try_restore", TrialRestore.objects.create)
    tasks.try_last_backup(0)
    assert TrialRestore.objects.count() == 1 + tried


@pytest.mark.parametrize(("hours", "tried"), [(23, 0), (25, 1)])
def test_trial_restore_whose_worker_was_stopped_is_repeated_the_next_day(
    monkeypatch: pytest.MonkeyPatch, hours: int, tried: int
) -> None:
    Backup.objects.create(place="", name="lights-1.dump", is_encrypted=False, finished_at=timezone.now())
    TrialRestore.objects.create(started_at=timezone.now() - dt.timedelta(hours=hours))
    monkeypatch.setattr(tasks, "try_restore", TrialRestore.objects.create)
    tasks.try_last_backup(0)
    assert TrialRestore.objects.count() == 1 + tried


def test_worker_neither_backs_up_nor_restores_without_storage(settings: Any) -> None:
    Backup.objects.create(place="", name="lights-1.dump", is_encrypted=False, finished_at=timezone.now())
    settings.BACKUP_URL = ""
    tasks.back_up(0)
    tasks.try_last_backup(0)
    assert (Backup.objects.count(), TrialRestore.objects.count()) == (1, 0)


def test_trial_restore_check_ignores_a_trial_in_progress() -> None:
    ended = timezone.now() - dt.timedelta(hours=2)
    TrialRestore.objects.create(started_at=ended, finished_at=ended, error="OSError: no room")
    TrialRestore.objects.create()
    (result,) = inspect(["trial-restore"])
    assert (result.state, "no room" in result.sentence) == (State.FAILING, True)


def test_commands_make_list_and_try_backups(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", settings.POSTGRES_BIN, prepend=os.pathsep)
    settings.POSTGRES_BIN = ""
    _season()
    out = StringIO()
    call_command("backup", stdout=out)
    (backup,) = Backup.objects.all()
    assert out.getvalue().startswith(f"{backup.name}: ")
    assert _restore("--list") == f"{backup.name}\n"
    out = StringIO()
    call_command("restore", "--trial", stdout=out)
    assert out.getvalue() == f"{backup.name} can be restored, with all {backup.rows:,} rows.\n"


def test_backup_without_its_program_says_what_is_missing(settings: Any, tmp_path: Path) -> None:
    settings.POSTGRES_BIN = str(tmp_path)
    with pytest.raises(CommandError, match="pg_dump is not installed: set POSTGRES_BIN"):
        call_command("backup")
    assert inspect(["backup"])[0].state == State.FAILING


def test_backup_check_warns_before_the_first_backup() -> None:
    (result,) = inspect(["backup"])
    assert (result.state, result.sentence) == (
        State.WARNING,
        "No backup has been made yet. The first one is due tonight.",
    )


def test_trial_restore_is_refused_if_it_could_fill_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    making.make_backup()
    monkeypatch.setattr(storage, "free_space", lambda folder: 1000)
    tasks.try_last_backup(0)
    assert TrialRestore.objects.get().error.startswith("DiskTooFull: A trial restore needs")


def test_backup_check_fails_after_a_failed_attempt_despite_a_recent_backup() -> None:
    now = timezone.now()
    for hours, error in ((2, ""), (1, "OSError: no room")):
        at = now - dt.timedelta(hours=hours)
        Backup.objects.create(
            started_at=at, finished_at=at, place="/backups", name="lights-1.dump", is_encrypted=False, error=error
        )
    (result,) = inspect(["backup"])
    assert result.state == State.FAILING
    assert result.sentence.endswith("The last attempt failed: OSError: no room")


def test_backup_check_names_the_place_that_the_backup_is_in(settings: Any) -> None:
    now = timezone.now()
    Backup.objects.create(
        started_at=now, finished_at=now, place="/former/place", name="lights-1.dump", is_encrypted=False
    )
    assert inspect(["backup"])[0].sentence.endswith("in /former/place.")


@pytest.mark.parametrize(("days", "state"), [(8, State.OK), (10, State.FAILING)])
def test_trial_restore_check_fails_after_nine_days(days: int, state: State) -> None:
    at = timezone.now() - dt.timedelta(days=days)
    TrialRestore.objects.create(started_at=at, finished_at=at, name="lights-1.dump")
    assert inspect(["trial-restore"])[0].state == state


@pytest.mark.parametrize(("hours", "state"), [(25, State.OK), (27, State.FAILING)])
def test_backup_check_fails_after_26_hours(hours: int, state: State) -> None:
    at = timezone.now() - dt.timedelta(hours=hours)
    Backup.objects.create(started_at=at, finished_at=at, place="/backups", name="lights-1.dump", is_encrypted=False)
    assert inspect(["backup"])[0].state == state


def test_uploads_in_object_storage_are_backed_up_and_restored_there(
    s3: ObjectStorage, settings: Any, other_database: str
) -> None:
    settings.UPLOADS_URL, settings.UPLOADS_S3_ENDPOINT = "s3://lights-uploads", s3.url
    settings.UPLOADS_S3_KEY_ID, settings.UPLOADS_S3_SECRET = "the-key", "the-secret"
    for name in ("roofs/roof.jpg", "door.jpg"):
        default_storage.save(name, ContentFile(name.encode()))
    uploaded = {name: content for name, content in s3.objects.items() if name.startswith("lights-uploads/")}
    assert len(uploaded) == 2
    making.make_backup()
    for name in uploaded:
        del s3.objects[name]
    _restore()
    assert uploaded.items() <= s3.objects.items()


def test_shared_files_check_warns_of_folders_with_several_machines(settings: Any) -> None:
    def found() -> State:
        return inspect({"shared-files"})[0].state

    assert found() == State.OK
    settings.MACHINE = "lights-1"
    assert found() == State.WARNING
    settings.UPLOADS_URL, settings.BACKUP_URL = "s3://lights/uploads", "s3://lights/backups"
    assert found() == State.OK


def test_backup_that_failed_or_is_in_progress_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = {"finished_at": timezone.now(), "error": "OSError: no room"}
    Backup.objects.create(place="/backups", name="lights-1.dump", is_encrypted=False, **failed)
    Backup.objects.create(place="/backups", name="lights-2.dump", is_encrypted=False)
    monkeypatch.setattr(tasks, "try_restore", TrialRestore.objects.create)
    tasks.try_last_backup(0)
    assert not TrialRestore.objects.exists()
    assert inspect(["backup"])[0].sentence == "There is no backup."

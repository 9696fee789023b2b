"""``manage.py restore [NAME] [--key FILE]``: replace the database and the uploads with a backup."""

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from backups import storage
from backups.restoring import FetchedBackup, compare, fetched_backup, is_empty, restore
from backups.trial import try_restore


class Command(BaseCommand):
    """Restore the newest backup or the one that is named. Stop web and worker first.

    A database that is not empty is only replaced with --yes. ``--trial`` restores the newest backup into a scratch
    database instead, as the worker does every week, and ``--list`` prints the names of the backups.
    """

    help = __doc__
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", default="", help="the newest by default")
        parser.add_argument("--key", type=Path, help="a file with the private key (AGE-SECRET-KEY-…)")
        parser.add_argument("--yes", action="store_true", help="replace a database that is not empty")
        parser.add_argument("--trial", action="store_true", help="restore into a scratch database and compare")
        parser.add_argument("--list", action="store_true", help="print the backups, the newest first")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if options["list"]:
                self.stdout.write("\n".join(name for name in storage.names() if ".dump" in name))
            elif options["trial"]:
                self._try()
            else:
                self._restore(options["name"], options["key"], replace=options["yes"])
        except CommandError:
            raise
        except Exception as error:
            raise CommandError(f"Nothing was restored: {error}") from error

    def _restore(self, name: str, key: Path | None, *, replace: bool) -> None:
        if not replace and not is_empty():
            raise CommandError(
                "The database is not empty. To replace everything in it with the backup, run this again with --yes."
            )
        with fetched_backup(name, _private_key(key) if key else "") as backup:
            restore(backup)
            self.stdout.write(f"Restored: {backup.name}, {sum(backup.counts.values()):,} rows.")
            self._compare(backup)

    def _compare(self, backup: FetchedBackup) -> None:
        try:
            differing = compare(backup)
        except Exception as error:
            raise CommandError(f"The backup was restored, but its rows could not be counted: {error}") from error
        if differing:
            raise CommandError("The restored rows differ from the backup: " + "; ".join(differing))

    def _try(self) -> None:
        trial = try_restore()
        if trial.differences:
            raise CommandError("The restored database differs from the backup: " + "; ".join(trial.differences))
        self.stdout.write(f"{trial.name} can be restored, with all {trial.rows:,} rows.")


def _private_key(file: Path) -> str:
    """Return the key from a file that ``age-keygen`` wrote, which also has comments."""
    lines = [line.strip() for line in file.read_text().splitlines()]
    return next((line for line in lines if line.startswith("AGE-SECRET-KEY-")), "")

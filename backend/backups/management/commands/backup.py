"""``manage.py backup``: back up the database and the uploads now."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from backups.installation_checks import describe
from backups.making import make_backup


class Command(BaseCommand):
    """Make a backup and print where it is. The exit code is not 0 if it failed."""

    help = __doc__
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            backup = make_backup()
        except Exception as error:
            raise CommandError(f"No backup was made: {error}") from error
        self.stdout.write(f"{backup.name}: {describe(backup)}")

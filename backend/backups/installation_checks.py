"""Installation checks of backups and trial restores (``common.doctor``)."""

import datetime as dt

from django.conf import settings
from django.db.models import Max
from django.utils import timezone

from backups.models import SUCCEEDED, Backup, TrialRestore
from common.days import day_and_time
from common.doctor import Finding, check, failing, ok, warning

MAX_AGE = dt.timedelta(hours=26)  # a day, with room for the clock change and a slow night
TRIED_WITHIN = dt.timedelta(days=9)


@check("backup", "Backup")
def _backup() -> Finding:
    if not settings.BACKUP_URL:
        report = warning if settings.DEVELOPMENT else failing
        return report(
            "There are no backups, because no place for them is set.", "Set BACKUP_URL in .env (docs/operations.md)."
        )
    attempts = Backup.objects.order_by("-started_at")
    last, good = attempts.first(), attempts.filter(SUCCEEDED).first()
    what_to_do = "Make one now: docker compose exec worker python manage.py backup. It prints what is wrong."
    if good is None and last is None:
        return warning("No backup has been made yet. The first one is due tonight.", what_to_do)
    why = f" The last attempt failed: {last.error}" if last and last.error else ""
    if good is None or timezone.now() - good.started_at > MAX_AGE:
        since = f"The last backup is from {day_and_time(good.started_at)}." if good else "There is no backup."
        return failing(since + why, what_to_do)
    if why:
        return failing(f"There is a backup from {day_and_time(good.started_at)}." + why, what_to_do)
    return ok(describe(good))


@check("trial-restore", "Trial restore")
def _trial() -> Finding:
    last = TrialRestore.objects.exclude(finished_at=None).order_by("-started_at").first()
    if last is None:
        first = Backup.objects.filter(error="").aggregate(at=Max("finished_at"))["at"]
        text = "No trial restore has been done yet." + (" The first one is done within a day." if first else "")
        return warning(text, "The worker does one every week: docker compose logs worker.")
    what_to_do = "Try it now: docker compose exec worker python manage.py restore --trial."
    when = day_and_time(last.started_at)
    if last.error:
        return failing(f"The trial restore of {when} failed: {last.error}", what_to_do)
    if last.differences:
        return failing(f"What was restored on {when} differs from the backup: {last.differences[0]}", what_to_do)
    if timezone.now() - last.started_at > TRIED_WITHIN:
        return failing(f"The last trial restore was on {when}.", what_to_do)
    return ok(f"{last.name} was restored on {when} with all {last.rows:,} rows.")


@check("shared-files", "Files of several machines")
def _shared_files() -> Finding:
    local = [name for name in ("UPLOADS_URL", "BACKUP_URL") if getattr(settings, name).startswith("file:")]
    if settings.MACHINE and local:
        return warning(
            f"There are several machines (MACHINE), and each may have its own folder for {' and '.join(local)}.",
            "Use object storage (docs/several-machines.md), unless all machines mount the same folder.",
        )
    return ok("All machines use the same place for uploads and backups.")


def describe(backup: Backup) -> str:
    """Return a successful backup's time, size, duration and place in one sentence."""
    seconds = (backup.finished_at - backup.started_at).total_seconds() if backup.finished_at else 0
    return (
        f"{day_and_time(backup.started_at)}: {in_megabytes(backup.size)} in {seconds:.0f} seconds, "
        f"{backup.rows:,} rows, {'encrypted' if backup.is_encrypted else 'not encrypted'}, in {backup.place}."
    )


def in_megabytes(size: int) -> str:
    """Return a size in bytes as "4.2 MB"."""
    return f"{size / 1e6:,.1f} MB"

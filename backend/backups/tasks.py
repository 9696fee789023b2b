"""The nightly backup, and the weekly trial restore."""

import datetime as dt
import logging

from django.conf import settings
from django.utils import timezone
from procrastinate.contrib.django import app

from backups.making import AlreadyRunning, make_backup
from backups.models import SUCCEEDED, Backup, TrialRestore
from backups.trial import try_restore
from common.days import eastern

log = logging.getLogger(__name__)

AT = dt.time(3)  # Eastern
MAX_ATTEMPTS = 3
TRIED_EVERY = dt.timedelta(days=7)


@app.periodic(cron="3-59/10 * * * *")
@app.task(queueing_lock="back_up", lock="back_up")
def back_up(timestamp: int) -> None:
    """Make one backup a day, at 3 AM Eastern or as soon as the worker runs after that, if BACKUP_URL is set.

    A failed one is retried twice, ten minutes apart.
    """
    now = timezone.now()
    due = eastern(timezone.localdate(now), AT)
    if not settings.BACKUP_URL or now < due:
        return
    today = Backup.objects.filter(started_at__gte=due)
    if today.filter(SUCCEEDED).exists() or today.count() >= MAX_ATTEMPTS:
        return
    try:
        make_backup()
    except AlreadyRunning:
        return
    except Exception:  # any error: its row says so, and the job itself is fine
        log.exception("The backup failed")


@app.periodic(cron="8-59/10 * * * *")
@app.task(queueing_lock="try_last_backup", lock="back_up")
def try_last_backup(timestamp: int) -> None:
    """Do a trial restore of the newest backup once a week, and again every day if it fails or is stopped."""
    if not settings.BACKUP_URL or not Backup.objects.filter(SUCCEEDED).exists():
        return
    now = timezone.now()
    recent = TrialRestore.objects.filter(started_at__gt=now - TRIED_EVERY)
    if recent.filter(SUCCEEDED, differences=[]).exists():
        return
    if recent.filter(started_at__gt=now - dt.timedelta(days=1)).exists():
        return
    try:
        trial = try_restore()
    except Exception:  # as above
        log.exception("The trial restore failed")
    else:
        if trial.differences:
            log.error("The trial restore differs: %s", "; ".join(trial.differences))

"""The worker's backups: every night, and a trial restore every week."""

import datetime as dt
import logging

from django.conf import settings
from django.utils import timezone
from procrastinate.contrib.django import app

from backups.making import AlreadyRunning, make_backup
from backups.models import Backup, TrialRestore
from backups.trial import try_restore
from common.days import eastern

log = logging.getLogger(__name__)

AT = dt.time(3)  # Eastern
MOST_ATTEMPTS = 3
TRIED_EVERY = dt.timedelta(days=7)


@app.periodic(cron="3-59/10 * * * *")
@app.task(queueing_lock="back_up", lock="back_up")
def back_up(timestamp: int) -> None:
    """Make a backup once a day from three in the morning (Eastern), or as soon as the worker runs. One that failed is
    tried again twice, ten minutes later each time. Does nothing without BACKUP_URL."""
    now = timezone.now()
    due = eastern(timezone.localdate(now), AT)
    if not settings.BACKUP_URL or now < due:
        return
    today = Backup.objects.filter(started_at__gte=due)
    if today.filter(error="", finished_at__isnull=False).exists() or today.count() >= MOST_ATTEMPTS:
        return
    try:
        make_backup()
    except AlreadyRunning:
        return
    except Exception:
        log.exception("The backup failed")


@app.periodic(cron="8-59/10 * * * *")
@app.task(queueing_lock="try_last_backup", lock="back_up")
def try_last_backup(timestamp: int) -> None:
    """Restore the newest backup into a scratch database and count its rows, once a week and then again each day until
    it succeeds."""
    if not settings.BACKUP_URL or not Backup.objects.filter(error="", finished_at__isnull=False).exists():
        return
    now = timezone.now()
    recent = TrialRestore.objects.filter(started_at__gt=now - TRIED_EVERY)
    if recent.filter(error="", differences=[]).exists():
        return
    if recent.filter(started_at__gt=now - dt.timedelta(days=1)).exists():
        return
    try:
        trial = try_restore()
    except Exception:
        log.exception("The trial restore failed")
    else:
        if trial.differences:
            log.error("The trial restore differs: %s", "; ".join(trial.differences))

"""Disk and clock of each machine. Its own watch records them, so that the checks on any machine see all of them."""

import datetime as dt
import shutil
import time
from collections.abc import Iterable
from dataclasses import dataclass

from django.conf import settings
from django.db import Error, connection
from django.utils import timezone

from alerts.models import Watcher
from common.outages import is_outage

SILENT = dt.timedelta(minutes=5)
# After this long, a machine is assumed to be no longer in use.
RETIRED_AFTER = dt.timedelta(days=1)
WATCH = "watch"


@dataclass(frozen=True)
class Disk:
    """A machine's disk, in bytes. ``machine`` is blank if there is only one."""

    machine: str
    free: int
    size: int

    @property
    def free_share(self) -> float:
        return self.free / self.size


def disks() -> list[Disk]:
    """Return this machine's disk and those that other machines recorded recently (none while the database is down)."""
    try:
        others = [Disk(each.machine, each.disk_free or 0, each.disk_size or 1) for each in _others()]
    except Error as error:
        if not is_outage(error):
            raise
        others = []
    return [_own_disk(), *others]


def clocks() -> list[tuple[str, float]]:
    """Return the machines, this one first, and how many seconds each clock is behind the database's."""
    others = [(each.machine, each.clock_behind or 0.0) for each in _others()]
    return [(settings.MACHINE, _clock_behind()), *others]


def record_heartbeat(watcher: str) -> None:
    """Record that ``watcher`` is running on this machine, with the machine's disk and clock."""
    disk = _own_disk()
    Watcher.objects.update_or_create(
        name=_name(watcher),
        defaults={
            "seen_at": timezone.now(), "machine": settings.MACHINE, "disk_free": disk.free, "disk_size": disk.size,
            "clock_behind": _clock_behind(),
        },
    )  # fmt: skip


def silent_watches() -> list[str]:
    """Return the machines whose watch has stopped, or [""] if no watch is running at all.

    One without a name is from the time before its machine got one.
    """
    now = timezone.now()
    known = Watcher.objects.filter(name__startswith=WATCH)
    if not known.filter(seen_at__gt=now - SILENT).exists():
        return [""]
    silent = known.filter(seen_at__lte=now - SILENT, seen_at__gt=now - RETIRED_AFTER).exclude(machine="")
    return list(silent.order_by("machine").values_list("machine", flat=True))


def watches_before() -> int:
    """Return how many running watches come before this machine's in order of name."""
    running = Watcher.objects.filter(name__startswith=WATCH, seen_at__gt=timezone.now() - SILENT)
    return running.filter(name__lt=_name(WATCH)).count()


def _name(watcher: str) -> str:
    return f"{watcher} on {settings.MACHINE}" if settings.MACHINE else watcher


def _others() -> Iterable[Watcher]:
    seen = Watcher.objects.filter(seen_at__gt=timezone.now() - SILENT, disk_size__gt=0)
    return seen.exclude(machine=settings.MACHINE).order_by("machine", "-seen_at").distinct("machine")


def _own_disk() -> Disk:
    usage = shutil.disk_usage(settings.DATA_DIR if settings.DATA_DIR.is_dir() else settings.PROJECT_DIR)
    return Disk(settings.MACHINE, usage.free, usage.total)


def _clock_behind() -> float:
    before = time.time()
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())::float8")
        database: float = cursor.fetchone()[0]
    return database - (before + time.time()) / 2

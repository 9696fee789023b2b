"""Records of backups and trial restores."""

import uuid

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models.functions import Now
from django.utils import timezone


# Of a backup or a trial restore. One whose process was stopped has neither an error nor an end.
SUCCEEDED = models.Q(error="", finished_at__isnull=False)


class Backup(models.Model):
    """An attempt to make a backup. ``finished_at`` is null while it runs, and if its process was killed.

    ``name`` is the name of the file in the storage ``place``, ``size`` is its size there in bytes, and ``rows`` is the
    number of rows in all tables. ``error`` says why it failed.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    started_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)
    place = models.CharField(max_length=500)
    name = models.CharField(max_length=100)
    is_encrypted = models.BooleanField()
    size = models.BigIntegerField(default=0, validators=[MinValueValidator(0)])
    rows = models.BigIntegerField(default=0)
    error = models.TextField(blank=True)

    def __str__(self) -> str:
        return self.name


class TrialRestore(models.Model):
    """A restore of a backup into a scratch database.

    ``differences`` has a sentence for each table whose number of rows was wrong. The backup can be restored if there
    are none and no ``error``.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    started_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)
    name = models.CharField(max_length=100)
    rows = models.BigIntegerField(default=0)
    differences = models.JSONField(default=list, blank=True)
    error = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"{self.name} ({'failed' if self.error or self.differences else 'fine'})"


class TrialKey(models.Model):
    """The key that trial restores decrypt backups with.

    It leaves the database only inside encrypted backups, so it is of no use to someone who has only the storage.
    """

    identity = models.CharField(max_length=100)
    created_at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return f"Key of {timezone.localdate(self.created_at)}"

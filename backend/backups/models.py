"""What became of each backup and each trial restore."""

import uuid

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models.functions import Now
from django.utils import timezone


class Backup(models.Model):
    """One attempt to back up. ``finished_at`` is empty while it runs and when it was cut off.

    ``name`` is the file's in the storage ``place``, ``size`` in bytes as stored there, and ``rows`` how many rows all
    tables had. ``error`` says why it failed.
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
    """One restore of a backup into a scratch database. ``differences`` has a sentence for each table whose rows were
    not those that the backup counted; with neither them nor an ``error``, the backup can be restored."""

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
    """The key with which trial restores read encrypted backups, beside the owner's. It never leaves the database but
    inside a backup, so it opens nothing for someone who has only the storage."""

    identity = models.CharField(max_length=100)
    created_at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return f"Key of {self.created_at:%Y-%m-%d}"

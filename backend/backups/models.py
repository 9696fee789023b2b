"""Records of backups and trial restores."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models.functions import Now
from django.utils import timezone

# One whose process was killed has neither an error nor an end.
SUCCEEDED = models.Q(error="", finished_at__isnull=False)


class Attempt(models.Model):
    """An attempt to back up or restore ``rows`` rows in all tables. ``error`` says why it failed.

    ``finished_at`` is null while it runs, and if its process was killed.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    started_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)
    rows = models.BigIntegerField(default=0)
    error = models.TextField(blank=True)

    class Meta:
        abstract = True

    @contextmanager
    def recorded(self) -> Iterator[None]:
        """Save the row when the block ends, and the first line of its error if it raises one."""
        try:
            yield
        except BaseException as error:
            self.error = f"{type(error).__name__}: {error}".partition("\n")[0][:1000]
            raise
        finally:
            self.finished_at = timezone.now()
            self.save()


class Backup(Attempt):
    """An attempt to make a backup.

    ``name`` is the name of the file in the storage ``place``, and ``size`` is its size there in bytes.
    """

    place = models.CharField(max_length=500)
    name = models.CharField(max_length=100)
    is_encrypted = models.BooleanField()
    size = models.BigIntegerField(default=0, validators=[MinValueValidator(0)])

    def __str__(self) -> str:
        return self.name


class TrialRestore(Attempt):
    """A restore of a backup into a scratch database.

    ``differences`` has a sentence for each table whose number of rows was wrong. The backup can be restored if there
    are none and no ``error``.
    """

    name = models.CharField(max_length=100)
    differences = models.JSONField(default=list, blank=True)

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

"""The base of all models, and the tables that no business app owns."""

import datetime as dt
from collections.abc import Collection
from typing import Any, Self

import orjson
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Func
from django.db.models.base import ModelState
from django.db.models.functions import Now
from django.utils import timezone

from common.inserts import insert

# PostgreSQL 18's own ``uuidv7()``: ordered by time, and its last 8 characters tell two rows apart.
_UUID = Func(function="uuidv7", output_field=models.UUIDField())


class UpdatedAtField(models.DateTimeField):  # type: ignore[type-arg]  # generic in its stubs alone
    """When a row was last changed, by the database's clock for a new row.

    A later ``save`` uses this machine's clock, which may be behind the database's or another machine's. It always sets
    a time at least one millisecond (the precision of browsers) after the row's current one, so that ``updated_at`` is
    never before ``created_at``, and every form that was opened before the change is detected (``common.locks``).
    """

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        before = model_instance.__dict__.get(self.attname)
        if not add:
            now = timezone.now()
            if isinstance(before, dt.datetime):
                now = max(now, before + dt.timedelta(milliseconds=1))
            setattr(model_instance, self.attname, now)
        return super().pre_save(model_instance, add)

    def deconstruct(self) -> Any:
        """Describe a plain field: migrations import no code of ours."""
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.DateTimeField", args, kwargs


class JSONField(models.JSONField):
    """JSON in lists: orjson takes a third of the time of Django's own decoder."""

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        """Return what the column contains, or the value of one of its keys."""
        return orjson.loads(value) if isinstance(value, str) else value

    def deconstruct(self) -> Any:
        """Describe a plain field: migrations import no code of ours."""
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs


class Record(models.Model):
    """A row with an ID from the database, and when it was created and last changed (UTC)."""

    id = models.UUIDField(primary_key=True, db_default=_UUID, editable=False)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    updated_at = UpdatedAtField(db_default=Now(), editable=False)

    class Meta:
        abstract = True

    @property
    def short_id(self) -> str:
        """The end of the ID, which people see as the row's number. Searches find it."""
        return str(self.id)[-8:]

    def _do_insert(self, manager: Any, using: Any, fields: Any, returning_fields: Any, raw: bool) -> Any:
        """Insert the row; Django calls this when it is saved for the first time."""
        if not raw and insert(self, using, fields):
            return []  # nothing is left for Django to set
        return super()._do_insert(manager, using, fields, returning_fields, raw)  # type: ignore[misc]

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[Any], **options: Any) -> Self:
        """Set the values of a row directly.

        Django calls ``__init__``, which sets fields one by one and sends two signals. A deferred column is loaded on
        first use, as in Django.
        """
        row = cls.__new__(cls)
        row._state = ModelState()
        row._state.adding, row._state.db = False, db
        row.__dict__.update(zip(field_names, values, strict=True))
        return row


class KeptForBooks(models.Model):
    """A row that is kept for the books after its person was ``erased``. No list or search shows it from then on."""

    erased = models.BooleanField(db_default=False, editable=False)

    class Meta:
        abstract = True


def newest_first(name: str, owner: str | None = None) -> models.Index:
    """Return the index for a keyset page (see ``common.pagination``): newest first, within ``owner`` if given.

    It also serves as the index of the owner's foreign key (``db_index=False``).
    """
    fields = [owner] if owner else []
    return models.Index(fields=[*fields, "-created_at", "-id"], name=name)


class IdempotentResponse(models.Model):
    """The first response to an ``Idempotency-Key``; see ``common.idempotency``."""

    scope = models.TextField()
    key = models.TextField()
    fingerprint = models.BinaryField()
    status = models.PositiveSmallIntegerField(null=True)
    body = models.BinaryField(null=True)
    created_at = models.DateTimeField(db_default=Now(), db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["scope", "key"], name="one_response_per_key")]


class ThrottleHits(models.Model):
    """When a user, an address, a network or everyone wrote last; see ``common.throttling``."""

    bucket = models.TextField(primary_key=True)
    hits = ArrayField(models.DateTimeField())

    class Meta:
        verbose_name_plural = "throttle hits"


class SpentChallenge(models.Model):
    """A proof-of-work challenge whose solution has been used; see ``common.proof_of_work``."""

    nonce = models.TextField(primary_key=True)
    expires_at = models.DateTimeField()

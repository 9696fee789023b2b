"""The business's promise: a reply within 24 hours (specification, section 9)."""

import datetime as dt

from django.db import models

RESPONSE_TIME = dt.timedelta(hours=24)


class ResponseDeadline(models.Model):
    """A row whose customer waits for a reply since ``created_at``, and what we did about it (all times UTC).

    ``answered_at`` is when they first got one, ``closed_at`` when the wait ended without one. A try is a contact that
    did not reach them: the first before a reply was at ``tried_at``, the last at ``last_tried_at``, and ``tries``
    counts those since they last heard from us.
    """

    answered_at = models.DateTimeField(null=True, blank=True, editable=False)
    closed_at = models.DateTimeField(null=True, blank=True, editable=False)
    tried_at = models.DateTimeField(null=True, blank=True, editable=False)
    last_tried_at = models.DateTimeField(null=True, blank=True, editable=False)
    tries = models.PositiveIntegerField(default=0, db_default=0, editable=False)

    class Meta:
        abstract = True

    created_at: dt.datetime

    @property
    def respond_by(self) -> dt.datetime:
        return self.created_at + RESPONSE_TIME

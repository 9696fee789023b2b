"""The business's promise: a reply within 24 hours (specification, section 9)."""

import datetime as dt

from django.db import models

RESPONSE_TIME = dt.timedelta(hours=24)


class ResponseDeadline(models.Model):
    """A row whose customer waits for a reply; ``answered_at`` is when they first got one (UTC)."""

    answered_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        abstract = True

    created_at: dt.datetime

    @property
    def respond_by(self) -> dt.datetime:
        return self.created_at + RESPONSE_TIME

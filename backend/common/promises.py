"""The business's promise: whoever asks hears from us within 24 hours (specification, section 9)."""

import datetime as dt

from django.db import models

ANSWER_WITHIN = dt.timedelta(hours=24)


class Promised(models.Model):
    """A row that somebody waits for an answer to; ``answered_at`` is when they first got one (UTC)."""

    answered_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        abstract = True

    created_at: dt.datetime

    @property
    def due_at(self) -> dt.datetime:
        """Until when the answer was promised."""
        return self.created_at + ANSWER_WITHIN

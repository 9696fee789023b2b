"""Response deadlines: the business promises a response within 24 hours (specification, section 9)."""

import datetime as dt

from django.db import models
from django.utils import timezone

RESPONSE_TIME = dt.timedelta(hours=24)


def within_24_hours(by: dt.datetime) -> str:
    """Return "within 24 hours" for a response due ``by``, or "soon" in a message that goes out after that."""
    return "within 24 hours" if timezone.now() < by else "soon"


class ResponseDeadline(models.Model):
    """A row whose customer has been waiting for a response since ``created_at``, and what we did (times are UTC).

    ``answered_at`` is when they got the first response, and ``closed_at`` when the wait ended without one. A try is a
    contact that did not reach them: ``tried_at`` is the first before a response, ``last_tried_at`` the latest, and
    ``tries`` counts those since they last heard from us.
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

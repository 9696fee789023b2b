"""Request bodies for jobs."""

from typing import Annotated
from uuid import UUID

from common.inputs import Change, Changes, Choice, Form, Instant, Seen, Text
from common.unset import UNSET
from jobs.models import JobKind, JobStatus

Notes = Annotated[str, Text(5000)]


class JobInput(Form):
    """A new job for a quote. ``updatedAt`` is the version of the quote that the administrator saw."""

    seen: Seen = None
    quote_id: UUID
    kind: Annotated[JobKind, Choice()] = JobKind.INSTALLATION
    scheduled_date: Instant = None
    notes: Notes = ""


class JobRevisionInput(Changes):
    """An administrator's changes; missing fields stay as they are. ``updatedAt`` is the version they saw."""

    seen: Seen = None
    status: Change[Annotated[JobStatus, Choice()]] = UNSET
    scheduled_date: Change[Instant] = UNSET
    notes: Change[Notes] = UNSET

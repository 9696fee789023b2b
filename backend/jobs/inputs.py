"""What the jobs' endpoints take."""

from typing import Annotated
from uuid import UUID

from common.inputs import Change, Changes, Choice, Form, Instant, Seen, Text
from common.unset import UNSET
from jobs.models import JobKind, JobStatus

Notes = Annotated[str, Text(5000)]


class JobInput(Form):
    """A visit to add to a quote."""

    quote_id: UUID
    kind: Annotated[JobKind, Choice()] = JobKind.INSTALLATION
    scheduled_date: Instant = None
    notes: Notes = ""


class JobRevisionInput(Changes):
    """What an administrator sets; what is left out stays as it is. ``updatedAt`` is the state they saw."""

    seen: Seen = None
    status: Change[Annotated[JobStatus, Choice()]] = UNSET
    scheduled_date: Change[Instant] = UNSET
    notes: Change[Notes] = UNSET

"""Messages for tests, and helpers that let time pass in the queue."""

import datetime as dt
from typing import Any

from django.core.mail import EmailMessage
from django.db import connection
from django.db.models import F
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob

from common.email_kinds import Cause, EmailKind, set_kind
from notifications.models import Message
from notifications.tasks import deliver
from testing.helpers import run_queue

NOTICE = EmailKind("notice", Cause.STAFF)


def queue_email(to: str = "eleanor@example.com", *, kind: EmailKind = NOTICE, body: str = "Hello") -> Message:
    """Queue an email as the product does; return its message."""
    email = EmailMessage("News", body, to=[to])
    set_kind(email, kind)
    email.send()
    return Message.objects.latest("id")


def make_failed_message(**changes: Any) -> Message:
    """Return a stored message whose last attempt failed."""
    message: Message = Message.objects.create(
        **{
            "channel": "email",
            "kind": "quote-priced",
            "cause": Cause.STAFF,
            "recipients": ["eleanor@example.com"],
            "recipient_key": "eleanor@example.com",
            "subject": "Your holiday lights quote is ready: $486.00",
            "raw": b"Hello",
            "content_until": NOTICE.keeps_content_until(timezone.now()),
            "status": "failed",
            "error": "The mail server refused the recipient: 550 no such mailbox",
            "attempts": 1,
            "failed_at": timezone.now(),
            **changes,
        }
    )
    return message


def job_statuses(message: Message) -> list[str]:
    """Return the statuses of the jobs that deliver ``message``, oldest first."""
    jobs = ProcrastinateJob.objects.filter(task_name=deliver.name, args__message_id=str(message.id)).order_by("id")
    return list(jobs.values_list("status", flat=True))


def let_time_pass(message: Message, hours: float) -> None:
    """Move the claim on ``message`` and the schedule of its job ``hours`` into the past."""
    passed = dt.timedelta(hours=hours)
    Message.objects.filter(id=message.id).update(claimed_until=F("claimed_until") - passed)
    with connection.cursor() as cursor:  # procrastinate's model of a job is read-only
        cursor.execute(
            "UPDATE procrastinate_jobs SET scheduled_at = scheduled_at - %s::interval "
            "WHERE status = 'todo' AND args ->> 'message_id' = %s",
            [str(passed), str(message.id)],
        )


def attempt(message: Message, hours: float = 3) -> Message:
    """Let ``hours`` pass and the worker run what is due; return the refreshed message."""
    let_time_pass(message, hours)
    run_queue()
    message.refresh_from_db()
    return message

"""Tasks that compose emails in one transaction, and only once even if the worker is killed and the job runs again."""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, ParamSpec

from django.db import connection, transaction
from procrastinate import JobContext, RetryStrategy
from procrastinate.contrib.django import app
from procrastinate.tasks import Task

from notifications.models import Message

P = ParamSpec("P")

_RETRY = RetryStrategy(max_attempts=6, exponential_wait=5)

# The job that is composing emails in this thread; the outbox stores it with each of them.
composing_job: ContextVar[int | None] = ContextVar("composing_job", default=None)


def email_task(compose: Callable[P, None]) -> Task[P, None, P]:
    """Register a task that composes emails.

    It runs in one transaction. If the worker is killed after the commit, the job runs again; it then finds its emails
    in the outbox and composes none.
    """
    return app.task(retry=_RETRY, task_middleware=[_once])(compose)


def _once(compose: Callable[[], Any], context: JobContext, worker: object) -> Any:
    job = context.job.id
    token = composing_job.set(job)
    try:
        with transaction.atomic():
            with connection.cursor() as cursor:  # if its first worker is still alive, wait for its commit
                cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"composing job {job}"])
            if not Message.objects.filter(composed_by=job).exists():
                compose()
    finally:
        composing_job.reset(token)

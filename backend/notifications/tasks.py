"""The worker's tasks that deliver messages and delete their content."""

import logging
from uuid import UUID

from django.utils import timezone
from procrastinate import BaseRetryStrategy, RetryDecision
from procrastinate.contrib.django import app
from procrastinate.contrib.django.models import ProcrastinateJob
from procrastinate.jobs import Job

from common.worker.queues import EMAIL
from notifications.delivery import NotDelivered, deliver_message
from notifications.kinds import NotYet
from notifications.models import Message, MessageStatus
from notifications.queueing import DELIVER, queue_delivery

log = logging.getLogger(__name__)


class _RetryAtMessageTime(BaseRetryStrategy):
    """Retry at the time that the failed attempt set; the job fails together with its message."""

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        """Return when to run the job again, or None."""
        if isinstance(exception, NotYet):
            return RetryDecision(retry_at=exception.moment)
        if isinstance(exception, NotDelivered):
            return RetryDecision(retry_at=exception.retry_at) if exception.retry_at else None
        return RetryDecision(retry_in={"minutes": 1})  # a bug or an outage on our side


@app.task(name=DELIVER, queue=EMAIL, retry=_RetryAtMessageTime())
def deliver(message_id: str) -> None:
    """Send one queued message. An email is retried for three days, a text for 45 minutes; then it has failed."""
    try:
        deliver_message(UUID(message_id))
    except NotDelivered as error:
        outcome = f"next attempt at {error.retry_at:%FT%TZ}" if error.retry_at else "that was the last attempt"
        log.warning("Message %s was not delivered (%s): %s", message_id, error, outcome)
        raise


@app.periodic(cron="*/5 * * * *")
@app.task(queueing_lock="requeue_stranded_messages", lock="requeue_stranded_messages")
def requeue_stranded_messages(timestamp: int) -> None:
    """Queue messages again that are ``queued`` but have no job. Every five minutes.

    A message and its job are stored together, so this only happens after jobs were deleted or finished by hand.
    """
    stranded = dict(Message.objects.filter(status=MessageStatus.QUEUED).values_list("id", "channel"))
    if not stranded:
        return
    # Read after the messages: if a job finishes in between, its message is sent and a second job does nothing.
    live = ProcrastinateJob.objects.filter(task_name=deliver.name, status__in=["todo", "doing"])
    with_job = {UUID(args["message_id"]) for args in live.values_list("args", flat=True)}
    for message_id in stranded.keys() - with_job:
        log.error("Message %s was queued without a job and has been queued again", message_id)
        queue_delivery(message_id, stranded[message_id])


@app.periodic(cron="27 * * * *")
@app.task(queueing_lock="forget_message_contents")
def forget_message_contents(timestamp: int) -> None:
    """Delete the content of messages after their retention period (``EmailKind.content_kept``). Hourly.

    A queued message keeps its content until it is sent or has failed.
    """
    old = Message.objects.filter(content_until__lt=timezone.now(), status__in=MessageStatus.FINAL)
    old.update(raw=b"", content_until=None)

"""Queueing the delivery of messages. Texts have their own queue: while Twilio hangs, emails go out."""

import datetime as dt
from uuid import UUID

from procrastinate.contrib.django import app

from common.worker.queues import EMAIL, TEXTS
from notifications.models import Channel

DELIVER = "notifications.tasks.deliver"
_QUEUES: dict[str, str] = {Channel.EMAIL: EMAIL, Channel.SMS: TEXTS}


def queue_of(channel: str) -> str:
    """Return the queue of a channel's deliveries."""
    return _QUEUES[channel]


def queue_delivery(message_id: UUID, channel: str, moment: dt.datetime | None = None) -> None:
    """Queue the job that delivers a message at ``moment`` (None: at once), in the caller's transaction."""
    job = app.configure_task(DELIVER, queue=queue_of(channel), schedule_at=moment)
    job.defer(message_id=str(message_id))

"""The worker's tasks for inbound messages."""

import datetime as dt
import logging
from uuid import UUID

from django.utils import timezone
from procrastinate import RetryStrategy
from procrastinate.contrib.django import app
from procrastinate.contrib.django.models import ProcrastinateJob

from replies import processing
from replies.models import WAITING_INBOUND, Inbound, InboundState

log = logging.getLogger(__name__)

# After 4, 16, 64, 256, 1,024 and 4,096 seconds; after that, ``process_stranded`` retries every hour.
_RETRY = RetryStrategy(max_attempts=6, exponential_wait=4)
CONTENTS_KEPT = dt.timedelta(days=30)


@app.task(retry=_RETRY)
def process_inbound(inbound_id: str) -> None:
    """Process a stored text, email or missed call."""
    processing.process(UUID(inbound_id))


@app.periodic(cron="41 * * * *")
@app.task(queueing_lock="process_stranded_inbound", lock="process_stranded_inbound")
def process_stranded(timestamp: int) -> None:
    """Requeue rows that have no queue job anymore, because its attempts failed or it was deleted. Hourly."""
    waiting = set(Inbound.objects.filter(WAITING_INBOUND).values_list("id", flat=True))
    # Read after the rows: a queue job that ends in between has processed its row, so the second one does nothing.
    live = ProcrastinateJob.objects.filter(task_name=process_inbound.name, status__in=["todo", "doing"])
    waiting -= {UUID(args["inbound_id"]) for args in live.values_list("args", flat=True)}
    for inbound_id in waiting:
        log.error("Inbound %s was not processed and has been queued again", inbound_id)
        process_inbound.defer(inbound_id=str(inbound_id))


@app.periodic(cron="33 * * * *")
@app.task(queueing_lock="forget_inbound_contents")
def forget_inbound_contents(timestamp: int) -> None:
    """Empty the contents of rows that were received 30 days ago and processed. Hourly."""
    old = Inbound.objects.filter(created_at__lt=timezone.now() - CONTENTS_KEPT).exclude(contents={})
    old.exclude(state=InboundState.RECEIVED).update(contents={})

"""Planning messages, in the transaction that causes them."""

import datetime as dt
import json
from uuid import UUID

from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from common.postgres.later import execute_later
from common.request_ids import arguments_of_request
from notifications.kinds import MessageKind
from notifications.models import Channel, Message, MessageStatus
from notifications.queueing import DELIVER, queue_delivery, queue_of

# The occasion of a message that has only one.
ONCE = "once"

# A message that should have gone out longer ago than this is old news when it is planned: nobody is emailed about it.
STALE = dt.timedelta(days=1)

# One statement, so that there is never a message without its job. The job's columns are those of ``queue_delivery``.
_PLAN = """
    WITH planned AS (
        INSERT INTO notifications_message (
            channel, kind, cause, sender, recipients, recipient_key, subject, raw, status, error, attempts, about_kind,
            about_id, occasion, not_before
        )
        VALUES (%s, %s, %s, '', '[]', '', '', '', %s, %s, 0, %s, %s, %s, %s)
        ON CONFLICT (kind, about_kind, about_id, occasion, channel) WHERE occasion <> '' DO NOTHING
        RETURNING id, status, not_before
    )
    SELECT procrastinate_defer_jobs_v1(ARRAY[
        ROW(%s, %s, 0, NULL, NULL, jsonb_build_object('message_id', id) || %s::jsonb, not_before)
            ::procrastinate_job_to_defer_v1
    ])
    FROM planned WHERE status = %s
"""


def plan(
    kind: MessageKind,
    about_id: UUID | None = None,
    *,
    occasion: str = ONCE,
    not_before: dt.datetime | None = None,
    channel: Channel = Channel.EMAIL,
) -> None:
    """Store a message and its job, for ``not_before`` (None: at once).

    There is one message of a kind about one row on one ``occasion`` in each channel: planning it again changes nothing.
    One whose moment passed more than a day ago is stored as skipped. What customers are told is planned as an email,
    also if they get it as a text (``notifications.texting``).
    """
    stale = not_before is not None and not_before < timezone.now() - STALE
    execute_later(
        _PLAN,
        [
            channel,
            kind.kind.slug,
            kind.kind.cause,
            MessageStatus.SKIPPED if stale else MessageStatus.QUEUED,
            "Planned more than a day after its time." if stale else "",
            kind.about or "",
            about_id,
            occasion,
            not_before,
            queue_of(channel),
            DELIVER,
            json.dumps(arguments_of_request()),
            MessageStatus.QUEUED,
        ],
    )


def plan_news(kind: MessageKind, about_id: UUID, *, thing: UUID, not_before: dt.datetime | None = None) -> None:
    """Plan a message about all that changed of ``thing``, a row that the caller has locked.

    While such a message waits, it is only put off or moved forward to ``not_before``. Once a worker sends it, the next
    change plans another.
    """
    earlier = Message.objects.filter(
        kind=kind.kind.slug,
        about_kind=kind.about or "",
        about_id=about_id,
        occasion__startswith=f"{thing} ",
        channel=Channel.EMAIL,
    )
    idle = Q(claimed_until=None) | Q(claimed_until__lte=Now())
    # One that is being composed is locked, by a worker that may in turn wait for the caller's row.
    waiting = earlier.select_for_update(skip_locked=True).filter(idle, status=MessageStatus.QUEUED).first()
    if waiting is None:
        plan(kind, about_id, occasion=f"{thing} {earlier.count() + 1}", not_before=not_before)
        return
    waiting.not_before = not_before
    waiting.save(update_fields=["not_before", "updated_at"])
    queue_delivery(waiting.id, Channel.EMAIL, not_before)

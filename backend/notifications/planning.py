"""Planning messages, in the transaction that causes them."""

import datetime as dt
from collections.abc import Sequence
from functools import cache
from uuid import UUID

import orjson
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from common.email_kinds import Cause
from common.postgres.later import execute_later
from common.request_ids import arguments_of_request
from notifications.kinds import MessageKind
from notifications.models import Channel, Message, MessageStatus
from notifications.queueing import DELIVER, queue_delivery, queue_of

# The occasion of a message that is only planned once.
ONCE = "once"

# A message planned more than this long after it was due is old news, so it isn't sent.
STALE = dt.timedelta(days=1)

# A single statement, so that a message always has its job. The jobs' columns are those of ``queue_delivery``.
_PLAN = """
    WITH planned AS (
        INSERT INTO notifications_message (
            channel, kind, cause, sender, recipients, recipient_key, subject, raw, status, error, attempts, about_kind,
            about_id, occasion, not_before
        )
        SELECT %s, slug, cause, '', '[]', '', '', '', %s, %s, 0, %s, %s, %s, %s
        FROM (VALUES {kinds}) AS kind (slug, cause)
        ON CONFLICT (kind, about_kind, about_id, occasion, channel) WHERE occasion <> '' DO NOTHING
        RETURNING id, status, not_before
    )
    SELECT procrastinate_defer_jobs_v1(array_agg(
        ROW(%s, %s, 0, NULL, NULL, jsonb_build_object('message_id', id) || %s::jsonb, not_before)
            ::procrastinate_job_to_defer_v1
    ))
    FROM planned WHERE status = %s HAVING count(*) > 0
"""


@cache
def _plan_of(kinds: int) -> str:
    """Return the statement that plans messages of so many kinds."""
    return _PLAN.format(kinds=", ".join(["(%s, %s)"] * kinds))


def plan(
    kind: MessageKind,
    about_id: UUID | None = None,
    *,
    beside: Sequence[MessageKind] = (),
    occasion: str = ONCE,
    not_before: dt.datetime | None = None,
    channel: Channel = Channel.EMAIL,
    cause: Cause | None = None,
) -> None:
    """Store a message and its job for ``not_before`` (None: now), and do the same for the kinds in ``beside``.

    ``cause`` is who caused the message, if that is not the kind's own cause. There is one message of a kind about one
    row on one ``occasion`` in each channel: planning it again changes nothing. A message that was due more than a day
    ago is stored as skipped. Messages to customers are planned as emails, even if they are sent as texts
    (``notifications.texting``).
    """
    stale = not_before is not None and not_before < timezone.now() - STALE
    kinds = [kind.kind.caused_by(cause) if cause else kind.kind, *(each.kind for each in beside)]
    execute_later(
        _plan_of(len(kinds)),
        [
            channel.value,
            (MessageStatus.SKIPPED if stale else MessageStatus.QUEUED).value,
            "Planned more than a day after its time." if stale else "",
            kind.about or "",
            about_id,
            occasion,
            not_before,
            *(value for each in kinds for value in (each.slug, each.cause.value)),
            queue_of(channel),
            DELIVER,
            orjson.dumps(arguments_of_request()).decode(),
            MessageStatus.QUEUED.value,
        ],
    )


def plan_news(kind: MessageKind, about_id: UUID, *, thing: UUID, not_before: dt.datetime | None = None) -> None:
    """Plan a message about all changes to ``thing``, a row that the caller has locked.

    While such a message is waiting, it is only rescheduled to ``not_before``. Once a worker sends it, the next
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
    # A message that is being composed is locked by a worker, which may in turn be waiting for the caller's row.
    waiting = earlier.select_for_update(skip_locked=True).filter(idle, status=MessageStatus.QUEUED).first()
    if waiting is None:
        plan(kind, about_id, occasion=f"{thing} {earlier.count() + 1}", not_before=not_before)
        return
    waiting.not_before = not_before
    waiting.save(update_fields=["not_before", "updated_at"])
    queue_delivery(waiting.id, Channel.EMAIL, not_before)

"""Planning messages, in the transaction that causes them."""

import datetime as dt
from uuid import UUID

from django.db import connection
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from notifications.kinds import MessageKind
from notifications.models import Channel, Message, MessageStatus
from notifications.queueing import queue_delivery

# The occasion of a message that has only one.
ONCE = "once"

# A message that should have gone out longer ago than this is old news when it is planned: nobody is emailed about it.
STALE = dt.timedelta(days=1)

_INSERT = """
    INSERT INTO notifications_message (
        channel, kind, cause, sender, recipients, recipient_key, subject, raw, status, error, attempts, about_kind,
        about_id, occasion, not_before
    )
    VALUES (
        %(channel)s, %(kind)s, %(cause)s, '', '[]', '', '', '', %(status)s, %(error)s, 0, %(about_kind)s, %(about_id)s,
        %(occasion)s, %(not_before)s
    )
    ON CONFLICT (kind, about_kind, about_id, occasion, channel) WHERE occasion <> '' DO NOTHING
    RETURNING id
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
    with connection.cursor() as cursor:
        cursor.execute(
            _INSERT,
            {
                "channel": channel,
                "kind": kind.kind.slug,
                "cause": kind.kind.cause,
                "status": MessageStatus.SKIPPED if stale else MessageStatus.QUEUED,
                "error": "Planned more than a day after its time." if stale else "",
                "about_kind": kind.about or "",
                "about_id": about_id,
                "occasion": occasion,
                "not_before": not_before,
            },
        )
        planned = cursor.fetchone()
    if planned and not stale:
        queue_delivery(planned[0], channel, not_before)


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

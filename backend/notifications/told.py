"""What customers have been told, where the next message depends on it (``Message.tells``)."""

import datetime as dt
from uuid import UUID

from django.db.models.functions import Coalesce

from common.days import eastern
from notifications.kinds import MessageKind
from notifications.models import Channel, Message, MessageStatus

# Messages about the next day go out at 5:00 PM Eastern, unless the day was told within the hour before.
_EVENING = dt.time(17)
_JUST_TOLD = dt.timedelta(hours=1)


def latest_told(kind: MessageKind, about_id: UUID, *, thing: UUID, but: UUID | None = None) -> Message | None:
    """Return the latest message of ``kind`` about ``thing`` (``plan_news``) that told something; ``but`` is left out.

    One that is being sent counts as sent: the next message must not repeat it, and if it fails, it is composed again.
    A text tells the same as the email beside it, so only emails are looked at.
    """
    told = Message.objects.filter(
        kind=kind.kind.slug, about_kind=kind.about or "", about_id=about_id, occasion__startswith=f"{thing} ",
        status__in=[MessageStatus.SENT, MessageStatus.QUEUED], tells__isnull=False, channel=Channel.EMAIL,
    )  # fmt: skip
    others = told.exclude(id=but) if but else told
    latest: Message | None = others.order_by(Coalesce("sent_at", "attempted_at"), "id").last()
    return latest


def evening_before(day: dt.date) -> dt.datetime:
    """Return when to remind someone of ``day``: at 5:00 PM Eastern on the day before."""
    return eastern(day - dt.timedelta(days=1), _EVENING)


def is_too_late_to_remind(day: dt.date, told_at: dt.datetime) -> bool:
    """Return whether a message about ``day`` at ``told_at`` was the reminder itself: less than an hour before it."""
    return told_at > evening_before(day) - _JUST_TOLD

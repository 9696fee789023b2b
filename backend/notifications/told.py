"""What customers already know from earlier messages, for those that depend on it (``Message.tells``)."""

import datetime as dt
from uuid import UUID

from django.db.models.functions import Coalesce

from common.days import eastern
from notifications.kinds import MessageKind
from notifications.models import Channel, Message, MessageStatus

# Reminders of the next day are sent at 5:00 PM Eastern, unless the customer was told the day within the hour before.
_EVENING = dt.time(17)
_JUST_TOLD = dt.timedelta(hours=1)


def latest_told(kind: MessageKind, about_id: UUID, *, thing: UUID, but: UUID | None = None) -> Message | None:
    """Return the latest email of ``kind`` about ``thing`` (``plan_news``) that told its news, other than ``but``.

    An email that is being sent counts, since the next one must not repeat it; if it fails, it is composed again. A text
    has the same news as the email beside it, so texts are ignored.
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
    """Return whether a message at ``told_at`` about ``day`` makes a reminder pointless: within an hour before it, or
    later.
    """
    return told_at > evening_before(day) - _JUST_TOLD

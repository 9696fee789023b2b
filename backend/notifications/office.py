"""News for the office: someone asked, ordered, accepted or declined.

Each piece of news is a planned message of its own. The first one goes out at once; what follows within ten minutes of
an email to the office waits, and goes out as one email.
"""

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.core.exceptions import ObjectDoesNotExist
from django.db import connection
from django.db.models import Max
from django.utils import timezone

from common.business import business
from common.email_kinds import Cause, EmailKind
from notifications.kinds import MessageKind, NotYet, Skip, message_kind
from notifications.layout import Email
from notifications.models import AboutKind, Message, MessageStatus

BUNDLING_WINDOW = dt.timedelta(minutes=10)
_DAY = dt.timedelta(days=1)
_PART_OF = "part of"
_BUNDLED = "Told in one email with other news."


@dataclass(frozen=True)
class News:
    """One piece of news: a sentence such as "Eleanor Hayes asked for a quote", what it is about, and where the desk
    shows it.
    """

    sentence: str
    facts: str
    path: str


ComposeNews = Callable[[Message], News]
_composers: dict[str, ComposeNews] = {}


def office_kind(slug: str, about: AboutKind) -> Callable[[ComposeNews], MessageKind]:
    """Register the decorated function as the one that tells the office a kind of news. It gets the message, with
    ``about_id`` and ``occasion``, and may raise ``Skip``.
    """

    def register(tell: ComposeNews) -> MessageKind:
        _composers[slug] = tell
        return message_kind(EmailKind(slug, Cause.STAFF), about)(_compose)

    return register


def _compose(message: Message) -> Email:
    """ComposeNews this news and all other news that wait, which are then part of this email.

    Raises NotYet within ten minutes of the last one.
    """
    _wait_after_last_email(message)
    first = _composers[message.kind](message)
    news = [first, *_bundle_waiting_news(message)]
    more = len(news) - 1
    return Email(
        to=business().email,
        name="",
        subject=f"{first.sentence}, and {more} more" if more else first.sentence,
        paragraphs=["This is new on the desk:"],
        facts=[(each.sentence, each.facts) for each in news],
        action=("Open Due now", "/admin") if more else ("Open on the desk", first.path),
        tells={"others": str(more)},
    )


def _wait_after_last_email(message: Message) -> None:
    """Raise NotYet within ten minutes of the last email. One that is being sent counts as sent now."""
    with connection.cursor() as cursor:  # one email at a time
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended('office news', 0))")
    now = timezone.now()
    recent = Message.objects.filter(kind__in=_composers, created_at__gt=now - _DAY).exclude(id=message.id)
    if recent.filter(status=MessageStatus.QUEUED, tells__isnull=False).exists():
        raise NotYet(now + BUNDLING_WINDOW)
    last = recent.filter(status=MessageStatus.SENT).aggregate(at=Max("sent_at"))["at"]
    if last and last + BUNDLING_WINDOW > now:
        raise NotYet(last + BUNDLING_WINDOW)


def _bundle_waiting_news(message: Message) -> Iterator[News]:
    """Take the news that waits into this email; what an earlier attempt took in stays in."""
    rows = Message.objects.filter(kind__in=_composers).exclude(id=message.id).defer("raw").order_by("id")
    waiting = rows.filter(status=MessageStatus.QUEUED).select_for_update(skip_locked=True)
    for other in [*rows.filter(tells={_PART_OF: str(message.id)}), *waiting]:
        other.status, other.error, other.tells = MessageStatus.SKIPPED, _BUNDLED, {_PART_OF: str(message.id)}
        try:
            yield _composers[other.kind](other)
        except (Skip, ObjectDoesNotExist) as reason:
            other.error, other.tells = str(reason), None
        other.save(update_fields=["status", "error", "tells", "updated_at"])

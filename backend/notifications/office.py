"""News for the office: someone asked, ordered, accepted or declined.

Each piece of news is its own planned message. The first one is sent at once; those in the ten minutes after an email
wait and are sent together in one email.
"""

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Max, Q
from django.utils import timezone

from common.business import business
from common.email_kinds import Cause, EmailKind
from common.locks import take_turns
from notifications.kinds import MessageKind, NotYet, Skip, message_kind
from notifications.layout import Email, Recipient
from notifications.models import AboutKind, Message, MessageStatus

BUNDLING_WINDOW = dt.timedelta(minutes=10)
_DAY = dt.timedelta(days=1)
_PART_OF = "part of"
_BUNDLED = "Sent in one email with other news."


@dataclass(frozen=True)
class News:
    """One piece of news: a sentence such as "Eleanor Hayes asked for a quote", its details and its path on the desk."""

    sentence: str
    facts: str
    path: str


ComposeNews = Callable[[Message], News]
_composers: dict[str, ComposeNews] = {}


def office_kind(slug: str, about: AboutKind) -> Callable[[ComposeNews], MessageKind]:
    """Register the decorated function as the one that composes a kind of news from its message. It may raise Skip."""

    def register(compose: ComposeNews) -> MessageKind:
        _composers[slug] = compose
        return message_kind(EmailKind(slug, Cause.STAFF), about)(_compose)

    return register


def _compose(message: Message) -> Email:
    """Compose one email with this news and all other waiting news.

    Raises NotYet within ten minutes of the last email.
    """
    _wait_after_last_email(message)
    first = _composers[message.kind](message)
    news = [first, *_bundle_waiting_news(message)]
    more = len(news) - 1
    return Email(
        to=Recipient(business().email),
        subject=f"{first.sentence}, and {more} more" if more else first.sentence,
        paragraphs=["This is new on the desk:"],
        facts=[(each.sentence, each.facts) for each in news],
        action=("Open Due now", "/admin") if more else ("Open on the desk", first.path),
        tells={"others": str(more)},
    )


def _wait_after_last_email(message: Message) -> None:
    """Raise NotYet within ten minutes of the last email. An email that is being sent counts as sent now."""
    take_turns("office news")  # only one email is composed at a time
    now = timezone.now()
    recent = Message.objects.filter(kind__in=_composers, created_at__gt=now - _DAY).exclude(id=message.id)
    if recent.filter(status=MessageStatus.QUEUED, tells__isnull=False).exists():
        raise NotYet(now + BUNDLING_WINDOW)
    last = recent.filter(status=MessageStatus.SENT).aggregate(at=Max("sent_at"))["at"]
    if last and last + BUNDLING_WINDOW > now:
        raise NotYet(last + BUNDLING_WINDOW)


def _bundle_waiting_news(message: Message) -> Iterator[News]:
    """Return the waiting news, and mark it as part of this email. News from an earlier attempt stays part of it, and
    news planned for a later day keeps its time.
    """
    rows = Message.objects.filter(kind__in=_composers).exclude(id=message.id).defer("raw").order_by("id")
    due = Q(not_before=None) | Q(not_before__lte=timezone.now() + BUNDLING_WINDOW)
    waiting = rows.filter(due, status=MessageStatus.QUEUED).select_for_update(skip_locked=True)
    for other in [*rows.filter(tells={_PART_OF: str(message.id)}), *waiting]:
        other.status, other.error, other.tells = MessageStatus.SKIPPED, _BUNDLED, {_PART_OF: str(message.id)}
        try:
            yield _composers[other.kind](other)
        except (Skip, ObjectDoesNotExist) as reason:
            other.error, other.tells = str(reason), None
        other.save(update_fields=["status", "error", "tells", "updated_at"])

"""Whether someone wants texts: what they chose in My Services, otherwise what they checked in the request's form."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from uuid import UUID

from accounts.models import User
from texts.consent import may_text
from texts.models import CommunicationPreference, ContactChoice
from texts.numbers import readable


class TextingMode(Enum):
    """``ALSO``: texts besides the emails. ``INSTEAD``: short news by text alone."""

    NO_TEXTS = "no texts"
    ALSO = "also"
    INSTEAD = "instead"


@dataclass(frozen=True)
class TextingPreference:
    """Whether someone wants texts, and their phone number as they typed it."""

    mode: TextingMode
    phone: str


def texting_preference(
    *,
    user: User | None,
    phone: str,
    text_updates: bool,
    asked_at: dt.datetime,
    preference: str = CommunicationPreference.EMAIL,
) -> TextingPreference:
    """Return the preference of the customer behind a request, made at ``asked_at``; ``user`` is its account, None for a
    guest.

    In My Services, the box for text updates is the consent of the number beside it. A box checked on a request later
    than that is the latest choice.
    """
    choice = ContactChoice.objects.filter(user=user).first() if user else None
    number = choice.number if choice and choice.number else phone
    if _channel(choice, preference) == CommunicationPreference.SMS:
        return TextingPreference(TextingMode.INSTEAD, number)
    is_also = may_text(choice.number) if choice else text_updates
    if choice and not is_also and text_updates and choice.updated_at < asked_at:
        return TextingPreference(TextingMode.ALSO, phone)
    return TextingPreference(TextingMode.ALSO if is_also else TextingMode.NO_TEXTS, number)


class Reach:
    """How staff reach customers now, for the rows of a page. Costs at most one query."""

    def __init__(self, user_ids: Iterable[UUID | None]) -> None:
        ids = {each for each in user_ids if each}
        self._choices = ContactChoice.objects.in_bulk(ids) if ids else {}

    def channel(self, user_id: UUID | None, asked: str) -> str:
        """Return the channel for a request that ``asked`` for one; ``user_id`` is None for a guest."""
        return _channel(self._choices.get(user_id), asked)

    def phone(self, user_id: UUID | None, typed: str) -> str:
        """Return the number for a request on which this one was ``typed``; ``user_id`` is None for a guest."""
        choice = self._choices.get(user_id)
        return readable(choice.number) if choice and choice.number else typed


def _channel(choice: ContactChoice | None, asked: str) -> str:
    return choice.channel if choice else asked

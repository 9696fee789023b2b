"""Whether someone wants texts: what they chose in My Services, otherwise what they checked in the request's form."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from uuid import UUID

from accounts.models import User
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
    *, user: User | None, phone: str, text_updates: bool, preference: str = CommunicationPreference.EMAIL
) -> TextingPreference:
    """Return the preference of the customer behind a request; ``user`` is its account, None for a guest."""
    choice = ContactChoice.objects.filter(user=user).first() if user else None
    channel, number = _in_force(choice, preference, phone)
    if channel == CommunicationPreference.SMS:
        return TextingPreference(TextingMode.INSTEAD, number)
    is_also = text_updates and not choice
    return TextingPreference(TextingMode.ALSO if is_also else TextingMode.NO_TEXTS, number)


class Reach:
    """How staff reach customers now, for the rows of a page. Costs at most one query."""

    def __init__(self, user_ids: Iterable[UUID | None]) -> None:
        ids = {each for each in user_ids if each}
        self._choices = ContactChoice.objects.in_bulk(ids) if ids else {}

    def of(self, user_id: UUID | None, channel: str, phone: str) -> tuple[str, str]:
        """Return the channel and the phone number for a request with these; ``user_id`` is None for a guest."""
        choice = self._choices.get(user_id)
        channel, number = _in_force(choice, channel, phone)
        return channel, readable(number) if choice and choice.number else number


def _in_force(choice: ContactChoice | None, channel: str, phone: str) -> tuple[str, str]:
    """Return the channel and the number that count: those of the choice, if there are, before those of a request."""
    return (choice.channel, choice.number or phone) if choice else (channel, phone)

"""Whether someone wants texts: what they chose in My Services, otherwise what they checked in the request's form."""

from dataclasses import dataclass
from enum import Enum

from accounts.models import User
from texts.models import CommunicationPreference, ContactChoice


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
    if choice:
        mode = TextingMode.INSTEAD if choice.channel == CommunicationPreference.SMS else TextingMode.NO_TEXTS
        return TextingPreference(mode, choice.number or phone)
    if preference == CommunicationPreference.SMS:
        return TextingPreference(TextingMode.INSTEAD, phone)
    return TextingPreference(TextingMode.ALSO if text_updates else TextingMode.NO_TEXTS, phone)

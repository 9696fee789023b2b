"""Whether someone wants texts: their choice in My Services, or without one, what they said with a request."""

from dataclasses import dataclass
from enum import Enum

from accounts.models import User
from texts.models import CommunicationPreference, ContactChoice


class Wish(Enum):
    """``ALSO``: texts besides the emails. ``INSTEAD``: short news by text alone."""

    NO_TEXTS = "no texts"
    ALSO = "also"
    INSTEAD = "instead"


@dataclass(frozen=True)
class TextWish:
    """Whether someone wants texts, and their phone number as it was typed."""

    wish: Wish
    phone: str


def text_wish(
    *, user: User | None, phone: str, text_updates: bool, preference: str = CommunicationPreference.EMAIL
) -> TextWish:
    """Return what the owner (None for a guest) of a request with these answers wants.

    Administrators enter requests for customers on the phone, so an administrator's own choice says nothing.
    """
    choice = ContactChoice.objects.filter(user=user).first() if user and not user.is_admin else None
    if choice:
        wish = Wish.INSTEAD if choice.channel == CommunicationPreference.SMS else Wish.NO_TEXTS
        return TextWish(wish, choice.number or phone)
    if preference == CommunicationPreference.SMS:
        return TextWish(Wish.INSTEAD, phone)
    return TextWish(Wish.ALSO if text_updates else Wish.NO_TEXTS, phone)

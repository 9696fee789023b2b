"""The business's details. Pages, emails, PDFs, texts and calendar files all read them from here.

Owners change them on the desk (the app ``content``). All others come from the settings (``BUSINESS_…``).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from email.utils import formataddr
from functools import lru_cache
from typing import Any

import phonenumbers
from django.conf import settings
from django.core.signals import setting_changed
from django.dispatch import receiver

from common.opening_hours import in_words

# The name that the letters drawn in the logo spell (frontend/src/ui/wordmark.svg).
WORDMARK = "Seacoast Holiday Lights"

# The details that an owner has set, as pairs of name (in ``Business``) and value.
Overrides = tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class Business:
    """The business's details. Those that the owner has not filled in are blank and not shown anywhere.

    ``address`` is one line. ``opening_hours`` has schema.org's format; ``hours`` is its readable form.
    """

    name: str
    phone: str
    email: str
    address: str
    cities: tuple[str, ...]
    opening_hours: str
    license: str
    reviews_url: str
    photos_url: str
    instagram_url: str
    facebook_url: str
    privacy_url: str
    terms_url: str

    @property
    def hours(self) -> str:
        """The opening hours in readable form."""
        return in_words(self.opening_hours)

    @property
    def phone_href(self) -> str:
        """The ``tel:`` URL of the phone number."""
        return phone_href(self.phone)

    @property
    def other_name(self) -> str:
        """The name if it isn't the one in the drawn logo, which then shows it as text; otherwise blank."""
        return "" if self.name == WORDMARK else self.name

    @property
    def from_address(self) -> str:
        """The From address of emails, with the name."""
        return formataddr((self.name, self.email))


FIELDS = tuple(field.name for field in fields(Business))


_overrides: Callable[[], Overrides] = tuple


def set_overrides_source(source: Callable[[], Overrides]) -> None:
    """Register the function that returns what the owner has set. Each call of ``business`` calls it."""
    global _overrides
    _overrides = source


def business() -> Business:
    """Return the current details."""
    return with_overrides(_overrides())


@lru_cache(maxsize=4)
def with_overrides(overrides: Overrides) -> Business:
    """Return the details with these ``overrides`` of the settings."""
    values = {name: getattr(settings, f"BUSINESS_{name.upper()}") for name in FIELDS} | dict(overrides)
    return Business(**{**values, "cities": tuple(values["cities"])})


@receiver(setting_changed)
def _clear_cache(setting: str, **kwargs: Any) -> None:
    if setting.startswith("BUSINESS_"):
        with_overrides.cache_clear()


def business_details() -> dict[str, str]:
    """Return the current details by name, as the texts that pages show."""
    return texts_of(business())


def texts_of(details: Business) -> dict[str, str]:
    """Return details by name, as the texts that pages show."""
    texts = {name: getattr(details, name) for name in FIELDS} | {"cities": join_with_and(details.cities)}
    return texts | {"hours": details.hours, "phone_href": details.phone_href, "other_name": details.other_name}


def phone_href(phone: str) -> str:
    """Return the ``tel:`` URL of a phone number (RFC 3966), or "" without one. The default country code is 1. Letters
    are the digits of their keys, and an extension is left out, since phones would dial it as part of the number.
    """
    try:
        number = phonenumbers.parse(phone, "US")
    except phonenumbers.NumberParseException:
        return ""
    return f"tel:{phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)}"


def join_with_and(words: Sequence[str]) -> str:
    """Return "a, b and c"."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)

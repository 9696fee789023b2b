"""Who the business is: the one place that pages, emails, PDFs, texts and calendar files read it from.

An owner sets it on the desk (the app ``content``); what they haven't set is what the settings say (``BUSINESS_…``).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from email.utils import formataddr
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.core.signals import setting_changed
from django.dispatch import receiver

from common.opening_hours import in_words

# What an owner has set, by the names of ``Business``.
OwnValues = tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class Business:
    """The details. Those that the owner has not filled in are blank and shown nowhere.

    ``address`` is one line. ``opening_hours`` are as schema.org writes them, ``hours`` the same in words.
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
        """The opening hours, as people here write them."""
        return in_words(self.opening_hours)

    @property
    def phone_href(self) -> str:
        """The address of a link that calls."""
        return phone_href(self.phone)

    @property
    def from_address(self) -> str:
        """Who emails are from: the name and the address."""
        return formataddr((self.name, self.email))


FIELDS = tuple(field.name for field in fields(Business))


def _nothing() -> OwnValues:
    return ()


_own_values: Callable[[], OwnValues] = _nothing


def read_own_values_from(source: Callable[[], OwnValues]) -> None:
    """Let ``source`` say what the owner has set; it is called each time somebody reads the details."""
    global _own_values
    _own_values = source


def business() -> Business:
    """Return the details as they are now."""
    return with_own_values(_own_values())


@lru_cache(maxsize=4)
def with_own_values(own: OwnValues) -> Business:
    """Return the details that an owner has set, and the settings' for all others."""
    values = {name: getattr(settings, f"BUSINESS_{name.upper()}") for name in FIELDS} | dict(own)
    return Business(**{**values, "cities": tuple(values["cities"])})


@receiver(setting_changed)
def _forget(setting: str, **kwargs: Any) -> None:
    if setting.startswith("BUSINESS_"):
        with_own_values.cache_clear()


def business_details() -> dict[str, str]:
    """Return the details as they are now by name, each as the text that a page shows."""
    return texts_of(business())


def texts_of(details: Business) -> dict[str, str]:
    """Return the details by name, each as the text that a page shows."""
    texts = {name: getattr(details, name) for name in FIELDS} | {"cities": listed(details.cities)}
    return texts | {"hours": details.hours, "phone_href": details.phone_href}


def phone_href(phone: str) -> str:
    """The ``tel:`` address of a phone number (RFC 3966), blank without one. A number without a country is North
    American."""
    digits = re.sub(r"\D", "", phone)
    if not digits:
        return ""
    if phone.strip().startswith("+") or (len(digits) == 11 and digits.startswith("1")):
        return f"tel:+{digits}"
    return f"tel:+1{digits}"


def listed(words: tuple[str, ...]) -> str:
    """Return "a, b and c"."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)

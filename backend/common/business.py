"""Who the business is, from its settings: what both the web client's pages and the server-rendered ones show."""

import re

from django.conf import settings


def business_details() -> dict[str, str]:
    """Return the details by name. Those that the owner has not filled in are blank and shown nowhere."""
    return {
        "name": settings.BUSINESS_NAME,
        "phone": settings.BUSINESS_PHONE,
        "phone_href": phone_href(settings.BUSINESS_PHONE),
        "email": settings.BUSINESS_EMAIL,
        "address": settings.BUSINESS_ADDRESS,
        "cities": _listed(settings.BUSINESS_CITIES),
        "hours": settings.BUSINESS_HOURS,
        "opening_hours": settings.BUSINESS_OPENING_HOURS,
        "license": settings.BUSINESS_LICENSE,
        "reviews_url": settings.BUSINESS_REVIEWS_URL,
        "photos_url": settings.BUSINESS_PHOTOS_URL,
        "instagram_url": settings.BUSINESS_INSTAGRAM_URL,
        "facebook_url": settings.BUSINESS_FACEBOOK_URL,
        "privacy_url": settings.BUSINESS_PRIVACY_URL,
        "terms_url": settings.BUSINESS_TERMS_URL,
    }


def phone_href(phone: str) -> str:
    """The ``tel:`` address of a phone number (RFC 3966), blank without one. A number without a country is North
    American."""
    digits = re.sub(r"\D", "", phone)
    if not digits:
        return ""
    if phone.strip().startswith("+") or (len(digits) == 11 and digits.startswith("1")):
        return f"tel:+{digits}"
    return f"tel:+1{digits}"


def _listed(words: list[str]) -> str:
    """Return "a, b and c"."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)

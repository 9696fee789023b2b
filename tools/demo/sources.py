"""How the demo's customers heard about us: most say so, and some followed a campaign link."""

from typing import Any

from common.attribution.models import HeardFrom

_GOOGLE = {
    "utm_source": "google",
    "utm_medium": "cpc",
    "utm_campaign": "fall-2026",
    "utm_term": "christmas light installation",
}
_POSTCARD = {"utm_source": "postcard", "utm_medium": "mail", "utm_campaign": "october-neighbors"}
_NEWSLETTER = {"utm_source": "newsletter", "utm_medium": "email", "utm_campaign": "trees-are-here"}
# Used in turn, so that the same customer always has the same source.
_SOURCES: list[tuple[str, dict[str, str]]] = [
    (HeardFrom.NEIGHBOR, {}),
    (HeardFrom.SEARCH, _GOOGLE),
    ("", {}),
    (HeardFrom.YARD_SIGN, {}),
    (HeardFrom.RETURNING_CUSTOMER, _NEWSLETTER),
    (HeardFrom.SEARCH, _GOOGLE),
    (HeardFrom.MAIL, _POSTCARD),
    ("", _GOOGLE),
    (HeardFrom.SOCIAL_MEDIA, {"utm_source": "facebook", "utm_medium": "social"}),
    (HeardFrom.SEARCH, {}),
    (HeardFrom.NEIGHBOR, {}),
]


def source_of(number: int) -> dict[str, Any]:
    """Return the source columns of the demo's customer ``number``."""
    answer, campaign = _SOURCES[number % len(_SOURCES)]
    return {"heard_from": answer, **campaign}

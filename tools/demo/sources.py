"""Where the demo's customers come from: most say something, and some followed a link of a campaign."""

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
# In turn, so that the same customer always comes from the same place.
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
    """Return the columns of the demo's customer ``number``."""
    answer, campaign = _SOURCES[number % len(_SOURCES)]
    return {"heard_from": answer, **campaign}

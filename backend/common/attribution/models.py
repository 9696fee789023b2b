"""Where a request or order came from: the customer's own answer, and the campaign of the link they followed."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from django.db import models
from django.db.models import CheckConstraint, Q

from common.statuses import SharedChoices

MAX_LENGTH = 100  # of each campaign parameter


@dataclass(frozen=True)
class Campaign:
    """The campaign parameters of a link; missing ones are blank."""

    source: str = ""
    medium: str = ""
    name: str = ""
    content: str = ""
    term: str = ""


# The columns of a campaign's fields, named like the parameters of links (utm_source=google).
_COLUMNS = {part.name: f"utm_{'campaign' if part.name == 'name' else part.name}" for part in fields(Campaign)}


class HeardFrom(SharedChoices):
    """The answers to "How did you hear about us?"."""

    NEIGHBOR = "neighbor", "Neighbor"
    YARD_SIGN = "yard_sign", "Yard sign"
    SEARCH = "search", "Search"
    SOCIAL_MEDIA = "social_media", "Social media"
    MAIL = "mail", "Mail"
    RETURNING_CUSTOMER = "returning_customer", "Last year's customer"
    OTHER = "other", "Other"


def _parameter() -> "models.CharField[str, str]":
    return models.CharField(max_length=MAX_LENGTH, blank=True, default="", db_default="", editable=False)


class Attribution(models.Model):
    """Columns for where a row came from. Blank means unknown. Only administrators see them."""

    heard_from = models.CharField(
        max_length=20, choices=HeardFrom, blank=True, default="", db_default="", editable=False
    )
    utm_source = _parameter()
    utm_medium = _parameter()
    utm_campaign = _parameter()
    utm_content = _parameter()
    utm_term = _parameter()

    class Meta:
        abstract = True

    @property
    def campaign(self) -> Campaign | None:
        """The campaign of the link that the customer followed, or None."""
        parts = {part: getattr(self, column) for part, column in _COLUMNS.items()}
        return Campaign(**parts) if any(parts.values()) else None


def known_answer(name: str) -> CheckConstraint:
    """Return the constraint on ``heard_from`` for a model's ``Meta``."""
    return CheckConstraint(condition=Q(heard_from__in=["", *HeardFrom.values]), name=name)


def attribution_columns(heard_from: HeardFrom | None, campaign: Mapping[str, object] | None) -> dict[str, str]:
    """Return the values of the columns. ``campaign`` is a ``CampaignInput``."""
    parts = campaign or {}
    return {
        "heard_from": heard_from or "",
        **{column: str(parts.get(part, "")) for part, column in _COLUMNS.items()},
    }

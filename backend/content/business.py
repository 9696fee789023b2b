"""Services to change the business's details."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from pydantic.alias_generators import to_camel
from rest_framework.exceptions import ValidationError

from accounts.models import User
from common.business import FIELDS, Business, with_overrides
from common.unset import UNSET, Unset
from content.current import overrides_of
from content.emails import notify_address_changed
from content.models import FIRST, BusinessVersion, TextPage
from content.placeholders import blank_placeholders, placeholders
from content.texts import newest_text
from content.versions import add_version, raise_if_newer


def newest_business() -> BusinessVersion | None:
    """Return the newest version, or None if no owner has changed anything yet."""
    return BusinessVersion.objects.order_by("-number").first()


@dataclass(frozen=True)
class EditedBusiness:
    """The details, and when and by whom they were last changed (None if never)."""

    details: Business
    written_at: dt.datetime | None
    by: str | None


def edited_business() -> EditedBusiness:
    """Return the newest details, for the editor."""
    newest = newest_business()
    if newest is None:
        return EditedBusiness(details_of(None), None, None)
    return EditedBusiness(details_of(newest), newest.created_at, newest.by)


def details_of(version: BusinessVersion | None) -> Business:
    """Return the details as of a version."""
    return with_overrides(overrides_of(version))


def change_business(
    *,
    by: User,
    seen: dt.datetime | None,
    name: str | Unset = UNSET,
    phone: str | Unset = UNSET,
    email: str | Unset = UNSET,
    address: str | Unset = UNSET,
    cities: list[str] | Unset = UNSET,
    opening_hours: str | Unset = UNSET,
    license: str | Unset = UNSET,
    reviews_url: str | Unset = UNSET,
    photos_url: str | Unset = UNSET,
    instagram_url: str | Unset = UNSET,
    facebook_url: str | Unset = UNSET,
    privacy_url: str | Unset = UNSET,
    terms_url: str | Unset = UNSET,
) -> None:
    """Add a version with the given details, unless nothing has changed.

    ``seen`` is the ``created_at`` of the newest version that the editor saw, or None if there was none. Raises Conflict
    if there is a newer one, and ValidationError for a detail that is blanked while one of the texts shows it.
    """
    given = {
        "name": name, "phone": phone, "email": email, "address": address, "cities": cities,
        "opening_hours": opening_hours, "license": license, "reviews_url": reviews_url, "photos_url": photos_url,
        "instagram_url": instagram_url, "facebook_url": facebook_url, "privacy_url": privacy_url,
        "terms_url": terms_url,
    }  # fmt: skip
    newest = newest_business()
    own = dict(overrides_of(newest))
    before = with_overrides(tuple(own.items()))
    # A value that has not changed is not stored, so that it keeps following the settings.
    own |= {field: value for field, value in given.items() if _differs(getattr(before, field), value)}
    after = with_overrides(tuple((field, _frozen(value)) for field, value in own.items()))
    if changes := _differences(before, after):
        raise_if_newer(newest, seen)
        _check_texts(before, after)
        number = (newest.number if newest else FIRST) + 1
        with transaction.atomic():
            version = BusinessVersion(number=number, by=by.full_name, changes=changes, **own)
            add_version(version)
            notify_address_changed(version)


def _check_texts(before: Business, after: Business) -> None:
    values = placeholders(after)
    for name, field in {"address": "address", "hours": "openingHours"}.items():
        if not getattr(before, name) or getattr(after, name):
            continue
        for page in TextPage:
            if blank := blank_placeholders(newest_text(page).markdown, {name: values[name]}):
                raise ValidationError({field: [f"The text of /{page} has {blank[0]}. Take it out there first"]})


def _frozen(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _differs(before: object, value: object) -> bool:
    return value is not UNSET and _frozen(value) != before


def _differences(before: Business, after: Business) -> list[dict[str, Any]]:
    pairs = ((name, _as_text(getattr(before, name)), _as_text(getattr(after, name))) for name in FIELDS)
    return [{"field": to_camel(name), "before": was, "after": now} for name, was, now in pairs if was != now]


def _as_text(value: str | tuple[str, ...]) -> str:
    return value if isinstance(value, str) else ", ".join(value)

"""Consent to texts. It belongs to a phone number, across requests, orders, accounts and the people who share it.

It is stored with wording, time and method for as long as someone could claim that a text was unwanted: four years (47
U.S.C. 227, 28 U.S.C. 1658). We keep seven.
"""

import datetime as dt
from collections.abc import Collection

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Now

from accounts.models import User
from common.locks import take_turns
from texts.models import ConsentEvent, ConsentMethod
from texts.numbers import readable

KEPT = dt.timedelta(days=7 * 366)


def latest_event(number: str) -> ConsentEvent | None:
    """Return how consent for ``number`` (E.164) was last given or withdrawn, None if never."""
    return ConsentEvent.objects.filter(number=number).order_by("-id").first()


def may_text(number: str) -> bool:
    """Return whether consent for ``number`` (E.164) was given and not withdrawn since; False for a blank one."""
    latest = latest_event(number) if number else None
    return latest is not None and latest.is_given


def latest_events(numbers: Collection[str]) -> dict[str, ConsentEvent]:
    """Return how consent for each of ``numbers`` (E.164) was last given or withdrawn, with at most one query."""
    if not numbers:
        return {}
    latest = ConsentEvent.objects.filter(number__in=numbers).order_by("number", "-id").distinct("number")
    return {event.number: event for event in latest}


def numbers_with_consent(numbers: Collection[str]) -> set[str]:
    """Return those of ``numbers`` (E.164) that may be texted, with at most one query."""
    return {number for number, event in latest_events(numbers).items() if event.is_given}


@transaction.atomic
def give_consent(*, number: str, wording: str, method: ConsentMethod, staff: User | None = None) -> ConsentEvent:
    """Record consent for ``number`` (E.164) with this ``wording``, even if it had been given before."""
    _lock(number)
    return ConsentEvent.objects.create(number=number, is_given=True, wording=wording, method=method, staff=staff)


@transaction.atomic
def withdraw_consent(
    *, number: str, method: ConsentMethod, wording: str = "", staff: User | None = None
) -> ConsentEvent:
    """Record that consent for ``number`` (E.164) was withdrawn, even if it was never given.

    Withdrawing it again changes nothing.
    """
    _lock(number)
    latest = latest_event(number)
    if latest and not latest.is_given:
        return latest
    return ConsentEvent.objects.create(number=number, is_given=False, wording=wording, method=method, staff=staff)


def reason_against_texting(number: str) -> str:
    """Return why ``number`` (E.164) may not be texted, as the outbox shows it; "" if it may."""
    latest = latest_event(number)
    if latest is None:
        return f"Nobody agreed to texts to {readable(number)}."
    return "" if latest.is_given else f"{_ENDED[latest.method]}: {readable(number)}."


_ENDED: dict[str, str] = {
    ConsentMethod.TEXT: "They stopped our texts with a reply",
    ConsentMethod.MY_SERVICES: "They turned texts off in My Services",
    ConsentMethod.OFFICE: "The office turned texts off",
    ConsentMethod.REFUSED: "Twilio says that this number stopped our texts",
    ConsentMethod.NOT_MOBILE: "Twilio says that this number can't receive texts",
}


def forget_old_consents() -> None:
    """Delete what has not been in effect for seven years: withdrawals, and consent followed by a later event."""
    old = Q(created_at__lt=Now() - KEPT)
    later = ConsentEvent.objects.filter(old, number=OuterRef("number"), id__gt=OuterRef("id"))
    ConsentEvent.objects.filter(old, Q(is_given=False) | Exists(later)).delete()


def _lock(number: str) -> None:
    """Lock the consent of ``number`` until the transaction ends, so that the latest row is the latest decision."""
    take_turns(f"consent {number}")

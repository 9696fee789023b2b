"""How customers and staff change contact preferences and consent to texts."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction

from accounts.models import User, Viewer
from common.errors import field_error
from common.text_consent import consent_wording
from texts.consent import give_consent, latest_event, latest_events, may_text, withdraw_consent
from texts.models import CommunicationPreference, ConsentEvent, ConsentMethod, ContactChoice
from texts.numbers import e164, readable
from texts.requests import last_asked

NOT_A_NUMBER = "Please enter a mobile number with its area code, such as (603) 555-0142."


@dataclass(frozen=True)
class Contact:
    """How someone wants to be contacted; see ``ContactChoiceOutput``."""

    channel: str | None
    number: str
    text_updates: bool


@dataclass(frozen=True)
class TextConsent:
    """Whether a number may be texted; see ``TextConsentOutput``."""

    number: str
    phone: str
    is_given: bool | None
    method: str | None
    decided_at: dt.datetime | None


def contact_of(user: User) -> Contact:
    """Return how ``user`` wants to be contacted: as they chose in My Services, or asked with their newest request."""
    choice = ContactChoice.objects.filter(user=user).first()
    if choice:
        number = readable(choice.number) if choice.number else ""
        return Contact(choice.channel, number, may_text(choice.number))
    asked = last_asked(user)
    if asked is None:
        return Contact(None, "", False)
    given = e164(asked.phone)
    return Contact(asked.channel, readable(given) if given else asked.phone, given is not None and may_text(given))


@transaction.atomic
def choose_contact(
    *, user: User, channel: CommunicationPreference, number: str = "", text_updates: bool = False
) -> Contact:
    """Store how ``user`` wants to be contacted, and whether ``number`` (as people write it) may be texted.

    Only ``text_updates`` is consent; choosing the channel "sms" is not. Raises DomainError (400) for an invalid number.
    """
    given = e164(number)
    if given is None and (number or text_updates or channel == CommunicationPreference.SMS):
        raise field_error("number", NOT_A_NUMBER)
    ContactChoice.objects.update_or_create(user=user, defaults={"channel": channel, "number": given or ""})
    if given and text_updates != may_text(given):
        if text_updates:
            wording = consent_wording("myServices")
            give_consent(number=given, wording=wording, method=ConsentMethod.MY_SERVICES)
        else:
            withdraw_consent(number=given, method=ConsentMethod.MY_SERVICES)
    return contact_of(user)


def _consent(number: str, latest: ConsentEvent | None) -> TextConsent:
    if latest is None:
        return TextConsent(number, readable(number), None, None, None)
    return TextConsent(number, readable(number), latest.is_given, latest.method, latest.created_at)


def consents_for_phones(phones: Iterable[str]) -> list[TextConsent]:
    """Return whether the numbers, as people wrote them, may be texted: each number once, in the order given."""
    numbers = dict.fromkeys(number for phone in phones if (number := e164(phone)))
    latest = latest_events(numbers)
    return [_consent(number, latest.get(number)) for number in numbers]


def phones_with_texts_off(phones: Iterable[str]) -> set[str]:
    """Return those of ``phones``, as people wrote them, whose consent was withdrawn. Costs at most one query."""
    numbers = {phone: e164(phone) for phone in set(phones)}
    latest = latest_events({number for number in numbers.values() if number})
    return {phone for phone, number in numbers.items() if number in latest and not latest[number].is_given}


@transaction.atomic
def turn_texts_off(*, phone: str, others: Iterable[str] = (), by: User) -> TextConsent:
    """Withdraw consent for ``phone`` and the customer's ``others``, as people write them, at the customer's request.

    Returns the consent of ``phone``. Raises DomainError (400) if it is not a valid number; other invalid ones are
    ignored, since they can't be texted.
    """
    number = e164(phone)
    if number is None:
        raise field_error("phone", NOT_A_NUMBER)
    # In a fixed order, so that two administrators can't wait for each other's locks.
    for each in sorted({number, *filter(None, map(e164, others))}):
        withdraw_consent(number=each, method=ConsentMethod.OFFICE, staff=by)
    return _consent(number, latest_event(number))


def record_form_consent(*, phone: str, box: str, method: ConsentMethod, by: Viewer) -> None:
    """Store the consent given by checking ``box`` (a key of ``common.text_consent.BOXES``) on a form.

    If an administrator filled the form in for a customer on the phone, it is recorded as given to them. An invalid
    number is ignored, since it can't be texted.
    """
    number = e164(phone)
    staff = by if isinstance(by, User) and by.is_admin else None
    if number:
        method = ConsentMethod.OFFICE if staff else method
        give_consent(number=number, wording=consent_wording(box), method=method, staff=staff)

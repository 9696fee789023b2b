"""Consent belongs to a number, and its latest event counts."""

import datetime as dt

import pytest
from django.utils import timezone

from accounts.models import User
from texts.consent import (
    give_consent,
    may_text,
    numbers_with_consent,
    reason_against_texting,
    withdraw_consent,
)
from texts.models import ConsentEvent, ConsentMethod
from texts.numbers import e164, readable
from texts.tasks import forget_consents

NUMBER = "+16035550142"


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("603-555-0142", NUMBER),
        ("(603) 555.0142", NUMBER),
        (" 1 603 555 0142 ", NUMBER),
        ("+1 (603) 555-0142", NUMBER),
        ("603-555-0142 x12", NUMBER),
        ("+44 20 7946 0018", "+442079460018"),
        ("555-0142", None),
        ("123-555-0142", None),
        ("call me", None),
        ("", None),
        ("6" * 250, None),
    ],
)
def test_phone_numbers_are_parsed_as_people_write_them(typed: str, number: str | None) -> None:
    assert e164(typed) == number


def test_phone_numbers_are_formatted_for_display() -> None:
    assert readable(NUMBER) == "(603) 555-0142"
    assert readable("+442079460018") == "+44 20 7946 0018"


@pytest.mark.django_db
def test_latest_consent_event_counts(admin: User) -> None:
    give_consent(number="+16035550144", wording="Text us", method=ConsentMethod.QUOTE_FORM)
    asked = [NUMBER, "+16035550143"]
    assert not may_text(NUMBER)
    assert numbers_with_consent(asked) == set()
    assert reason_against_texting(NUMBER) == "Nobody agreed to texts to (603) 555-0142."
    give_consent(number=NUMBER, wording="Text me", method=ConsentMethod.QUOTE_FORM)
    assert may_text(NUMBER)
    assert numbers_with_consent(asked) == {NUMBER}
    assert reason_against_texting(NUMBER) == ""
    for _ in range(2):
        withdraw_consent(number=NUMBER, method=ConsentMethod.TEXT, wording="STOP")
    assert not may_text(NUMBER)
    assert numbers_with_consent(asked) == set()
    assert reason_against_texting(NUMBER) == "They stopped our texts with a reply: (603) 555-0142."
    give_consent(number=NUMBER, wording="Text me again", method=ConsentMethod.OFFICE, staff=admin)
    assert may_text(NUMBER)
    assert numbers_with_consent(asked) == {NUMBER}
    assert not may_text("+16035550143")
    withdraw_consent(number="+16035550143", method=ConsentMethod.OFFICE, staff=admin)  # without earlier consent
    events = ConsentEvent.objects.order_by("id").values_list("number", "is_given", "wording", "method", "staff")
    assert list(events)[1:] == [
        (NUMBER, True, "Text me", "quote_form", None),
        (NUMBER, False, "STOP", "text", None),
        (NUMBER, True, "Text me again", "office", admin.id),
        ("+16035550143", False, "", "office", admin.id),
    ]


@pytest.mark.django_db
def test_consent_is_deleted_seven_years_after_it_ended() -> None:
    stopped, moved = "+16035550143", "+16035550144"
    for number in (NUMBER, stopped, moved):
        give_consent(number=number, wording="Text me", method=ConsentMethod.QUOTE_FORM)
    withdraw_consent(number=stopped, method=ConsentMethod.TEXT)
    ConsentEvent.objects.update(created_at=timezone.now() - dt.timedelta(days=7 * 366 + 1))
    recent = withdraw_consent(number="+16035550145", method=ConsentMethod.TEXT)
    ConsentEvent.objects.filter(id=recent.id).update(created_at=timezone.now() - dt.timedelta(days=7 * 366 - 1))
    withdraw_consent(number=moved, method=ConsentMethod.OFFICE)  # consent was in effect until now
    forget_consents(0)
    assert sorted(ConsentEvent.objects.values_list("number", "is_given")) == [
        (NUMBER, True), (moved, False), (moved, True), (recent.number, False),
    ]  # fmt: skip
    assert may_text(NUMBER)

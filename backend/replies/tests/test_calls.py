"""Calls that nobody took are questions on the desk."""

from typing import Any

import pytest
import time_machine
from django.conf import LazySettings
from rest_framework.test import APIClient

from quotes.tests.factories import make_quote
from replies.calls import receive_call
from replies.models import Inbound
from testing.helpers import run_queue
from texts.consent import give_consent
from texts.models import ConsentMethod
from twilio_sandbox.server import TwilioSandbox

pytestmark = pytest.mark.django_db(transaction=True)

MOBILE = "+16035550142"


def _questions(admin_client: APIClient) -> list[dict[str, Any]]:
    return list(admin_client.get("/api/desk/queue?kind=question").json())


def test_missed_call_is_question_with_who_called(twilio: TwilioSandbox, admin_client: APIClient) -> None:
    quote = make_quote(phone="603 555 0142", full_name="Patricia Lane", email="pat@example.com")
    sid = "CA1"
    for dial in ("no-answer", "no-answer"):
        assert twilio.call_in(MOBILE, "in-progress", dial_status=dial, sid=sid) == 200
    assert twilio.call_in(MOBILE, "completed", sid=sid) == 200  # the call itself ends as completed
    assert twilio.call_in("+16035550143", "no-answer") == 200
    run_queue()
    rows = {row["phone"]: row for row in _questions(admin_client)}
    assert len(rows) == 2
    known, stranger = rows["(603) 555-0142"], rows["(603) 555-0143"]
    assert (known["question"], known["customerName"]) == ("Missed call from (603) 555-0142", "Patricia Lane")
    assert known["customerKey"]
    assert (stranger["question"], stranger["customerName"]) == ("Missed call from (603) 555-0143", "(603) 555-0143")
    assert quote.thread.count() == 0


def test_text_back_goes_only_to_a_number_that_agreed(twilio: TwilioSandbox, settings: LazySettings) -> None:
    with time_machine.travel("2026-11-23 15:00Z", tick=True):
        give_consent(number=MOBILE, wording="Texts about my quote", method=ConsentMethod.QUOTE_FORM)
        for caller in (MOBILE, MOBILE, "+16035550143"):
            twilio.call_in(caller, "no-answer")
        run_queue()
    [text] = twilio.texts
    assert text.to == MOBILE
    assert text.body.startswith(f"{settings.BUSINESS_NAME}: Sorry we missed your call.")


def test_call_that_was_taken_or_can_not_be_returned_is_no_question(
    twilio: TwilioSandbox, admin_client: APIClient
) -> None:
    twilio.call_in(MOBILE, "completed", dial_status="completed")
    twilio.call_in(MOBILE, "completed")
    twilio.call_in("anonymous", "no-answer")
    run_queue()
    assert _questions(admin_client) == []
    assert [row.note for row in Inbound.objects.all()] == ["The caller's number is withheld"]


def test_ringing_call_is_forwarded_to_business(settings: LazySettings, db: None) -> None:
    call = {"CallSid": "CA1", "From": MOBILE, "To": "+16035550148", "CallStatus": "ringing"}
    settings.BUSINESS_PHONE, settings.TWILIO_NUMBER = "(603) 555-0100", "+16035550148"
    answer = receive_call(call)
    assert ">+16035550100</Dial>" in answer
    assert f'action="{settings.SITE_URL}/api/webhooks/twilio/calls"' in answer
    assert not Inbound.objects.exists()
    settings.BUSINESS_PHONE = "(603) 555-0148"  # a call can't be forwarded to itself
    assert "<Say>" in receive_call(call)
    assert Inbound.objects.get().sender == MOBILE

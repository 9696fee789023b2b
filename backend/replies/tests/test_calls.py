"""Missed calls become questions on the desk."""

import datetime as dt
from typing import Any

import pytest
import time_machine
from django.conf import LazySettings
from django.db.models.functions import Now
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from common.days import eastern
from notifications.models import Message
from quotes.tests.factories import make_quote
from replies.calls import receive_call
from replies.emails import text_back
from replies.models import Inbound, InboundKind, Inquiry
from replies.people import Known
from replies.services import add_to_inquiry, record_contact, set_inquiry_aside
from testing.helpers import end_waits, run_queue
from testing.texts import at_daytime
from texts.consent import give_consent, withdraw_consent
from texts.models import ConsentMethod
from twilio_sandbox.server import TwilioSandbox

pytestmark = pytest.mark.django_db(transaction=True)

MOBILE = "+16035550142"


def _questions(admin_client: APIClient) -> list[dict[str, Any]]:
    return list(admin_client.get("/api/desk/queue?kind=question").json())


def test_missed_call_is_question_with_callers_name(twilio: TwilioSandbox, admin_client: APIClient) -> None:
    quote = make_quote(phone="603 555 0142", full_name="Patricia Lane", email="pat@example.com")
    sid = "CA1"
    for dial in ("no-answer", "no-answer"):
        assert twilio.call_in(MOBILE, "in-progress", dial_status=dial, sid=sid) == 200
    assert twilio.call_in(MOBILE, "completed", sid=sid) == 200  # the status of the call itself
    assert twilio.call_in("+16035550143", "no-answer") == 200
    run_queue()
    rows = {row["phone"]: row for row in _questions(admin_client)}
    assert len(rows) == 2
    known, stranger = rows["(603) 555-0142"], rows["(603) 555-0143"]
    assert (known["question"], known["customerName"]) == ("Missed call from (603) 555-0142", "Patricia Lane")
    assert known["customerKey"]
    assert (stranger["question"], stranger["customerName"]) == ("Missed call from (603) 555-0143", "(603) 555-0143")
    assert quote.thread.count() == 0


@pytest.mark.parametrize("dial", ["no-answer", "busy", "failed", "canceled", "completed", "answered"])
def test_call_counts_as_missed_for_every_unanswered_status(
    twilio: TwilioSandbox, admin_client: APIClient, dial: str
) -> None:
    assert twilio.call_in(MOBILE, "in-progress", dial_status=dial) == 200
    run_queue()
    assert len(_questions(admin_client)) == (dial not in {"completed", "answered"})


def test_time_of_first_try_does_not_change(admin_client: APIClient) -> None:
    tried = set()
    inquiry = Inquiry.objects.create(sender=MOBILE)
    for _ in range(2):
        path = f"/api/desk/questions/{inquiry.id}/calls"
        assert admin_client.post(path, {"outcome": "voicemail"}, format="json").status_code == 201
        inquiry.refresh_from_db()
        tried.add(inquiry.tried_at)
    assert (inquiry.tries, len(tried)) == (2, 1), "the promise is about the first one"


def test_text_back_goes_only_to_number_with_consent(twilio: TwilioSandbox, settings: LazySettings) -> None:
    with time_machine.travel("2026-11-23 15:00Z", tick=True):
        give_consent(number=MOBILE, wording="Texts about my quote", method=ConsentMethod.QUOTE_FORM)
        for caller in (MOBILE, MOBILE, "+16035550143"):
            twilio.call_in(caller, "no-answer")
        run_queue()
    [text] = twilio.texts
    assert text.to == MOBILE
    assert text.body == (
        f"{settings.BUSINESS_NAME}: Sorry we missed your call. We'll call you back within 24 hours, or reply here with "
        "what it's about. Msg & data rates may apply. Reply HELP for help, STOP to stop."
    )


@pytest.mark.parametrize(("minutes", "texted"), [(14, True), (16, False)])
def test_text_back_is_skipped_after_15_minutes(twilio: TwilioSandbox, minutes: int, texted: bool) -> None:
    give_consent(number=MOBILE, wording="Texts about my quote", method=ConsentMethod.QUOTE_FORM)
    call = add_to_inquiry(sender=MOBILE, known=Known(), kind=InboundKind.CALL, words="Missed call")
    text_back(call)
    _let_time_pass(minutes)  # for example, while no worker was running
    with at_daytime():
        run_queue()
    assert len(twilio.texts) == texted
    if not texted:
        assert _text_back().error == "The call was too long ago for a text back."


def test_caller_is_not_texted_back_after_staff_responded(twilio: TwilioSandbox, admin: User) -> None:
    calls = []
    for number in (MOBILE, "+16035550143"):
        give_consent(number=number, wording="Texts about my quote", method=ConsentMethod.QUOTE_FORM)
        calls.append(add_to_inquiry(sender=number, known=Known(), kind=InboundKind.CALL, words="Missed call"))
        text_back(calls[-1])
    set_inquiry_aside(inquiry_id=calls[0].inquiry_id, by=admin)
    record_contact(inquiry_id=calls[1].inquiry_id)
    with at_daytime():
        run_queue()
    assert twilio.texts == []


def test_caller_who_stops_our_texts_is_not_texted_back(twilio: TwilioSandbox) -> None:
    give_consent(number=MOBILE, wording="Texts about my quote", method=ConsentMethod.QUOTE_FORM)
    text_back(add_to_inquiry(sender=MOBILE, known=Known(), kind=InboundKind.CALL, words="Missed call"))
    withdraw_consent(number=MOBILE, wording="STOP", method=ConsentMethod.TEXT)
    with at_daytime():
        run_queue()
    assert twilio.texts == []
    message = _text_back()
    assert (message.status, message.error) == ("skipped", "They stopped our texts with a reply: (603) 555-0142.")


def test_call_at_night_is_not_texted_back_next_morning(twilio: TwilioSandbox, admin_client: APIClient) -> None:
    give_consent(number=MOBILE, wording="Texts about my quote", method=ConsentMethod.QUOTE_FORM)
    with time_machine.travel(eastern(timezone.localdate(), dt.time(22))):
        twilio.call_in(MOBILE, "no-answer")
        run_queue()
    assert _text_back().status == "queued"
    _let_time_pass(600)
    end_waits(dt.timedelta(days=3))
    with at_daytime():
        run_queue()
    assert twilio.texts == []
    assert _text_back().status == "skipped"
    assert len(_questions(admin_client)) == 1  # so that staff call back


def _text_back() -> Message:
    return Message.objects.get(kind="missed-call")


def _let_time_pass(minutes: int) -> None:
    Message.objects.filter(kind="missed-call").update(created_at=Now() - dt.timedelta(minutes=minutes))


def test_answered_or_anonymous_call_is_not_a_question(twilio: TwilioSandbox, admin_client: APIClient) -> None:
    twilio.call_in(MOBILE, "completed", dial_status="completed")
    twilio.call_in(MOBILE, "completed")
    twilio.call_in("anonymous", "no-answer")
    run_queue()
    assert _questions(admin_client) == []
    assert [row.note for row in Inbound.objects.all()] == ["The caller's number is withheld"]


@pytest.mark.parametrize("call", ["in-progress", "completed"])
@pytest.mark.parametrize("dial", ["no-answer", "busy", "completed"])
@pytest.mark.usefixtures("db")
def test_apology_is_read_only_to_missed_caller_on_the_line(call: str, dial: str) -> None:
    answer = receive_call({"CallSid": "CA1", "From": MOBILE, "CallStatus": call, "DialCallStatus": dial})
    assert ("<Say>" in answer) == (call == "in-progress" and dial != "completed")


def test_ringing_call_is_forwarded_to_business(settings: LazySettings, db: None) -> None:
    call = {"CallSid": "CA1", "From": MOBILE, "To": "+16035550148", "CallStatus": "ringing"}
    settings.BUSINESS_PHONE, settings.TWILIO_NUMBER = "(603) 555-0100", "+16035550148"
    answer = receive_call(call)
    assert ">+16035550100</Dial>" in answer
    assert f'action="{settings.SITE_URL}/api/webhooks/twilio/calls"' in answer
    assert not Inbound.objects.exists()
    for number, phone in enumerate(["(603) 555-0148", ""], 1):  # a call can't be forwarded to itself, or to no one
        settings.BUSINESS_PHONE = phone
        assert "<Say>" in receive_call(call | {"CallSid": f"CA{number}"})
        assert [each.sender for each in Inbound.objects.all()] == [MOBILE] * number

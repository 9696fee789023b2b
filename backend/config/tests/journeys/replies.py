"""Journeys of texts, emails and calls that come in."""

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.test import override_settings
from rest_framework.test import APIClient
from twilio.request_validator import RequestValidator

from config.tests.journeys.steps import count_inbound, work
from replies.tests.mails import SECRET
from testing.journey import Journey, Person
from testing.payments import StripeSandbox, run_jobs
from testing.strangers import own
from twilio_sandbox import AUTH_TOKEN

WITH_REPLIES = override_settings(
    TWILIO_AUTH_TOKEN=AUTH_TOKEN,
    TWILIO_NUMBER="+16035550199",
    TEXTS_TO_FOLDER=True,
    INBOUND_EMAIL_PROVIDER="postmark",
    INBOUND_EMAIL_DOMAIN="reply.lights.example",
    INBOUND_EMAIL_SECRET=SECRET,
    DATA_UPLOAD_MAX_MEMORY_SIZE=settings.INBOUND_EMAIL_BYTES,
    ANYMAIL={"WEBHOOK_SECRET": SECRET},
)
NATE, PAT = "+16035550111", "+16035550122"
_TEXTS, _CALLS, _REPORTS = (f"/api/webhooks/twilio/{name}" for name in ("messages", "calls", "status"))


def _twilio(journey: Journey, title: str, path: str, **form: str) -> None:
    """Post a signed form as Twilio does, and let the worker do what follows."""
    signature = RequestValidator(AUTH_TOKEN).compute_signature(f"{settings.SITE_URL}{path}", form)
    kind = "application/x-www-form-urlencoded"
    with journey.step(title) as lines:
        response = APIClient().post(path, urlencode(form), content_type=kind, headers={"X-Twilio-Signature": signature})
        lines.append(f"{response.status_code} {response.content.decode()}".strip())
        run_jobs()


def receive_text(journey: Journey, number: str, body: str, **form: str) -> None:
    sid = f"SM{count_inbound()}"
    _twilio(journey, f"{number} texts “{body}”", _TEXTS, MessageSid=sid, From=number, Body=body, **form)


def nates_quote(person: Person, **changes: Any) -> Any:
    return person.post(
        "/api/quotes",
        **{
            "fullName": "Nate Quimby",
            "email": "nate@example.com",
            "phone": "(603) 555-0111",
            "city": "Kittery",
            "servicePackage": "basic",
            "textUpdates": True,
            **changes,
        },
    )


def pats_order(person: Person, **changes: Any) -> Any:
    return person.post(
        "/api/tree-orders",
        **{
            "customerName": "Pat Tremblay",
            "customerEmail": "pat@example.com",
            "customerPhone": "603.555.0122",
            "addressLine1": "9 Elm Street",
            "city": "Dover",
            "state": "NH",
            "zipCode": "03820",
            "treeSize": "quality_7_8ft",
            "textUpdates": True,
            **changes,
        },
    )


def receive_call(journey: Journey, title: str, number: str, **form: str) -> None:
    _twilio(
        journey,
        f"By phone, {title}",
        _CALLS,
        **{"CallSid": f"CA{count_inbound()}", "From": number, **form},
    )


def report_delivery(journey: Journey, message: Any, **form: str) -> None:
    path = f"{_REPORTS}?message={message['id']}"
    title = f"Twilio says that {message['id']} was {form['MessageStatus']}"
    _twilio(journey, title, path, MessageSid=f"SM{message['createdAt'][-10:]}", **form)


@WITH_REPLIES
def texts_are_answered(journey: Journey, sandbox: StripeSandbox) -> None:
    """Texts go to the newest open quote of their number, or become a question; the office answers each."""
    nate, office = journey.person("Nate (visitor)"), journey.office()
    older = nates_quote(nate)
    journey.later(minutes=5)
    quote = nates_quote(nate, servicePackage="premium", fullName="Nathan Quimby", phone="603-555-0111")
    work(journey)
    receive_text(journey, NATE, "Can you do blue bulbs?", NumMedia="2")
    nate.get(f"/api/quotes/{quote['id']}/comments")
    office.get("/api/desk/queue?kind=question")
    journey.later(hours=1)
    office.post(f"/api/quotes/{quote['id']}/comments", content="Yes, we have blue ones.")
    work(journey)
    office.get("/api/desk/messages?kind=quote-replied&q=nath")
    office.patch(f"/api/quotes/{quote['id']}", status="rejected")
    receive_text(journey, NATE, "And the other house?")
    office.get(f"/api/quotes/{older['id']}/comments")
    office.post(f"/api/quotes/{older['id']}/calls", outcome="reached", channel="text", note="The garage too")
    office.patch(f"/api/quotes/{older['id']}", status="complete")
    receive_text(journey, NATE, "Thanks! When do you take them down?")
    receive_text(journey, NATE, "Please stop sending me messages")
    question = own(office.get("/api/desk/queue"))[0]
    office.get(f"/api/desk/questions/{question['id']}")
    office.post("/api/texts/off", phone="603 555 0111")
    office.post("/api/texts/off", phone="555")
    office.post(f"/api/desk/questions/{question['id']}/calls", outcome="reached", note="In January")
    office.get("/api/desk/queue")
    office.get("/api/desk/promise")


@WITH_REPLIES
def texts_with_keywords(journey: Journey, sandbox: StripeSandbox) -> None:
    """STOP and START turn texts off and on at once, and nobody has to answer them."""
    pat, office = journey.person("Pat (visitor)"), journey.office()
    order = pats_order(pat)
    work(journey)
    receive_text(journey, PAT, " Stop. ")
    receive_text(journey, PAT, "help")
    office.get("/api/desk/queue?kind=question")
    office.patch(f"/api/tree-orders/{order['id']}", scheduledDeliveryDate="2031-12-06")
    journey.later(minutes=11)
    work(journey)
    office.get("/api/desk/customers/cGF0QGV4YW1wbGUuY29t")
    receive_text(journey, PAT, "Unstop")
    receive_text(journey, NATE, "START")
    office.patch(f"/api/tree-orders/{order['id']}", scheduledDeliveryDate="2031-12-07")
    journey.later(minutes=11)
    work(journey)
    receive_text(journey, PAT, "Arret", OptOutType="STOP")
    receive_text(journey, "anonymous", "Hello?")
    office.get("/api/desk/queue?kind=question")
    with journey.step("Somebody else posts a text without a signature") as lines:
        lines.append(f"{APIClient().post(_TEXTS, 'MessageSid=1', content_type='text/plain').json()}")


@WITH_REPLIES
def missed_calls(journey: Journey, sandbox: StripeSandbox) -> None:
    """A call is forwarded; a missed one is a question until the office reaches the caller."""
    nate, pat, office = journey.person("Nate (visitor)"), journey.person("Pat (visitor)"), journey.office()
    quote, order = nates_quote(nate), pats_order(pat, textUpdates=False)
    work(journey)
    receive_call(journey, "Nate calls", NATE, CallSid="CA-of-Nate", CallStatus="ringing")
    for _ in range(2):  # a repeated report changes nothing
        receive_call(
            journey,
            "nobody answers Nate",
            NATE,
            CallSid="CA-of-Nate",
            CallStatus="in-progress",
            DialCallStatus="no-answer",
        )
    work(journey)
    office.get("/api/desk/queue?kind=question")
    receive_call(journey, "Pat is answered", PAT, CallStatus="completed", DialCallStatus="completed")
    receive_call(journey, "Pat hangs up while the line is busy", PAT, CallStatus="completed", DialCallStatus="busy")
    receive_call(journey, "someone with a hidden number calls", "anonymous", CallStatus="no-answer")
    journey.later(minutes=11)
    work(journey)
    nates, pats = office.get("/api/desk/queue?kind=question")
    office.post(f"/api/desk/questions/{nates['id']}/calls", outcome="voicemail", note="Said we'd try at noon")
    tomorrow = "2031-11-19T14:30:00Z"
    office.post(f"/api/desk/questions/{pats['id']}/calls", outcome="no_answer", retryAt=tomorrow, channel="text")
    office.post(f"/api/desk/questions/{pats['id']}/calls", outcome="no_answer", retryAt="2032-01-30T14:30:00Z")
    office.get("/api/desk/queue?kind=question")
    office.get(f"/api/desk/questions/{nates['id']}/calls")
    journey.later(hours=1)
    receive_call(journey, "Nate calls again", NATE, CallStatus="no-answer")
    office.get("/api/desk/queue/counts")
    office.post(f"/api/desk/questions/{nates['id']}/no-reply-needed", updatedAt=nates["updatedAt"])
    office.post(f"/api/desk/questions/{nates['id']}/no-reply-needed")
    office.post(f"/api/desk/questions/{nates['id']}/calls", outcome="voicemail", note="After the fact")
    nate.get(f"/api/desk/questions/{nates['id']}")
    office.post(f"/api/desk/questions/{quote['id']}/calls", outcome="reached")
    journey.later(days=1)
    office.post(f"/api/desk/questions/{pats['id']}/calls", outcome="reached", note="Saturday afternoon")
    office.get("/api/desk/queue")
    office.get("/api/desk/promise")
    office.get(f"/api/tree-orders/{order['id']}/calls")
    with override_settings(TWILIO_NUMBER="+16035550148"):
        receive_call(journey, "Pat calls the number that is the office's own", PAT, CallStatus="ringing")


@WITH_REPLIES
def texts_that_do_not_arrive(journey: Journey, sandbox: StripeSandbox) -> None:
    """Delivery reports say what became of a text; the news goes by email if it did not arrive."""
    pat, nate, office = journey.person("Pat (visitor)"), journey.person("Nate (visitor)"), journey.office()
    order = pats_order(pat)
    quote = nates_quote(nate, communicationPreference="sms")
    work(journey)
    [to_pat] = office.get("/api/desk/messages?kind=tree-order-received&q=pat")[:1]
    [to_nate] = office.get("/api/desk/messages?kind=quote-requested&q=quimby")[:1]
    report_delivery(journey, to_pat, MessageStatus="sent")
    journey.later(minutes=1)
    report_delivery(journey, to_pat, MessageStatus="delivered")
    report_delivery(journey, to_pat, MessageStatus="failed", ErrorCode="30008")
    report_delivery(journey, to_nate, MessageStatus="undelivered", ErrorCode="30006")
    work(journey)
    office.get("/api/desk/messages?status=failed")
    office.get("/api/desk/messages?kind=quote-requested")
    office.get("/api/desk/queue?kind=message")
    office.get("/api/desk/customers/bmF0ZUBleGFtcGxlLmNvbQ==")
    office.post(f"/api/quotes/{quote['id']}/comments", content="Is your number a landline?")
    office.patch(f"/api/tree-orders/{order['id']}", scheduledDeliveryDate="2031-12-13")
    journey.later(minutes=10)
    work(journey)
    [again] = office.get("/api/desk/messages?kind=tree-day&q=trem")[:1]
    report_delivery(journey, again, MessageStatus="failed", ErrorCode="21610")
    office.get(f"/api/desk/messages/{again['id']}")
    office.post(f"/api/tree-orders/{order['id']}/calls", outcome="reached")
    office.get("/api/desk/queue")
    office.get("/api/desk/messages?q=trem")

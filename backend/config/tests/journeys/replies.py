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

_SET_UP = override_settings(
    TWILIO_AUTH_TOKEN=AUTH_TOKEN,
    TWILIO_NUMBER="+16035550199",
    TEXTS_TO_FOLDER=True,
    INBOUND_EMAIL_PROVIDER="postmark",
    INBOUND_EMAIL_DOMAIN="reply.lights.example",
    INBOUND_EMAIL_SECRET=SECRET,
    DATA_UPLOAD_MAX_MEMORY_SIZE=settings.INBOUND_EMAIL_BYTES,
    ANYMAIL={"WEBHOOK_SECRET": SECRET},
)
_NATE, _PAT = "+16035550111", "+16035550122"
_TEXTS, _CALLS, _REPORTS = (f"/api/webhooks/twilio/{name}" for name in ("messages", "calls", "status"))


def _twilio(journey: Journey, title: str, path: str, **form: str) -> None:
    """Post a signed form as Twilio does, and let the worker do what follows."""
    signature = RequestValidator(AUTH_TOKEN).compute_signature(f"{settings.SITE_URL}{path}", form)
    kind = "application/x-www-form-urlencoded"
    with journey.step(title) as lines:
        response = APIClient().post(path, urlencode(form), content_type=kind, headers={"X-Twilio-Signature": signature})
        lines.append(f"{response.status_code} {response.content.decode()}".strip())
        run_jobs()


def _text(journey: Journey, number: str, body: str, **form: str) -> None:
    sid = f"SM{count_inbound()}"
    _twilio(journey, f"{number} texts “{body}”", _TEXTS, MessageSid=sid, From=number, Body=body, **form)


def _nates_quote(person: Person, **changes: Any) -> Any:
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


def _pats_order(person: Person, **changes: Any) -> Any:
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


def _call(journey: Journey, title: str, number: str, **form: str) -> None:
    _twilio(
        journey,
        f"By phone, {title}",
        _CALLS,
        **{"CallSid": f"CA{count_inbound()}", "From": number, **form},
    )


def _reported(journey: Journey, message: Any, **form: str) -> None:
    path = f"{_REPORTS}?message={message['id']}"
    title = f"Twilio says that {message['id']} was {form['MessageStatus']}"
    _twilio(journey, title, path, MessageSid=f"SM{message['createdAt'][-10:]}", **form)


@_SET_UP
def texts_are_answered(journey: Journey, sandbox: StripeSandbox) -> None:
    """Texts go to the newest open quote of their number, or become a question; the office answers each."""
    nate, office = journey.person("Nate (visitor)"), journey.office()
    older = _nates_quote(nate)
    journey.later(minutes=5)
    quote = _nates_quote(nate, servicePackage="premium", fullName="Nathan Quimby", phone="603-555-0111")
    work(journey)
    _text(journey, _NATE, "Can you do blue bulbs?", NumMedia="2")
    nate.get(f"/api/quotes/{quote['id']}/comments")
    office.get("/api/desk/queue?kind=question")
    journey.later(hours=1)
    office.post(f"/api/quotes/{quote['id']}/comments", content="Yes, we have blue ones.")
    work(journey)
    office.get("/api/desk/messages?kind=quote-replied&q=nath")
    office.patch(f"/api/quotes/{quote['id']}", status="rejected")
    _text(journey, _NATE, "And the other house?")
    office.get(f"/api/quotes/{older['id']}/comments")
    office.post(f"/api/quotes/{older['id']}/calls", outcome="reached", channel="text", note="The garage too")
    office.patch(f"/api/quotes/{older['id']}", status="complete")
    _text(journey, _NATE, "Thanks! When do you take them down?")
    _text(journey, _NATE, "Please stop sending me messages")
    question = own(office.get("/api/desk/queue"))[0]
    office.get(f"/api/desk/questions/{question['id']}")
    office.post("/api/texts/off", phone="603 555 0111")
    office.post("/api/texts/off", phone="555")
    office.post(f"/api/desk/questions/{question['id']}/calls", outcome="reached", note="In January")
    office.get("/api/desk/queue")
    office.get("/api/desk/promise")


@_SET_UP
def texts_with_keywords(journey: Journey, sandbox: StripeSandbox) -> None:
    """STOP and START turn texts off and on at once, and nobody has to answer them."""
    pat, office = journey.person("Pat (visitor)"), journey.office()
    order = _pats_order(pat)
    work(journey)
    _text(journey, _PAT, " Stop. ")
    _text(journey, _PAT, "help")
    office.get("/api/desk/queue?kind=question")
    office.patch(f"/api/tree-orders/{order['id']}", scheduledDeliveryDate="2031-12-06")
    journey.later(minutes=11)
    work(journey)
    office.get("/api/desk/customers/cGF0QGV4YW1wbGUuY29t")
    _text(journey, _PAT, "Unstop")
    _text(journey, _NATE, "START")
    office.patch(f"/api/tree-orders/{order['id']}", scheduledDeliveryDate="2031-12-07")
    journey.later(minutes=11)
    work(journey)
    _text(journey, _PAT, "Arret", OptOutType="STOP")
    _text(journey, "anonymous", "Hello?")
    office.get("/api/desk/queue?kind=question")
    with journey.step("Somebody else posts a text without a signature") as lines:
        lines.append(f"{APIClient().post(_TEXTS, 'MessageSid=1', content_type='text/plain').json()}")


@_SET_UP
def missed_calls(journey: Journey, sandbox: StripeSandbox) -> None:
    """A call is forwarded; a missed one is a question until the office reaches the caller."""
    nate, pat, office = journey.person("Nate (visitor)"), journey.person("Pat (visitor)"), journey.office()
    quote, order = _nates_quote(nate), _pats_order(pat, textUpdates=False)
    work(journey)
    _call(journey, "Nate calls", _NATE, CallSid="CA-of-Nate", CallStatus="ringing")
    for _ in range(2):  # a repeated report changes nothing
        _call(
            journey,
            "nobody answers Nate",
            _NATE,
            CallSid="CA-of-Nate",
            CallStatus="in-progress",
            DialCallStatus="no-answer",
        )
    work(journey)
    office.get("/api/desk/queue?kind=question")
    _call(journey, "Pat is answered", _PAT, CallStatus="completed", DialCallStatus="completed")
    _call(journey, "Pat hangs up while the line is busy", _PAT, CallStatus="completed", DialCallStatus="busy")
    _call(journey, "someone with a hidden number calls", "anonymous", CallStatus="no-answer")
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
    _call(journey, "Nate calls again", _NATE, CallStatus="no-answer")
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
        _call(journey, "Pat calls the number that is the office's own", _PAT, CallStatus="ringing")


@_SET_UP
def texts_that_do_not_arrive(journey: Journey, sandbox: StripeSandbox) -> None:
    """Delivery reports say what became of a text; the news goes by email if it did not arrive."""
    pat, nate, office = journey.person("Pat (visitor)"), journey.person("Nate (visitor)"), journey.office()
    order = _pats_order(pat)
    quote = _nates_quote(nate, communicationPreference="sms")
    work(journey)
    [to_pat] = office.get("/api/desk/messages?kind=tree-order-received&q=pat")[:1]
    [to_nate] = office.get("/api/desk/messages?kind=quote-requested&q=quimby")[:1]
    _reported(journey, to_pat, MessageStatus="sent")
    journey.later(minutes=1)
    _reported(journey, to_pat, MessageStatus="delivered")
    _reported(journey, to_pat, MessageStatus="failed", ErrorCode="30008")
    _reported(journey, to_nate, MessageStatus="undelivered", ErrorCode="30006")
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
    _reported(journey, again, MessageStatus="failed", ErrorCode="21610")
    office.get(f"/api/desk/messages/{again['id']}")
    office.post(f"/api/tree-orders/{order['id']}/calls", outcome="reached")
    office.get("/api/desk/queue")
    office.get("/api/desk/messages?q=trem")

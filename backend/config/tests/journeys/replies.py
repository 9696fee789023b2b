"""Journeys of texts, emails and calls that come in."""

import datetime as dt
from typing import Any
from unittest.mock import patch
from urllib.parse import urlencode
from uuid import UUID

from allauth.account.models import EmailAddress
from django.conf import settings
from django.test import override_settings
from rest_framework.test import APIClient
from twilio.request_validator import RequestValidator

from notifications.models import AboutKind
from notifications.reply_addresses import reply_address
from replies.models import Inbound
from replies.tasks import forget_inbound_contents, process_stranded
from replies.tests.mails import SECRET, picture, post_email, report
from testing.journey import Journey, Person
from testing.payments import StripeSandbox, run_jobs
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
    sid = f"SM{Inbound.objects.count()}"
    _twilio(journey, f"{number} texts “{body}”", _TEXTS, MessageSid=sid, From=number, Body=body, **form)


def _email(journey: Journey, title: str, to: str, text: str, **given: Any) -> None:
    message_id = f"<{Inbound.objects.count()}@example.com>"
    with journey.step(f"By email, {title}") as lines:
        lines.append(f"{post_email(report(to, text, message_id=message_id, **given))}")
        run_jobs()


def _worker(journey: Journey) -> None:
    with journey.step("The worker does what is due"):
        run_jobs()


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


@_SET_UP
def texts_are_answered(journey: Journey, sandbox: StripeSandbox) -> None:
    """Texts go to the newest open quote of their number, or become a question; the office answers each."""
    nate, office = journey.person("Nate (visitor)"), journey.office()
    older = _nates_quote(nate)
    journey.later(minutes=5)
    quote = _nates_quote(nate, servicePackage="premium", fullName="Nathan Quimby", phone="603-555-0111")
    _worker(journey)
    _text(journey, _NATE, "Can you do blue bulbs?", NumMedia="2")
    nate.get(f"/api/quotes/{quote['id']}/comments")
    office.get("/api/desk/queue?kind=question")
    journey.later(hours=1)
    office.post(f"/api/quotes/{quote['id']}/comments", content="Yes, we have blue ones.")
    _worker(journey)
    office.get("/api/desk/messages?kind=quote-replied&q=nath")
    office.patch(f"/api/quotes/{quote['id']}", status="rejected")
    _text(journey, _NATE, "And the other house?")
    office.get(f"/api/quotes/{older['id']}/comments")
    office.post(f"/api/quotes/{older['id']}/calls", outcome="reached", channel="text", note="The garage too")
    office.patch(f"/api/quotes/{older['id']}", status="complete")
    _text(journey, _NATE, "Thanks! When do you take them down?")
    _text(journey, _NATE, "Please stop sending me messages")
    question = office.get("/api/desk/queue")[0]
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
    _worker(journey)
    _text(journey, _PAT, " Stop. ")
    _text(journey, _PAT, "help")
    office.get("/api/desk/queue?kind=question")
    office.patch(f"/api/tree-orders/{order['id']}", scheduledDeliveryDate="2031-12-06")
    journey.later(minutes=11)
    _worker(journey)
    office.get("/api/desk/customers/cGF0QGV4YW1wbGUuY29t")
    _text(journey, _PAT, "Unstop")
    _text(journey, _NATE, "START")
    office.patch(f"/api/tree-orders/{order['id']}", scheduledDeliveryDate="2031-12-07")
    journey.later(minutes=11)
    _worker(journey)
    _text(journey, _PAT, "Arret", OptOutType="STOP")
    _text(journey, "anonymous", "Hello?")
    office.get("/api/desk/queue?kind=question")
    with journey.step("Somebody else posts a text without a signature") as lines:
        lines.append(f"{APIClient().post(_TEXTS, 'MessageSid=1', content_type='text/plain').json()}")


@_SET_UP
def emails_are_answered(journey: Journey, sandbox: StripeSandbox) -> None:
    """Emails to a reply address go to its thread; others are questions, or nothing that staff need to see."""
    nate, pat, office = journey.person("Nate (visitor)"), journey.person("Pat (visitor)"), journey.office()
    quote, order = _nates_quote(nate), _pats_order(pat)
    invoice = office.post("/api/invoices", quoteId=quote["id"], amount="310.55", description="Lights and timers")
    about_quote = reply_address(AboutKind.QUOTE, _uuid(quote))
    about_order = reply_address(AboutKind.TREE_ORDER, _uuid(order))
    about_invoice = reply_address(AboutKind.INVOICE, _uuid(invoice))
    by_nate = "Nate Quimby <NATE@example.com>"
    words = "White ones, please.\n\nNate\n\nOn Tue, Nov 18, 2031 at 9:14 AM Seacoast wrote:\n\n> Your price"
    plan = {**picture("plan.pdf"), "ContentType": "application/pdf"}
    _email(journey, "Nate replies about his quote", about_quote, words, sender=by_nate, attachments=[picture(), plan])
    _email(
        journey, "Nate's wife replies", about_quote, "", sender="Quinn <quinn@example.com>",
        html="<p>No, the <b>red</b> ones</p><div>On Tue, Nov 18, 2031 Seacoast wrote:</div><blockquote>Hi</blockquote>",
    )  # fmt: skip
    _email(
        journey, "somebody pretends to be Nate", about_quote, "Cancel everything", sender=by_nate,
        headers={"Authentication-Results": "mx.example; dmarc=fail"},
    )  # fmt: skip
    _email(journey, "Nate asks about his invoice", about_invoice, "Can I pay by check?", sender=by_nate)
    office.get(f"/api/quotes/{quote['id']}/comments")
    nate.get(f"/api/quotes/{quote['id']}/comments")
    _email(journey, "Pat replies about the tree", about_order, "Is Saturday possible?", sender="Pat <pat@example.com>")
    _email(journey, "Pat's neighbor replies", about_order, "I'll be there", sender="Hal <hal@example.com>")
    _email(journey, "a stranger writes", "hello@reply.lights.example", "Buy now", sender="Sal <sal@example.com>")
    _email(journey, "Pat only quotes", about_order, "> Is Saturday fine?", sender="Pat <pat@example.com>")
    _email(
        journey, "Pat's mailbox replies by itself", about_order, "I'm away", sender="Pat <pat@example.com>",
        headers={"Auto-Submitted": "auto-replied"},
    )  # fmt: skip
    _email(journey, "a report says that an email bounced", about_order, "Oh", return_path="", sender=by_nate)
    _email(journey, "Pat writes without a thread", "hello@reply.lights.example", "Hi", sender="P <pat@example.com>")
    rows = office.get("/api/desk/queue?kind=question")
    for row in rows[1:]:
        office.get(f"/api/desk/questions/{row['id']}")
    office.post(f"/api/tree-orders/{order['id']}/calls", outcome="reached", channel="email", note="Saturday it is")
    office.post(f"/api/quotes/{quote['id']}/no-reply-needed", updatedAt="2031-11-18T15:00:00Z")
    office.get("/api/desk/queue?kind=question")
    with journey.step("An email comes with a wrong password") as lines:
        lines.append(f"{post_email(report(about_quote, 'Hi'), secret='postmark:guess')}")
    office.get("/api/desk/messages?kind=office-inquiry")
    journey.later(days=30, minutes=1)
    with journey.step("The schedule empties what came in 30 days ago"):
        forget_inbound_contents(0)


@_SET_UP
def missed_calls(journey: Journey, sandbox: StripeSandbox) -> None:
    """A call is forwarded; a missed one is a question until the office reaches the caller."""
    nate, pat, office = journey.person("Nate (visitor)"), journey.person("Pat (visitor)"), journey.office()
    quote, order = _nates_quote(nate), _pats_order(pat, textUpdates=False)
    _worker(journey)
    _call(journey, "Nate calls", _NATE, CallSid="CA1", CallStatus="ringing")
    for _ in range(2):  # a repeated report changes nothing
        _call(
            journey, "nobody answers Nate", _NATE, CallSid="CA1", CallStatus="in-progress", DialCallStatus="no-answer"
        )
    _worker(journey)
    office.get("/api/desk/queue?kind=question")
    _call(journey, "Pat is answered", _PAT, CallStatus="completed", DialCallStatus="completed")
    _call(journey, "Pat hangs up while the line is busy", _PAT, CallStatus="completed", DialCallStatus="busy")
    _call(journey, "someone with a hidden number calls", "anonymous", CallStatus="no-answer")
    journey.later(minutes=11)
    _worker(journey)
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
    _worker(journey)
    [to_pat] = office.get("/api/desk/messages?kind=tree-order-received&q=pat")[:1]
    [to_nate] = office.get("/api/desk/messages?kind=quote-requested&q=quimby")[:1]
    _reported(journey, to_pat, MessageStatus="sent")
    journey.later(minutes=1)
    _reported(journey, to_pat, MessageStatus="delivered")
    _reported(journey, to_pat, MessageStatus="failed", ErrorCode="30008")
    _reported(journey, to_nate, MessageStatus="undelivered", ErrorCode="30006")
    _worker(journey)
    office.get("/api/desk/messages?status=failed")
    office.get("/api/desk/messages?kind=quote-requested")
    office.get("/api/desk/queue?kind=message")
    office.get("/api/desk/customers/bmF0ZUBleGFtcGxlLmNvbQ==")
    office.post(f"/api/quotes/{quote['id']}/comments", content="Is your number a landline?")
    office.patch(f"/api/tree-orders/{order['id']}", scheduledDeliveryDate="2031-12-13")
    journey.later(minutes=10)
    _worker(journey)
    [again] = office.get("/api/desk/messages?kind=tree-day&q=trem")[:1]
    _reported(journey, again, MessageStatus="failed", ErrorCode="21610")
    office.get(f"/api/desk/messages/{again['id']}")
    office.post(f"/api/tree-orders/{order['id']}/calls", outcome="reached")
    office.get("/api/desk/queue")
    office.get("/api/desk/messages?q=trem")


@_SET_UP
def replies_of_an_account(journey: Journey, sandbox: StripeSandbox) -> None:
    """An account's number and verified addresses count as its own, and nothing that came in is lost or floods us."""
    eleanor, nate, office = journey.customer(), journey.person("Nate (visitor)"), journey.office()
    for email, is_verified in (("hayes@work.example", True), ("hayes@school.example", False)):
        EmailAddress.objects.create(user=eleanor.user, email=email, verified=is_verified)
    eleanor.put("/api/contact-choice", channel="sms", number="603-555-0190", textUpdates=True)
    quote = _nates_quote(eleanor, fullName="Ellie Hayes", email="ellie@home.example", phone="603-555-0191", city="Rye")
    _nates_quote(nate, phone="603-555-0191", textUpdates=False)
    order = _pats_order(eleanor, customerName="E. Hayes", customerEmail="ellie@home.example", textUpdates=False)
    _worker(journey)
    _text(journey, "+16035550190", "From my new phone")
    _text(journey, "+16035550191", "We share this phone")
    address = reply_address(AboutKind.QUOTE, _uuid(quote))
    _email(journey, "Eleanor replies from work", address, "From work", sender="E <hayes@work.example>")
    _email(journey, "someone replies from school", address, "From school", sender="E <hayes@school.example>")
    eleanor.get(f"/api/quotes/{quote['id']}/comments")
    office.get(f"/api/quotes/{quote['id']}/comments?ordering=-createdAt")
    office.get("/api/desk/queue?kind=question")
    office.post(f"/api/quotes/{quote['id']}/comments", content="All noted.")
    journey.later(minutes=11)
    _worker(journey)
    office.get("/api/desk/messages?kind=quote-replied")
    eleanor.put("/api/contact-choice", channel="email", number="603-555-0190", textUpdates=False)
    eleanor.put("/api/contact-choice", channel="sms", number="190")
    eleanor.get("/api/contact-choice")
    eleanor.post(f"/api/quotes/{quote['id']}/decline")
    with patch("replies.tasks.process_inbound.defer"):
        _text(journey, "+16035550190", "One thing about the tree")
    office.get("/api/desk/queue?kind=question")
    with journey.step("The schedule finds what has no job anymore"):
        process_stranded(0)
        run_jobs()
    with patch("replies.processing.MOST", ((dt.timedelta(hours=1), 2), (dt.timedelta(days=1), 3))):
        _text(journey, "+16035550190", "One more thing")
        journey.later(hours=1)
        _text(journey, "+16035550190", "And another")
        _text(journey, "+16035550190", "And a last one")
    office.get("/api/desk/queue?kind=question")
    office.get(f"/api/tree-orders/{order['id']}")
    office.get(f"/api/desk/customers/{quote['userId']}")


@_SET_UP
def emails_that_nobody_wrote(journey: Journey, sandbox: StripeSandbox) -> None:
    """Machines' emails are ignored; what people write from other addresses, or late at night, is not."""
    eleanor, pat, office = journey.customer(), journey.person("Pat (visitor)"), journey.office()
    EmailAddress.objects.create(user=eleanor.user, email="hayes@work.example", verified=True)
    order = _pats_order(eleanor, customerName="Ellie Hayes", customerEmail="ellie@home.example", textUpdates=False)
    address = reply_address(AboutKind.TREE_ORDER, _uuid(order))
    invoice = office.post("/api/invoices", userId=order["userId"], amount="88.10", description="Extra garland")
    about_invoice = reply_address(AboutKind.INVOICE, _uuid(invoice))
    _worker(journey)
    machines: list[tuple[str, dict[str, Any]]] = [
        ("a mail server reports a failure", {"headers": {"X-Failed-Recipients": "ellie@home.example"}}),
        ("an old mailbox replies by itself", {"headers": {"X-Autoreply": "yes"}}),
        ("a newsletter arrives", {"headers": {"List-Id": "news.example"}}),
        ("a machine writes", {"sender": "No Reply <no-reply@shop.example>"}),
        ("someone is away", {"subject": "Out of office: Re: Your tree"}),
        ("the site writes to itself", {"sender": "Us <hello@seacoastholidaylights.example>"}),
        ("the address of someone can't be read", {"sender": "nobody"}),
    ]
    for title, given in machines:
        _email(journey, title, address, "Hello", **given)
    quoted = "<b>From:</b> Seacoast<br><b>Sent:</b> Tuesday<br><b>To:</b> E<br><b>Subject:</b> Your order<br>"
    outlook = f"<style>p {{}}</style><p>Could it be a Sunday?</p><br/><hr><div>{quoted}</div><p>Your order</p>"
    _email(journey, "Eleanor replies from work", address, "", sender="E <hayes@work.example>", html=outlook)
    _email(journey, "Eleanor asks about the invoice", about_invoice, "By check?", sender="E <eleanor@example.com>")
    _email(journey, "Eleanor only signs", address, "-- \nEleanor\nSent from my iPhone", sender="E <ellie@home.example>")
    _email(journey, "a forged address is no thread", "qabc@reply.lights.example", "Hi", sender="S <sal@example.com>")
    with journey.step("The provider posts something that is no email") as lines:
        lines.append(f"{post_email({'From': 'x'})}")
    office.get("/api/desk/queue?kind=question")
    journey.later(hours=11, minutes=30)
    later = _pats_order(pat)
    _call(journey, "Pat calls at night", _PAT, CallStatus="busy")
    _text(journey, _NATE, "Do you deliver to Maine?")
    _nates_quote(pat, textUpdates=False)
    _pats_order(pat, customerPhone="603-555-0111", customerName="Nate Quimby", textUpdates=False)
    journey.later(hours=10, minutes=31)
    _worker(journey)
    office.get("/api/desk/messages?kind=missed-call")
    office.get("/api/desk/messages?kind=office-inquiry")
    _call(journey, "Nate calls from his number", _NATE, CallStatus="no-answer")
    office.get("/api/desk/queue?kind=question")
    office.get(f"/api/tree-orders/{later['id']}/history")


def _call(journey: Journey, title: str, number: str, **form: str) -> None:
    _twilio(
        journey, f"By phone, {title}", _CALLS, **{"CallSid": f"CA{Inbound.objects.count()}", "From": number, **form}
    )


def _reported(journey: Journey, message: Any, **form: str) -> None:
    path = f"{_REPORTS}?message={message['id']}"
    title = f"Twilio says that {message['id']} was {form['MessageStatus']}"
    _twilio(journey, title, path, MessageSid=f"SM{message['createdAt'][-10:]}", **form)


def _uuid(row: Any) -> UUID:
    return UUID(row["id"])

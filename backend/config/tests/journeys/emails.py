"""Journeys of emails that come in, and of what an account's owner sends."""

import datetime as dt
from typing import Any
from unittest.mock import patch
from uuid import UUID

from allauth.account.models import EmailAddress

from config.tests.journeys.replies import NATE, PAT, WITH_REPLIES, nates_quote, pats_order, receive_call, receive_text
from config.tests.journeys.steps import count_inbound, work
from notifications.models import AboutKind
from notifications.reply_addresses import reply_address
from replies.tasks import forget_inbound_contents, process_stranded
from replies.tests.mails import picture, post_email, report
from testing.journey import Journey
from testing.payments import StripeSandbox, run_jobs


def receive_email(journey: Journey, title: str, to: str, text: str, **given: Any) -> None:
    message_id = f"<{count_inbound()}@example.com>"
    with journey.step(f"By email, {title}") as lines:
        lines.append(f"{post_email(report(to, text, message_id=message_id, **given))}")
        run_jobs()


def _uuid(row: Any) -> UUID:
    return UUID(row["id"])


@WITH_REPLIES
def emails_are_answered(journey: Journey, sandbox: StripeSandbox) -> None:
    """Emails to a reply address go to its thread; others are questions, or nothing that staff need to see."""
    nate, pat, office = journey.person("Nate (visitor)"), journey.person("Pat (visitor)"), journey.office()
    quote, order = nates_quote(nate), pats_order(pat)
    invoice = office.post("/api/invoices", quoteId=quote["id"], amount="310.55", description="Lights and timers")
    about_quote = reply_address(AboutKind.QUOTE, _uuid(quote))
    about_order = reply_address(AboutKind.TREE_ORDER, _uuid(order))
    about_invoice = reply_address(AboutKind.INVOICE, _uuid(invoice))
    by_nate = "Nate Quimby <NATE@example.com>"
    words = "White ones, please.\n\nNate\n\nOn Tue, Nov 18, 2031 at 9:14 AM Seacoast wrote:\n\n> Your price"
    plan = {**picture("plan.pdf"), "ContentType": "application/pdf"}
    receive_email(
        journey, "Nate replies about his quote", about_quote, words, sender=by_nate, attachments=[picture(), plan]
    )
    receive_email(
        journey, "Nate's wife replies", about_quote, "", sender="Quinn <quinn@example.com>",
        html="<p>No, the <b>red</b> ones</p><div>On Tue, Nov 18, 2031 Seacoast wrote:</div><blockquote>Hi</blockquote>",
    )  # fmt: skip
    receive_email(
        journey, "somebody pretends to be Nate", about_quote, "Cancel everything", sender=by_nate,
        headers={"Authentication-Results": "mx.example; dmarc=fail"},
    )  # fmt: skip
    receive_email(journey, "Nate asks about his invoice", about_invoice, "Can I pay by check?", sender=by_nate)
    office.get(f"/api/quotes/{quote['id']}/comments")
    nate.get(f"/api/quotes/{quote['id']}/comments")
    receive_email(
        journey, "Pat replies about the tree", about_order, "Is Saturday possible?", sender="Pat <pat@example.com>"
    )
    receive_email(journey, "Pat's neighbor replies", about_order, "I'll be there", sender="Hal <hal@example.com>")
    receive_email(journey, "a stranger writes", "hello@reply.lights.example", "Buy now", sender="Sal <sal@example.com>")
    receive_email(journey, "Pat only quotes", about_order, "> Is Saturday fine?", sender="Pat <pat@example.com>")
    receive_email(
        journey, "Pat's mailbox replies by itself", about_order, "I'm away", sender="Pat <pat@example.com>",
        headers={"Auto-Submitted": "auto-replied"},
    )  # fmt: skip
    receive_email(journey, "a report says that an email bounced", about_order, "Oh", return_path="", sender=by_nate)
    receive_email(
        journey, "Pat writes without a thread", "hello@reply.lights.example", "Hi", sender="P <pat@example.com>"
    )
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


@WITH_REPLIES
def replies_of_an_account(journey: Journey, sandbox: StripeSandbox) -> None:
    """An account's number and verified addresses count as its own, and nothing that came in is lost or floods us."""
    eleanor, nate, office = journey.customer(), journey.person("Nate (visitor)"), journey.office()
    for email, is_verified in (("hayes@work.example", True), ("hayes@school.example", False)):
        EmailAddress.objects.create(user=eleanor.user, email=email, verified=is_verified)
    eleanor.put("/api/contact-choice", channel="sms", number="603-555-0190", textUpdates=True)
    quote = nates_quote(eleanor, fullName="Ellie Hayes", email="ellie@home.example", phone="603-555-0191", city="Rye")
    nates_quote(nate, phone="603-555-0191", textUpdates=False)
    order = pats_order(eleanor, customerName="E. Hayes", customerEmail="ellie@home.example", textUpdates=False)
    work(journey)
    receive_text(journey, "+16035550190", "From my new phone")
    receive_text(journey, "+16035550191", "We share this phone")
    address = reply_address(AboutKind.QUOTE, _uuid(quote))
    receive_email(journey, "Eleanor replies from work", address, "From work", sender="E <hayes@work.example>")
    receive_email(journey, "someone replies from school", address, "From school", sender="E <hayes@school.example>")
    eleanor.get(f"/api/quotes/{quote['id']}/comments")
    office.get(f"/api/quotes/{quote['id']}/comments?ordering=-createdAt")
    office.get("/api/desk/queue?kind=question")
    office.post(f"/api/quotes/{quote['id']}/comments", content="All noted.")
    journey.later(minutes=11)
    work(journey)
    office.get("/api/desk/messages?kind=quote-replied")
    eleanor.put("/api/contact-choice", channel="email", number="603-555-0190", textUpdates=False)
    eleanor.put("/api/contact-choice", channel="sms", number="190")
    eleanor.get("/api/contact-choice")
    eleanor.post(f"/api/quotes/{quote['id']}/decline")
    with patch("replies.tasks.process_inbound.defer"):
        receive_text(journey, "+16035550190", "One thing about the tree")
    office.get("/api/desk/queue?kind=question")
    with journey.step("The schedule finds what has no job anymore"):
        process_stranded(0)
        run_jobs()
    with patch("replies.processing.MOST", ((dt.timedelta(hours=1), 2), (dt.timedelta(days=1), 3))):
        receive_text(journey, "+16035550190", "One more thing")
        journey.later(hours=1)
        receive_text(journey, "+16035550190", "And another")
        receive_text(journey, "+16035550190", "And a last one")
    office.get("/api/desk/queue?kind=question")
    office.get(f"/api/tree-orders/{order['id']}")
    office.get(f"/api/desk/customers/{quote['userId']}")


@WITH_REPLIES
def emails_that_nobody_wrote(journey: Journey, sandbox: StripeSandbox) -> None:
    """Machines' emails are ignored; what people write from other addresses, or late at night, is not."""
    eleanor, pat, office = journey.customer(), journey.person("Pat (visitor)"), journey.office()
    EmailAddress.objects.create(user=eleanor.user, email="hayes@work.example", verified=True)
    order = pats_order(eleanor, customerName="Ellie Hayes", customerEmail="ellie@home.example", textUpdates=False)
    address = reply_address(AboutKind.TREE_ORDER, _uuid(order))
    invoice = office.post("/api/invoices", userId=order["userId"], amount="88.10", description="Extra garland")
    about_invoice = reply_address(AboutKind.INVOICE, _uuid(invoice))
    work(journey)
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
        receive_email(journey, title, address, "Hello", **given)
    quoted = "<b>From:</b> Seacoast<br><b>Sent:</b> Tuesday<br><b>To:</b> E<br><b>Subject:</b> Your order<br>"
    outlook = f"<style>p {{}}</style><p>Could it be a Sunday?</p><br/><hr><div>{quoted}</div><p>Your order</p>"
    receive_email(journey, "Eleanor replies from work", address, "", sender="E <hayes@work.example>", html=outlook)
    receive_email(
        journey, "Eleanor asks about the invoice", about_invoice, "By check?", sender="E <eleanor@example.com>"
    )
    receive_email(
        journey, "Eleanor only signs", address, "-- \nEleanor\nSent from my iPhone", sender="E <ellie@home.example>"
    )
    receive_email(
        journey, "a forged address is no thread", "qabc@reply.lights.example", "Hi", sender="S <sal@example.com>"
    )
    with journey.step("The provider posts something that is no email") as lines:
        lines.append(f"{post_email({'From': 'x'})}")
    office.get("/api/desk/queue?kind=question")
    journey.later(hours=11, minutes=30)
    later = pats_order(pat)
    receive_call(journey, "Pat calls at night", PAT, CallStatus="busy")
    receive_text(journey, NATE, "Do you deliver to Maine?")
    nates_quote(pat, textUpdates=False)
    pats_order(pat, customerPhone="603-555-0111", customerName="Nate Quimby", textUpdates=False)
    journey.later(hours=10, minutes=31)
    work(journey)
    office.get("/api/desk/messages?kind=missed-call")
    office.get("/api/desk/messages?kind=office-inquiry")
    receive_call(journey, "Nate calls from his number", NATE, CallStatus="no-answer")
    office.get("/api/desk/queue?kind=question")
    office.get(f"/api/tree-orders/{later['id']}/history")

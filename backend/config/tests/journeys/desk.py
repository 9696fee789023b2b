"""Journeys of the office: who is waiting, whom it knows, and what it finds."""

from smtplib import SMTPRecipientsRefused
from typing import Any
from unittest.mock import patch

from config.tests.journeys.steps import work
from desk.tasks import plan_morning_email
from notifications.tasks import forget_message_contents
from testing import cards
from testing.journey import Journey, Person
from testing.payments import CHECKOUT, StripeSandbox, run_jobs


def _quote(person: Person, name: str, city: str, package: str, **more: Any) -> Any:
    """Request a quote by ``name``, whose address and number follow from the name."""
    email, number = f"{name.split()[0].lower()}@example.com", f"603-555-{sum(map(ord, name)):04}"
    body = {"fullName": name, "email": email, "phone": number, "city": city, "servicePackage": package}
    return person.post("/api/quotes", **(body | more))


def _tree(person: Person, name: str, city: str, size: str, **more: Any) -> Any:
    """Order a tree as ``name``, whose address and number follow from the name."""
    email, number = f"{name.split()[0].lower()}@example.com", f"(603) 555-{sum(map(ord, name)):04}"
    body = {
        "customerName": name, "customerEmail": email, "customerPhone": number, "addressLine1": f"{len(name)} Oak Lane",
        "city": city, "state": "NH", "zipCode": "03870", "treeSize": size,
    }  # fmt: skip
    return person.post("/api/tree-orders", **(body | more))


def queue_with_every_kind(journey: Journey, sandbox: StripeSandbox) -> None:
    """Every kind of row waits in the queue at once, earliest deadline first, and each leaves it when someone acts."""
    office, visitor = journey.office(), journey.person("a visitor")
    silent = _quote(visitor, "Silas Stone", "Rye", "basic", communicationPreference="phone", streetAddress="3 Bay Rd")
    office.patch(f"/api/quotes/{silent['id']}", status="reviewed", quoteAmount="512.25")
    journey.later(days=3, minutes=1)
    asked = _quote(visitor, "Quentin Ash", "Exeter", "premium", squareFootage=2400, addOns=["wreaths"])
    visitor.post(f"/api/quotes/{asked['id']}/comments", content="Do you work on Sundays?")
    accepted = _quote(visitor, "Acadia Yes", "Portsmouth", "basic", design={"style": "Classic", "colour": "Warm white"})
    office.patch(f"/api/quotes/{accepted['id']}", status="reviewed", quoteAmount="840.00")
    visitor.post(f"/api/quotes/{accepted['id']}/accept", quoteAmount="840.00", acceptedBy="Acadia")
    _tree(visitor, "Tess Call", "Rye", "modest_6ft", notes="The red barn")
    day = _tree(visitor, "Theo Day", "Stratham", "premium_8_10ft", preferredDeliveryDate="2031-11-29")
    office.post(f"/api/tree-orders/{day['id']}/calls", outcome="reached", note="Any morning")
    paid = visitor.post("/api/create-payment-intent", **CHECKOUT)
    with journey.step("The visitor pays, and Stripe says so"):
        cards.pay(paid["clientSecret"])
        sandbox.deliver()
    with journey.step("The mail server refuses every address"):
        refuse_emails()
    office.get("/api/desk/queue")
    office.get("/api/desk/queue?limit=3")
    office.get_next()
    office.get("/api/desk/queue?kind=tree_day")
    office.get("/api/desk/queue?city=Rye")
    office.get("/api/desk/queue?kind=nothing")
    journey.later(hours=25)
    office.get("/api/desk/queue?late=true&kind=quote")
    office.get("/api/desk/queue/counts")
    office.get("/api/desk/queue/counts?city=Rye")
    office.post(f"/api/quotes/{silent['id']}/let-go")
    office.post(f"/api/quotes/{asked['id']}/calls", outcome="voicemail", retryAt="2031-11-25T14:00:00Z")
    office.post(
        "/api/jobs", quoteId=accepted["id"], scheduledDate="2031-12-02T14:00:00Z", notes="Bring the tall ladder"
    )
    office.patch(f"/api/tree-orders/{day['id']}", scheduledDeliveryDate="2031-11-28")
    office.get("/api/desk/queue")
    office.get("/api/desk/promise")
    visitor.get("/api/desk/queue")


def refuse_emails() -> None:
    refused = SMTPRecipientsRefused({"someone@example.com": (550, b"No such mailbox")})
    with patch("notifications.delivery._send", side_effect=refused):
        run_jobs()


def _no_answer() -> Any:
    return patch("notifications.delivery._send", side_effect=OSError("Connection refused"))


def queue_through_the_season(journey: Journey, sandbox: StripeSandbox) -> None:
    """A customer is followed up, asks, declines, comes back, is scheduled by phone and needs a takedown in the end."""
    office, visitor, other = journey.office(), journey.person("a visitor"), journey.person("another visitor")
    quote = _quote(visitor, "Sean Season", "Rye", "basic", streetAddress="7 Long Way", addOns=["storage"])
    office.client.patch(f"/api/quotes/{quote['id']}", {"status": "reviewed", "quoteAmount": "640.00"}, format="json")
    work(journey)
    journey.later(days=3)
    office.get("/api/desk/queue")
    office.post(f"/api/quotes/{quote['id']}/calls", outcome="reached", note="Thinks about it")
    office.get("/api/desk/queue")
    journey.later(days=2, hours=23)
    visitor.post(f"/api/quotes/{quote['id']}/comments", content="Could we leave out the garage?")
    office.get("/api/desk/queue")
    office.post(f"/api/quotes/{quote['id']}/comments", content="Sure.")
    visitor.post(f"/api/quotes/{quote['id']}/decline", reason="timing", note="Not this year")
    journey.later(hours=10)
    visitor.post(f"/api/quotes/{quote['id']}/ask-again")
    office.post(f"/api/quotes/{quote['id']}/calls", outcome="voicemail", note="In the evening")
    office.get("/api/desk/queue")
    journey.later(hours=12, minutes=5)
    _morning(journey, office)
    office.client.patch(f"/api/quotes/{quote['id']}", {"status": "reviewed", "quoteAmount": "600.00"}, format="json")
    first = _quote(other, "Faye Fast", "Lee", "premium")
    office.client.patch(f"/api/quotes/{first['id']}", {"status": "reviewed", "quoteAmount": "999.99"}, format="json")
    other.post(f"/api/quotes/{first['id']}/accept", quoteAmount="999.99", acceptedBy="Faye")
    journey.later(hours=1)
    office.post(f"/api/quotes/{quote['id']}/accept", quoteAmount="600.00", acceptedBy="Sean", channel="phone")
    [invoice] = office.get(f"/api/invoices?scope=admin&quoteId={quote['id']}")
    office.post(f"/api/invoices/{invoice['id']}/record-payment", method="check", amount="150.00", note="No. 9")
    office.get("/api/desk/queue?kind=accepted")
    office.get("/api/desk/queue?kind=accepted&limit=1")
    office.get_next()
    job = office.post("/api/jobs", quoteId=quote["id"], notes="Needs a day")
    office.get("/api/desk/queue/counts")
    office.patch(f"/api/jobs/{job['id']}", scheduledDate="2031-11-26T15:00:00Z")
    journey.later(days=1)
    _morning(journey, office)
    office.patch(f"/api/jobs/{job['id']}", status="completed")
    office.get("/api/desk/queue")
    journey.later(days=30)
    office.get("/api/desk/queue?city=Rye")
    takedown = office.post("/api/jobs", quoteId=quote["id"], kind="takedown", scheduledDate="2032-01-07T14:00:00Z")
    office.get("/api/desk/queue?city=Rye")
    office.patch(f"/api/jobs/{takedown['id']}", status="completed")
    visitor.get(f"/api/quotes/{quote['id']}")
    visitor.get(f"/api/quotes/{quote['id']}/comments")
    office.get(f"/api/quotes/{quote['id']}/history")
    office.get(f"/api/invoices/{invoice['id']}/history")


def _morning(journey: Journey, office: Person) -> None:
    with journey.step("The schedule plans the morning's email"):
        plan_morning_email(0)
        run_jobs()
    office.get(f"/api/desk/messages/{office.client.get('/api/desk/messages?kind=office-today').json()[0]['id']}")


def promise_kept_and_broken(journey: Journey, sandbox: StripeSandbox) -> None:
    """Responses within 24 hours count as on time, tries don't, and what was set aside in time isn't counted."""
    office, visitor = journey.office(), journey.person("a visitor")
    on_time = _quote(visitor, "Olga Time", "Hampton", "basic")
    tried = _quote(visitor, "Trent Tried", "Durham", "commercial")
    aside = _quote(visitor, "Asa Side", "Rye", "premium")
    late = _quote(visitor, "Leah Late", "Dover", "premium")
    tree = _tree(visitor, "Tara Root", "Rye", "modest_6ft")
    office.get("/api/desk/promise")
    visitor.post(f"/api/quotes/{aside['id']}/comments", content="Thanks, no rush.")
    office.post(f"/api/quotes/{aside['id']}/no-reply-needed")
    office.post(f"/api/quotes/{aside['id']}/let-go")
    office.post(f"/api/quotes/{tried['id']}/calls", outcome="no_answer", note="Rang for long")
    office.post(f"/api/quotes/{tried['id']}/calls", outcome="wrong_number")
    office.post(f"/api/tree-orders/{tree['id']}/calls", outcome="voicemail", channel="phone")
    journey.later(hours=23, minutes=59)
    office.patch(f"/api/quotes/{on_time['id']}", status="reviewed", quoteAmount="333.30")
    work(journey)
    journey.later(minutes=2)
    office.get("/api/desk/promise")
    office.post(f"/api/quotes/{late['id']}/comments", content="Sorry, we will look today.")
    office.post(f"/api/tree-orders/{tree['id']}/calls", outcome="reached", note="Saturday")
    office.get("/api/desk/promise")
    office.get(f"/api/quotes/{tried['id']}/calls")
    office.get("/api/quotes?scope=admin")
    office.get(f"/api/quotes/{on_time['id']}/history")
    office.post(f"/api/quotes/{tried['id']}/calls", outcome="voicemail", retryAt="2031-11-19T14:00:00Z")
    office.post(f"/api/quotes/{tried['id']}/calls", outcome="gone")


def outbox_with_failures(journey: Journey, sandbox: StripeSandbox) -> None:
    """What could not be delivered is listed, is sent again, or is settled when the customer is reached otherwise."""
    office, visitor = journey.office(), journey.person("a visitor")
    first = _quote(visitor, "Fay First", "Rye", "basic")
    second = _quote(visitor, "Sam Second", "Exeter", "premium", communicationPreference="sms", textUpdates=True)
    tree = _tree(visitor, "Wren Wood", "Dover", "quality_7_8ft", includeWreaths=True)
    with journey.step("The mail server refuses every address"):
        refuse_emails()
    office.get("/api/desk/messages?status=failed&limit=2")
    office.get_next()
    messages = office.get("/api/desk/messages?status=failed,sent&q=fay")
    office.get(f"/api/desk/messages/{messages[0]['id']}")
    office.get(f"/api/desk/messages/{messages[0]['id']}/html")
    office.get("/api/desk/queue?kind=message")
    office.post(f"/api/desk/messages/{messages[0]['id']}/send-again")
    office.post(f"/api/desk/messages/{messages[0]['id']}/send-again")
    work(journey)
    office.get(f"/api/desk/messages/{messages[0]['id']}")
    office.post(f"/api/tree-orders/{tree['id']}/calls", outcome="reached", note="Wrong address, now wren@new.example")
    office.get("/api/desk/messages?q=wren")
    office.get("/api/desk/queue?kind=message")
    with journey.step("The mail server does not answer"), _no_answer():
        office.client.post(f"/api/quotes/{second['id']}/comments", {"content": "Which color?"}, format="json")
        run_jobs()
    office.get("/api/desk/messages?kind=quote-replied")
    journey.later(seconds=6)
    work(journey)
    office.patch(f"/api/quotes/{first['id']}", status="reviewed", quoteAmount="310.00")
    office.patch(f"/api/quotes/{first['id']}", status="rejected")
    journey.later(minutes=11)
    work(journey)
    office.get("/api/desk/messages?status=skipped")
    office.get("/api/desk/messages/summary")
    office.get("/api/desk/messages?kind=No such kind")
    office.get("/api/desk/messages?status=lost")
    office.get(f"/api/desk/messages/{tree['id']}")
    visitor.get("/api/desk/messages")
    journey.later(days=400)
    with journey.step("The schedule deletes old contents"):
        forget_message_contents(0)
    office.get(f"/api/desk/messages/{messages[0]['id']}")

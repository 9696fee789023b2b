"""Journeys of what customers and the office say to each other about a quote."""

from config.tests.journeys.steps import another_customer, open_link, request_quote, work
from testing.journey import Journey
from testing.payments import StripeSandbox


def quote_left_unanswered(journey: Journey, sandbox: StripeSandbox) -> None:
    """A price stays unanswered: reminders go out, the office follows up and lets it go; a comment brings it back."""
    owner, olive, visitor, oscar = (
        journey.owner(),
        journey.office(),
        journey.person("a guest"),
        another_customer(journey),
    )
    quote = request_quote(visitor, city="Hampton", addOns=["wreaths"])
    others = request_quote(oscar, city="Exeter")
    path = f"/api/quotes/{quote['id']}"
    olive.patch(path, status="reviewed", quoteAmount="455.00")
    olive.patch(f"/api/quotes/{others['id']}", status="reviewed", quoteAmount="1010.10")
    journey.later(seconds=30)
    work(journey)
    owner.get("/api/desk/queue")
    journey.later(days=3, hours=1)
    work(journey)
    owner.get("/api/desk/queue?kind=silent")
    olive.post(f"{path}/calls", outcome="no_answer", retryAt="2031-11-22T14:30:00Z")
    olive.post(f"/api/quotes/{others['id']}/calls", outcome="reached", note="Decides after Thanksgiving")
    owner.get("/api/desk/queue/counts")
    journey.later(days=4)
    work(journey)
    owner.get("/api/desk/queue")
    olive.post(f"{path}/let-go", updatedAt="2031-11-18T15:00:00Z")
    seen = olive.get(path)
    olive.post(f"{path}/let-go", updatedAt=seen["updatedAt"])
    owner.get("/api/desk/queue?city=Hampton")
    journey.later(days=1)
    visitor.post(f"{path}/comments", content="Sorry, we were away. Does it include the garage?")
    work(journey)
    owner.get("/api/desk/queue?city=Hampton")
    olive.post(f"{path}/comments", content="It does.")
    work(journey)
    olive.patch(path, status="rejected")
    olive.post(f"{path}/let-go")
    journey.later(hours=1)
    visitor.post(f"{path}/comments", content="Then next year.")
    owner.get("/api/desk/queue?city=Hampton")
    owner.get("/api/desk/promise")


def quote_calls_and_questions(journey: Journey, sandbox: StripeSandbox) -> None:
    """Staff try to reach two customers, and answer questions or set them aside."""
    owner, olive, eleanor, visitor = journey.owner(), journey.office(), journey.customer(), journey.person("a guest")
    quote = request_quote(eleanor, email="ellie@example.org", fullName="Ellie Hayes")
    guests = request_quote(visitor, city="Rye", phone="not on file")
    path, other = f"/api/quotes/{quote['id']}", f"/api/quotes/{guests['id']}"
    journey.later(hours=9)
    olive.post(f"{path}/calls", outcome="voicemail", note="Asked to call back")
    olive.post(f"{other}/calls", outcome="wrong_number")
    olive.post(f"{other}/calls", outcome="no_answer", channel="text", retryAt="2032-01-18T15:00:00Z")
    olive.post(f"{other}/calls", outcome="no_answer", channel="text", retryAt="2031-11-20T15:00:00Z")
    work(journey)
    owner.get("/api/desk/queue")
    journey.later(hours=16)
    eleanor.post(f"{path}/comments", content="  You called?  ")
    eleanor.post(f"{path}/comments", comment="I am home after four.")
    eleanor.post(f"{path}/comments", content="   ")
    visitor.post(f"{other}/comments", content="Is the ladder yours?")
    visitor.post(f"{path}/comments", content="Not mine")
    work(journey)
    owner.get("/api/desk/queue")
    olive.post(f"{other}/calls", outcome="no_answer")
    olive.post(f"{path}/no-reply-needed", updatedAt="2031-11-19T01:00:00Z")
    olive.post(f"{path}/no-reply-needed")
    journey.later(hours=1)
    owner.post(f"{other}/comments", content="It is, and we bring two.")
    olive.post(f"{path}/calls", outcome="reached", channel="email", note="Agreed on a call at four")
    work(journey)
    visitor.get(f"{other}/comments?ordering=-createdAt")
    eleanor.get(f"{path}/comments?ordering=content")
    olive.get(f"{path}/calls")
    olive.get(f"{other}/calls")
    eleanor.get(f"{path}/calls")
    eleanor.get(path)
    olive.get(path)
    owner.get("/api/desk/promise")
    owner.get(f"/api/desk/customers/{quote['userId']}")
    olive.get("/api/desk/messages?status=sent")


def quote_links_opened_and_withdrawn(journey: Journey, sandbox: StripeSandbox) -> None:
    """A guest follows the link of an email on a second device, until the office withdraws it; new links are emailed."""
    olive, eleanor = journey.office(), journey.customer()
    visitor, phone = journey.person("a guest"), journey.person("the guest's phone")
    quote = request_quote(visitor, email="Martin@Example.org")
    path = f"/api/quotes/{quote['id']}"
    journey.later(minutes=1)
    work(journey)
    phone.get(path)
    open_link(journey, phone, "Martin@Example.org")
    open_link(journey, olive, "Martin@Example.org")
    phone.post(f"{path}/opened")
    phone.post(f"{path}/opened")
    journey.later(hours=1)
    phone.post(f"{path}/opened")
    visitor.post(f"{path}/opened")
    olive.post(f"{path}/opened")
    eleanor.post(f"{path}/opened")
    phone.get(path)
    phone.get("/api/quotes")
    phone.get("/api/invoices")
    links = olive.get(f"/api/links?quoteId={quote['id']}")
    olive.get("/api/links?quoteId=1")
    olive.get("/api/links")
    eleanor.get(f"/api/links?quoteId={quote['id']}")
    mailed = next(link for link in links if link["source"] == "message")
    olive.post(f"/api/links/{mailed['id']}/withdraw")
    phone.post(f"{path}/comments", content="Still here")
    open_link(journey, phone, "Martin@Example.org")
    with journey.step("The guest asks for new links") as lines:
        lines.append(str(phone.client.post("/f/", {"email": "martin@example.org"}).status_code))
    work(journey)
    open_link(journey, phone, "Martin@Example.org")
    phone.get(path)
    olive.get(f"/api/links?quoteId={quote['id']}&limit=2")
    olive.get(path)
    journey.later(days=130)
    phone.get(path)
    open_link(journey, phone, "Martin@Example.org")

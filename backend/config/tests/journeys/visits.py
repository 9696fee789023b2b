"""Journeys of visits: installations, service visits and takedowns."""

from typing import Any

from config.tests.journeys.steps import another_customer, work
from testing.journey import Journey, Person
from testing.payments import StripeSandbox


def _accepted(person: Person, owner: Person, amount: str, **changes: Any) -> str:
    """Let ``person`` request a quote and accept its price; return the quote's ID."""
    form = {
        "fullName": "Joan Baker",
        "email": "joan@example.org",
        "phone": "603-555-0191",
        "city": "Dover",
        "streetAddress": "77 Central Avenue",
        "servicePackage": "basic",
    }
    quote = person.post("/api/quotes", **{**form, **changes})["id"]
    owner.patch(f"/api/quotes/{quote}", status="reviewed", quoteAmount=amount)
    person.post(f"/api/quotes/{quote}/accept", quoteAmount=amount, acceptedBy="Joan")
    return str(quote)


def _calendar(journey: Journey, person: Person, name: str, job: str) -> None:
    """Write down the calendar file of a visit."""
    with journey.step(f"{name} saves the visit to a calendar") as lines:
        response = person.client.get(f"/api/jobs/{job}/calendar.ics")
        lines += [f"{response.status_code} {response['Content-Disposition']}"]
        lines += [f"  | {line}" for line in response.content.decode().splitlines()]


def visit_scheduled_moved_and_done(journey: Journey, sandbox: StripeSandbox) -> None:
    """An installation gets a day, moves twice, takes place, and is followed by the takedown that is suggested."""
    owner, olive, eleanor = journey.owner(), journey.office(), journey.customer()
    quote = _accepted(eleanor, owner, "960.00", servicePackage="premium", addOns=["storage"], city="Portsmouth")
    work(journey)
    job = olive.post(
        "/api/jobs",
        quoteId=quote,
        scheduledDate="2031-11-24T14:30:00Z",
        notes="Bring the long ladder. Dog in the yard.",
    )
    path = f"/api/jobs/{job['id']}"
    work(journey)
    eleanor.get(path)
    _calendar(journey, eleanor, "Eleanor", job["id"])
    journey.later(hours=1)
    olive.patch(path, scheduledDate="2031-11-25T14:30:00Z", updatedAt=job["updatedAt"])
    olive.patch(path, notes="Late", updatedAt="2031-11-18T12:00:00Z")
    journey.later(minutes=1)
    owner.patch(path, scheduledDate="2031-11-26T18:00:00Z", notes="Gate code at the office.")
    work(journey)
    journey.later(minutes=3)
    work(journey)
    eleanor.get("/api/whats-next")
    eleanor.get(f"/api/quotes/{quote}")
    journey.later(days=7, hours=6)
    work(journey)
    journey.later(hours=19)
    olive.patch(path, status="in_progress")
    olive.patch(path, scheduledDate="2031-11-26T19:00:00Z")
    done = olive.patch(path, status="completed")
    journey.later(minutes=5)
    work(journey)
    eleanor.get("/api/invoices")
    owner.get(f"/api/quotes/{quote}")
    takedown = olive.post(
        "/api/jobs", quoteId=quote, kind="takedown", scheduledDate=done["suggestedTakedown"], notes="Store it all."
    )
    eleanor.get("/api/jobs")
    journey.later(days=40, hours=1)
    work(journey)
    olive.patch(f"/api/jobs/{takedown['id']}", status="completed")
    olive.patch(f"/api/jobs/{takedown['id']}", notes="Stored in bay 4.")
    work(journey)
    eleanor.get(f"/api/quotes/{quote}/comments")
    eleanor.get(f"/api/quotes/{quote}")
    owner.get(f"{path}/history")
    owner.get(f"/api/quotes/{quote}/history")


def visits_called_off(journey: Journey, sandbox: StripeSandbox) -> None:
    """A visit is canceled and set again; another one loses its day; and declining or rejecting cancels what is left."""
    owner, eleanor, visitor = journey.owner(), journey.customer(), journey.person("a guest")
    quote = _accepted(visitor, owner, "410.00")
    second = _accepted(eleanor, owner, "515.15", city="Hampton", streetAddress="3 Ocean Boulevard")
    rejected = visitor.post(
        "/api/quotes",
        fullName="Al Fry",
        email="al@example.net",
        phone="603-555-0122",
        city="Rye",
        servicePackage="basic",
    )
    owner.patch(f"/api/quotes/{rejected['id']}", status="rejected")
    owner.post("/api/jobs", quoteId=rejected["id"], scheduledDate="2031-11-26T14:00:00Z")
    owner.post("/api/jobs", quoteId="0198a000-0000-7000-8000-000000000000")
    owner.post("/api/jobs", quoteId=quote, kind="party", scheduledDate="soon")
    visitor.post("/api/jobs", quoteId=quote)
    job = owner.post("/api/jobs", quoteId=quote, scheduledDate="2031-12-02T13:00:00Z")
    theirs = owner.post("/api/jobs", quoteId=second, scheduledDate="2031-12-03T16:00:00Z", notes="Ring twice.")
    undated = owner.post("/api/jobs", quoteId=second, kind="service")
    work(journey)
    owner.get("/api/desk/queue?kind=accepted")
    owner.patch(f"/api/jobs/{job['id']}", status="cancelled")
    owner.patch(f"/api/jobs/{theirs['id']}", scheduledDate=None)
    journey.later(minutes=3)
    work(journey)
    owner.get("/api/desk/queue?kind=accepted")
    eleanor.get(f"/api/jobs/{theirs['id']}/calendar.ics")
    owner.patch(f"/api/jobs/{job['id']}", status="scheduled", scheduledDate="2031-12-04T13:00:00Z")
    owner.patch(f"/api/jobs/{theirs['id']}", scheduledDate="2031-12-05T15:15:00Z")
    owner.patch(f"/api/jobs/{undated['id']}", scheduledDate="2031-12-05T15:15:00Z", notes="Same trip.")
    journey.later(minutes=3)
    work(journey)
    eleanor.get("/api/jobs")
    owner.patch(f"/api/quotes/{second}", status="rejected")
    work(journey)
    eleanor.get("/api/jobs")
    eleanor.get(f"/api/quotes/{second}")
    owner.patch(f"/api/quotes/{quote}", status="reviewed")
    visitor.post(f"/api/quotes/{quote}/decline", reason="timing")
    visitor.get(f"/api/quotes/{quote}")
    journey.later(days=20)
    work(journey)
    owner.get("/api/jobs?scope=admin")


def visits_found_on_the_desk(journey: Journey, sandbox: StripeSandbox) -> None:
    """The office plans three customers' visits, filters them, and marks what has taken place."""
    owner, olive, eleanor, visitor = journey.owner(), journey.office(), journey.customer(), journey.person("a guest")
    oscar = another_customer(journey)
    guests = _accepted(visitor, owner, "350.00")
    hers = _accepted(eleanor, owner, "720.50", fullName="Ellie Hayes", email="ellie@example.org", city="Exeter")
    first = olive.post("/api/jobs", quoteId=guests, scheduledDate="2031-11-20T14:00:00Z")
    second = olive.post("/api/jobs", quoteId=hers, scheduledDate="2031-11-21T04:30:00Z", notes="In the evening.")
    olive.post("/api/jobs", quoteId=hers, kind="service")
    for query in (
        "from=2031-11-20&to=2031-11-20&ordering=-scheduledDate",
        "unscheduled=1",
        "kind=installation&status=scheduled&ordering=scheduledDate&limit=1",
        f"quoteId={hers}",
        "q=joan",
        "from=yesterday",
    ):
        olive.get(f"/api/jobs?scope=admin&{query}")
    eleanor.get("/api/jobs")
    eleanor.get("/api/jobs?scope=admin")
    oscar.get("/api/jobs")
    oscar.get(f"/api/jobs/{second['id']}")
    oscar.get(f"/api/jobs/{first['id']}/calendar.ics")
    eleanor.patch(f"/api/jobs/{second['id']}", status="completed")
    visitor.get(f"/api/jobs/{first['id']}")
    visitor.get(f"/api/quotes/{guests}")
    journey.later(days=5)
    owner.get("/api/desk/past-unmarked")
    olive.get("/api/jobs?scope=admin&pastUnmarked=true")
    olive.patch(f"/api/jobs/{first['id']}", status="completed")
    olive.patch(f"/api/jobs/{second['id']}", status="in_progress")
    owner.get("/api/desk/past-unmarked")
    owner.get("/api/analytics/quotes")
    olive.get("/api/desk/search?q=ellie")
    # Nobody plans the guest's takedown.
    journey.later(days=32)
    owner.get("/api/desk/queue?kind=accepted")
    journey.later(days=1)
    owner.get("/api/desk/queue?kind=accepted")
    takedown = olive.post("/api/jobs", quoteId=guests, kind="takedown", scheduledDate="2032-01-05T14:00:00Z")
    olive.patch(f"/api/jobs/{takedown['id']}", status="completed")
    olive.patch(f"/api/jobs/{takedown['id']}", status="scheduled")
    visitor.get(f"/api/quotes/{guests}")
    owner.get("/api/desk/queue?kind=accepted")


def visits_of_a_guest_who_signs_up(journey: Journey, sandbox: StripeSandbox) -> None:
    """A guest's visit is set for tomorrow; the guest signs in with the same address and finds it there."""
    owner, eleanor, visitor = journey.owner(), journey.customer(), journey.person("a guest")
    quote = _accepted(visitor, owner, "299.00", email="Eleanor@example.com", textUpdates=True, phone="(603) 555-0172")
    job = owner.post("/api/jobs", quoteId=quote, scheduledDate="2031-11-19T14:00:00Z")
    work(journey)
    visitor.get(f"/api/quotes/{quote}")
    eleanor.get("/api/jobs")
    eleanor.get(f"/api/quotes/{quote}")
    with journey.step("Eleanor signs in"):
        eleanor.sign_in()
    eleanor.get("/api/jobs")
    eleanor.get(f"/api/quotes/{quote}")
    eleanor.get("/api/invoices")
    eleanor.get("/api/whats-next")
    visitor.get(f"/api/quotes/{quote}")
    journey.later(hours=5)
    # Too late for the reminder of the first day; a later day gets one.
    owner.patch(f"/api/jobs/{job['id']}", scheduledDate="2031-11-20T14:00:00Z")
    journey.later(hours=2, minutes=1)
    work(journey)
    journey.later(days=1)
    owner.patch(f"/api/jobs/{job['id']}", scheduledDate="2031-11-20T15:00:00Z")
    work(journey)
    journey.later(minutes=5)
    work(journey)
    service = owner.post("/api/jobs", quoteId=quote, kind="service", scheduledDate="2031-11-17T14:00:00Z")
    work(journey)
    owner.patch(f"/api/jobs/{service['id']}", status="completed")
    work(journey)
    owner.get("/api/desk/customers?q=eleanor")
    owner.get(f"/api/desk/customers/{eleanor.user.id if eleanor.user else ''}")

"""Journeys of a quote, from the request to the last visit."""

from testing.journey import Journey
from testing.payments import StripeSandbox


def quote_accepted_through_its_link(journey: Journey, sandbox: StripeSandbox) -> None:
    """A visitor gets a price and accepts it."""
    owner = journey.owner()
    visitor = journey.person("a visitor")
    quote = visitor.post(
        "/api/quotes",
        fullName="Eleanor Hayes",
        email="eleanor@example.com",
        phone="603-555-0172",
        city="Portsmouth",
        servicePackage="premium",
        textUpdates=True,
    )
    journey.later(hours=2)
    owner.get("/api/desk/queue")
    owner.patch(f"/api/quotes/{quote['id']}", status="reviewed", quoteAmount="900.00")
    journey.later(days=1)
    visitor.post(f"/api/quotes/{quote['id']}/accept", quoteAmount="900.00", acceptedBy="Eleanor")
    owner.get("/api/desk/queue")

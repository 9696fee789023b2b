"""Journeys of visitors before they ask for anything."""

from uuid import UUID

from config.tests.journeys.desk import _quote
from links.models import LinkKind
from links.services import create_link
from testing.journey import Journey
from testing.payments import StripeSandbox, run_jobs


def visitor_tries_looks_and_prices(journey: Journey, sandbox: StripeSandbox) -> None:
    """A visitor sees what is sold, tries looks, computes estimates, and shares a picture."""
    office, visitor = journey.office(), journey.person("a visitor")
    visitor.get("/api/catalog")
    visitor.get("/api/texts/terms")
    visitor.get("/api/auth/user")
    visitor.post("/api/estimate", servicePackage="basic")
    visitor.post("/api/estimate", servicePackage="premium", squareFootage=3100, storeys=3, addOns=["rgb", "timers"])
    visitor.post("/api/estimate", servicePackage="premium", storeys=1, frontWidthFeet=44, addOns=["storage"])
    visitor.post("/api/estimate", servicePackage="basic", rooflineFeet=151.5, storeys=2, addOns=["wreaths"])
    visitor.post("/api/estimate", servicePackage="commercial", squareFootage=20000, addOns=["rgb"])
    visitor.post("/api/estimate", servicePackage="deluxe", squareFootage=-1, storeys=11, frontWidthFeet=9)
    visitor.post("/api/estimate", servicePackage="basic", rooflineFeet=0, addOns=["snow"])
    for name in ("p-warm-wt/card.svg", "b-cool/thumbnail.jpg", "c-red-green-r/preview.jpg", "p-warm-tw/card.svg"):
        visitor.get(f"/api/looks/{name}")
    visitor.get("/api/looks/p-warm-wt/huge.jpg")
    design = {
        "style": "Premium",
        "colour": "Multicolor",
        "lit": ["Roofline", "Wreaths"],
        "estimate": {"low": 700, "high": 1300, "currency": "USD", "lines": [{"label": "Roofline", "low": 600}]},
    }
    quote = _quote(
        visitor, "Dee Sign", "Rye", "premium", addOns=["wreaths", "rgb"], design=design, squareFootage=2999.5
    )
    _quote(visitor, "Dan Sign", "Rye", "premium", design={"style": "Premium", "roof": "Slate"})
    _quote(visitor, "Bot Sign", "Rye", "premium", website="https://spam.example")
    office.get(f"/api/quotes/{quote['id']}")
    office.get("/api/desk/queue")
    visitor.get("/api/nothing")
    visitor.post("/api/catalog")
    visitor.get("/api/quotes")


def private_links(journey: Journey, sandbox: StripeSandbox) -> None:
    """A private link opens one quote in one browser until the office withdraws it."""
    office, visitor = journey.office(), journey.person("a visitor")
    friend, stranger = journey.person("the visitor's spouse"), journey.person("a stranger")
    quote = _quote(visitor, "Lynn Link", "Exeter", "basic")
    with journey.step("The visitor passes a link on, and the spouse opens it") as lines:
        token = create_link(kind=LinkKind.QUOTE, resource_id=UUID(quote["id"]))
        lines.append(f"{friend.client.get(f'/f/{token}').status_code}")
    friend.get(f"/api/quotes/{quote['id']}")
    friend.post(f"/api/quotes/{quote['id']}/opened")
    friend.post(f"/api/quotes/{quote['id']}/comments", content="We would like it before Thanksgiving.")
    friend.get("/api/quotes")
    stranger.get(f"/api/quotes/{quote['id']}")
    stranger.get(f"/f/{'a1' * 21}")
    stranger.post(f"/api/quotes/{quote['id']}/opened")
    stranger.post(f"/api/quotes/{quote['id']}/comments", content="Hello")
    journey.later(minutes=1)
    links = office.get(f"/api/links?quoteId={quote['id']}")
    office.get("/api/links")
    office.get("/api/links?invoiceId=1")
    office.post(f"/api/quotes/{quote['id']}/opened")
    office.get(f"/api/links?quoteId={quote['id']}&treeOrderId={quote['id']}")
    office.post(f"/api/links/{links[0]['id']}/withdraw")
    office.post(f"/api/links/{links[0]['id']}/withdraw")
    friend.get(f"/api/quotes/{quote['id']}")
    visitor.get(f"/api/quotes/{quote['id']}/comments")
    with journey.step("The spouse asks for a new link") as lines:
        lines.append(f"{friend.client.post('/f/', {'email': 'LYNN@example.com'}).status_code}")
        lines.append(f"{stranger.client.post('/f/', {'email': 'nobody@example.com'}).status_code}")
        run_jobs()
    office.get(f"/api/links?quoteId={quote['id']}")
    office.get("/api/desk/messages?q=lynn")
    stranger.get(f"/api/links?quoteId={quote['id']}")

"""Journeys of the owner: what the pages say, how the season goes, and what needs attention."""

from contextlib import ExitStack
from unittest.mock import patch

from django.core import mail
from django.test import override_settings

from accounts.models import User
from alerts.machines import Disk
from alerts.monitoring import run_checks
from alerts.sending import send_open_messages
from analytics.tasks import check_counters, compact_counters
from common.doctor import inspect, registry
from config.tests.journeys.desk import _quote, _tree
from config.tests.journeys.steps import work
from content.current import set_content
from testing import cards
from testing.helpers import confirm_session
from testing.journey import Journey, Person
from testing.payments import StripeSandbox
from testing.strangers import own

# The checks whose findings don't depend on the machine.
_CHECKS = {
    "address", "administrators", "email-delivery", "messages", "promise", "server-errors", "stripe-events", "texts",
}  # fmt: skip


def details_of_the_business(journey: Journey, sandbox: StripeSandbox) -> None:
    """The owner changes the business's details, which emails and pages then show, one version after another."""
    owner, office, visitor = journey.owner(), journey.office(), journey.person("a visitor")
    before = owner.get("/api/desk/business")
    changed = owner.patch(
        "/api/desk/business",
        updatedAt=before["updatedAt"],
        name="Harbor  Lights",
        phone="(603) 555-0177",
        email="hi@harbor.example",
        address="4 Pier Rd, Portsmouth, NH 03801",
        cities=["Portsmouth", "Rye", "New Castle"],
        openingHours="Mo-Fr 09:00-17:00",
        reviewsUrl="https://reviews.example/harbor",
    )
    journey.later(minutes=1)
    owner.patch("/api/desk/business", updatedAt=before["updatedAt"], name="Too late")
    owner.patch("/api/desk/business", updatedAt=changed["updatedAt"], license="NH 1234", reviewsUrl="")
    owner.patch("/api/desk/business", updatedAt=None, phone="12", openingHours="always", photosUrl="photos", cities=[])
    owner.get("/api/desk/business")
    owner.get("/api/desk/business/versions?limit=1")
    owner.get_next()
    office.get("/api/desk/business")
    office.patch("/api/desk/business", name="Mine")
    visitor.get("/api/desk/business/versions")
    _forget_content(journey)
    _quote(visitor, "Hal Harbor", "Rye", "basic")
    work(journey)
    for message in own(owner.client.get("/api/desk/messages").json()):
        owner.get(f"/api/desk/messages/{message['id']}")


def texts_of_pages(journey: Journey, sandbox: StripeSandbox) -> None:
    """The owner rewrites a page, previews it, and restores an earlier version."""
    owner, office, visitor = journey.owner(), journey.office(), journey.person("a visitor")
    first = owner.get("/api/desk/texts/faq")
    short = "## Prices\n\n### How much?\n\nFrom {price of Basic Installation}. Call **{phone}** or [ask](/quote).\n"
    owner.post("/api/desk/texts/faq/preview", markdown=short)
    owner.post("/api/desk/texts/faq/preview", markdown="## Hello\n\n### {nobody}?")
    for wrong in ("", "# Title", "No heading", "## \n\n### A?", "## No question"):
        owner.post("/api/desk/texts/faq/preview", markdown=wrong)
    owner.post("/api/desk/texts/faq/preview", markdown="## When\n\n### Are you open?\n\n{hours}")  # blank
    names = {each["name"] for each in first["placeholders"] if each["value"]}
    given = "\n".join(f"- {{{name}}}" for name in sorted(names))
    written = owner.put("/api/desk/texts/faq", updatedAt=None, markdown=f"## All we know\n\n### What?\n\n{given}\n")
    _forget_content(journey)
    visitor.get("/api/texts/faq")
    owner.put("/api/desk/texts/faq", updatedAt=None, markdown="## Too\n\n### Late?")
    journey.later(minutes=2)
    owner.put(
        "/api/desk/texts/faq", updatedAt=written["updatedAt"], markdown="## Questions\n\n### Any?\n\n<b>None</b> yet."
    )
    owner.get("/api/desk/texts/faq/versions")
    owner.get("/api/desk/texts/faq/versions/2")
    owner.get("/api/desk/texts/faq/versions/3")
    owner.get("/api/desk/texts/faq/versions/9")
    owner.get("/api/desk/texts/terms/versions")
    owner.get("/api/desk/texts/imprint")
    office.put("/api/desk/texts/faq", updatedAt=None, markdown="## Mine")
    office.get("/api/desk/texts/faq")


def _forget_content(journey: Journey) -> None:
    with journey.step("Half a minute later, pages show what the owner wrote"):
        set_content(None)


def saved_replies_and_price_list(journey: Journey, sandbox: StripeSandbox) -> None:
    """The office keeps what it writes often, and the lines that it sells often."""
    office, visitor = journey.office(), journey.person("a visitor")
    thanks = office.post("/api/desk/saved-replies", title="Thanks", text="Thanks, {name}. It is {price}.")
    journey.later(minutes=1)
    office.post("/api/desk/saved-replies", title=" Directions ", text="Turn left at the mill.")
    office.patch(f"/api/desk/saved-replies/{thanks['id']}", text="Thank you, {name}.")
    office.get("/api/desk/saved-replies")
    office.get("/api/desk/saved-replies?limit=1")
    office.post("/api/desk/saved-replies", title="", text=" ")
    office.delete(f"/api/desk/saved-replies/{thanks['id']}")
    office.delete(f"/api/desk/saved-replies/{thanks['id']}")
    visitor.get("/api/desk/saved-replies")
    gutter = office.post("/api/price-list", text="Gutter line", unit="ft", unitPrice="6.125")
    office.post("/api/price-list", text="Bow", unit="piece", unitPrice="18")
    office.post("/api/price-list", text="Neighbor discount", unit="flat", unitPrice="-25.00")
    office.post("/api/price-list", text="", unit="mile", unitPrice="1.2345")
    office.patch(f"/api/price-list/{gutter['id']}", unitPrice="6.50", text="Gutter line, C9")
    office.get("/api/price-list")
    quote = _quote(visitor, "Lila Lines", "Lee", "premium", storeys=2, frontWidthFeet=40, addOns=["timers", "wreaths"])
    office.get(f"/api/quotes/{quote['id']}/line-sources")
    office.delete(f"/api/price-list/{gutter['id']}")
    office.get("/api/price-list")
    visitor.get("/api/price-list")


def season_in_figures(journey: Journey, sandbox: StripeSandbox) -> None:
    """The figures count requests, sources, answers, money and plans of this season and the last."""
    owner, office, eleanor, visitor = _people(journey)
    searched = {"heardFrom": "search", "campaign": {"source": "Google", "medium": "cpc", "name": "fall"}}
    last = _quote(visitor, "Lars Last", "Dover", "basic", **searched)
    _tree(visitor, "Lea Last", "Rye", "modest_6ft", heardFrom="neighbor")
    office.client.patch(f"/api/quotes/{last['id']}", {"status": "complete"}, format="json")
    journey.later(days=366)
    won = _quote(visitor, "Wes Won", "portsmouth", "premium", **searched)
    lost = _quote(visitor, "Lou Lost", "Kittery", "basic", campaign={"source": "google", "name": "Fall"})
    gone = _quote(visitor, "Gus Gone", "kittery", "commercial", heardFrom="yard_sign")
    open_ = _quote(visitor, "Opal Open", "Exeter", "premium")
    tree = _tree(visitor, "Tim Tree", "Rye", "premium_8_10ft", heardFrom="search", campaign={"source": "google"})
    for quote, amount in ((won, "1000.40"), (lost, "300.00"), (gone, "4500.00"), (open_, "77.00")):
        office.client.patch(f"/api/quotes/{quote['id']}", {"status": "reviewed", "quoteAmount": amount}, format="json")
    visitor.post(f"/api/quotes/{won['id']}/accept", quoteAmount="1000.40", acceptedBy="Wes")
    visitor.post(f"/api/quotes/{lost['id']}/decline", reason="price", note="My cousin does it for less")
    visitor.post(f"/api/quotes/{gone['id']}/decline")
    [invoice] = office.get(f"/api/invoices?scope=admin&quoteId={won['id']}")
    office.post(f"/api/invoices/{invoice['id']}/record-payment", method="cash", amount="250.10")
    office.post(f"/api/tree-orders/{tree['id']}/record-payment", method="check", note="No. 7", amount="60.00")
    office.post("/api/jobs", quoteId=won["id"], scheduledDate="2032-12-01T14:00:00Z")
    max_ = journey.person("Max (customer)", User.objects.create_user("max@example.com", "correct horse"))
    plans = [
        eleanor.post("/api/create-subscription", plan="consumer"),
        max_.post("/api/create-subscription", plan="enterprise"),
    ]
    with journey.step("Eleanor and Max pay for their plans, and Stripe says so"):
        for plan in plans:
            cards.pay(plan["clientSecret"])
            sandbox.deliver()
    [first] = eleanor.client.get("/api/storage-subscriptions").json()
    eleanor.post(f"/api/storage-subscriptions/{first['id']}/cancel")
    for name in ("mrr", "subscriptions", "quotes"):
        owner.get(f"/api/analytics/{name}")
    _season(journey, owner)
    owner.get("/api/desk/promise")
    with journey.step("The schedule adds the counts up and checks them"):
        compact_counters(0)
        check_counters(0)
    office.get("/api/analytics/quotes")
    _season(journey, office)
    eleanor.get("/api/analytics/mrr")
    visitor.get("/api/analytics/season")


def _people(journey: Journey) -> tuple[Person, Person, Person, Person]:
    return journey.owner(), journey.office(), journey.customer(), journey.person("a visitor")


def _season(journey: Journey, person: Person) -> None:
    """Write down the season's figures without the days and months on which nothing happened."""
    with journey.step("What GET /api/analytics/season says") as lines:
        season = person.client.get("/api/analytics/season").json()
        season["days"] = [day for day in season["days"] if sum(list(day.values())[1:])]
        season["revenueByMonth"] = [each for each in season["revenueByMonth"] if sum(list(each.values())[1:])]
        lines += [f"  {key}: {value}" for key, value in season.items()]


@override_settings(VERSION="1.2.3", BUSINESS_ADDRESS="")
def what_needs_attention(journey: Journey, sandbox: StripeSandbox) -> None:
    """The owner is alerted once when something starts to fail and once when it is over, and sees who did what."""
    owner, office, visitor = journey.owner(), journey.office(), journey.person("a visitor")
    with ExitStack() as stack:
        inspect([])  # loads the checks
        steady = {name: one for name, one in registry._checks.items() if name in _CHECKS}
        stack.enter_context(patch.object(registry, "_checks", steady))
        stack.enter_context(patch("alerts.machines._own_disk", return_value=Disk("", 600, 1000)))
        stack.enter_context(patch("alerts.machines._clock_behind", return_value=0.0))
        quote = _quote(visitor, "Wanda Wait", "Rye", "basic")
        owner.get("/api/desk/installation")
        _watch(journey)
        journey.later(hours=24, minutes=1)
        owner.get("/api/desk/installation")
        _watch(journey)
        visitor.post(
            "/api/client-errors",
            message="x is undefined for wanda@example.com",
            stack="TypeError: x\n    at price (/assets/index-4f2.js:10:20)",
            path="/quote",
            build="4f2",
        )
        visitor.post("/api/client-errors", message="y is undefined", path="/faq")
        visitor.post("/api/client-errors", message="y is undefined", path="/")
        visitor.post("/api/client-errors", message="", path="/")
        journey.later(minutes=1)
        _watch(journey)
        office.post(f"/api/quotes/{quote['id']}/calls", outcome="reached")
        work(journey)
        _watch(journey)
        journey.later(minutes=6)
        _watch(journey)
        office.get("/api/desk/installation")
    owner.post("/api/desk/staff/invitations", email="ike@example.com", role="office")
    if owner.user:
        confirm_session(owner.client, owner.user)
    owner.post("/api/desk/staff/invitations", email="ike@example.com", role="office")
    office.get("/api/quotes/export.csv")
    owner.get("/api/quotes/export.csv?status=pending")
    owner.get("/api/desk/security-events")
    owner.get("/api/desk/security-events?limit=1")
    office.get("/api/desk/security-events")
    visitor.get("/readyz")


def _watch(journey: Journey) -> None:
    inbox = override_settings(DELIVERY_BACKEND="django.core.mail.backends.locmem.EmailBackend", DELIVERY_OPTIONS={})
    with journey.step("The watch runs its checks") as lines, inbox:
        mail.outbox = []
        run_checks("worker")
        send_open_messages()
        lines += [f"  emails {each.to}: {each.subject}\n{each.body}" for each in mail.outbox]

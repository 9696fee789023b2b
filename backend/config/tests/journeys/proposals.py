"""Journeys of proposals: quotes whose price is the sum of lines."""

from typing import Any

from config.tests.journeys.steps import another_customer, pdf_lines, work
from testing.journey import Journey, Person
from testing.payments import StripeSandbox


def _line(text: str, price: str, **changes: Any) -> dict[str, Any]:
    """Return a line as the desk sends it."""
    return {"text": text, "quantity": "1", "unit": "flat", "unitPrice": price, **changes}


# 838.00 + 190.00 - 99.00 = 929.00; the options are 25.00 and 52.04.
_LINES = [
    _line("Basic roofline", "542.80", choice="Size", cost="210.00"),
    _line("Standard roofline", "838.00", choice="Size", suggested=True, cost="300.50"),
    _line("Wreaths, 20 in.", "38.00", quantity=5, unit="piece"),
    _line("Neighbor discount", "-99.00"),
    _line("Smart timer", "25.00", optional=True, unit="piece"),
    _line("Candles", "6.505", quantity="8", unit="piece", optional=True, cost="30"),
]


def _request(person: Person, **changes: Any) -> Any:
    """Request a quote for a house in Exeter, unless ``changes`` say otherwise."""
    form = {
        "fullName": "Patricia Nolan",
        "email": "pat@example.org",
        "phone": "603-555-0134",
        "city": "Exeter",
        "streetAddress": "31 Front Street",
        "servicePackage": "premium",
        "storeys": 2,
        "frontWidthFeet": 52,
        "addOns": ["wreaths"],
    }
    return person.post("/api/quotes", **{**form, **changes})


def _seen(person: Person, path: str) -> Any:
    """Return the quote as ``person`` sees it now."""
    return person.client.get(path).json()


def _put(person: Person, path: str, lines: list[dict[str, Any]], **changes: Any) -> Any:
    """Save lines, having seen the newest version of the quote."""
    return person.put(f"{path}/lines", **{"lines": lines, "updatedAt": _seen(person, path)["updatedAt"], **changes})


def _ids(quote: Any, *texts: str) -> list[str]:
    """Return the IDs of the lines with these texts."""
    return [next(line["id"] for line in quote["lines"] if line["text"] == text) for text in texts]


def proposal_written_from_the_price_list(journey: Journey, sandbox: StripeSandbox) -> None:
    """The office keeps usual lines, drafts a proposal that only it sees, and learns what can't be offered."""
    owner, olive, eleanor = journey.owner(), journey.office(), journey.customer()
    wreaths = olive.post("/api/price-list", text="Wreaths, 20 in.", unit="piece", unitPrice="36.00")
    olive.post("/api/price-list", text="roofline, warm white", unit="ft", unitPrice="6.505")
    old = owner.post("/api/price-list", text="Ladder", unit="hour", unitPrice="80")
    olive.post("/api/price-list", text="", unit="yard", unitPrice="1.2345")
    olive.patch(f"/api/price-list/{wreaths['id']}", unitPrice="38.00")
    owner.delete(f"/api/price-list/{old['id']}")
    olive.patch(f"/api/price-list/{old['id']}", unit="flat")
    olive.get("/api/price-list")
    eleanor.get("/api/price-list")
    quote = _request(eleanor)
    path = f"/api/quotes/{quote['id']}"
    olive.get(f"{path}/line-sources")
    draft = _put(olive, path, _LINES, validUntil="2031-12-10", note="Thanks for having us in.")
    eleanor.get(path)
    eleanor.put(f"{path}/lines", lines=[], updatedAt=draft["updatedAt"])
    eleanor.post(f"{path}/accept", quoteAmount="929.00", revision=1)
    owner.put(f"{path}/lines", lines=_LINES, updatedAt=quote["updatedAt"])
    _put(owner, path, [_line("One size", "300", choice="Size", suggested=True)])
    _put(owner, path, [_line("Wreath", "38.00"), _line("Discount", "-38.01")])
    _put(owner, path, [_line("Discount", "-5.00", optional=True)])
    _put(owner, path, [*_LINES[:1], {**_LINES[1], "suggested": False}])
    _put(owner, path, [_line("", "1.00", quantity="0")])
    _put(owner, path, _LINES, validUntil="2031-11-17")
    owner.patch(path, quoteAmount="900.00")
    owner.patch(path, status="quoting", quoteAmount="929.00")
    with journey.step("Ada (owner) reads the draft as a PDF") as lines:
        lines += pdf_lines(owner, f"{path}/pdf")
    eleanor.get(f"{path}/pdf")
    eleanor.get(f"{path}/comments")
    _put(olive, path, [])
    owner.get(f"{path}/history")


def proposal_revised_and_accepted(journey: Journey, sandbox: StripeSandbox) -> None:
    """A customer chooses from a revised proposal, pays part of the deposit, and accepts another revision after that."""
    owner, eleanor = journey.owner(), journey.customer()
    path = f"/api/quotes/{_request(eleanor)['id']}"
    _put(owner, path, _LINES, note="Any weekday works.")
    owner.patch(path, status="reviewed")
    journey.later(minutes=1)
    work(journey)
    first = eleanor.get(path)
    basic, standard, wreaths = _ids(first, "Basic roofline", "Standard roofline", "Wreaths, 20 in.")
    eleanor.post(f"{path}/accept", quoteAmount="929.00")
    eleanor.post(f"{path}/accept", quoteAmount="929.00", revision=1, chosen=[wreaths])
    eleanor.post(f"{path}/accept", quoteAmount="929.00", revision=1, chosen=[basic, standard])
    eleanor.post(f"{path}/accept", quoteAmount="929.00", revision=1, chosen=[basic])
    eleanor.post(f"{path}/accept", quoteAmount="929.00", revision=1, termsVersion=7)
    kept = [{**line, "id": old["id"]} for line, old in zip(_LINES, first["lines"], strict=True)]
    _put(owner, path, [*kept[:2], {**kept[2], "quantity": 4}, kept[3], kept[5]])
    journey.later(minutes=4)
    second = _put(
        owner, path, [*kept[:2], {**kept[2], "quantity": 6}, kept[5], _line("Garland", "64.20")], note="More!"
    )
    work(journey)
    journey.later(minutes=11)
    work(journey)
    eleanor.get(path)
    eleanor.post(f"{path}/accept", quoteAmount="929.00", revision=1)
    chosen = _ids(second, "Basic roofline", "Candles")
    eleanor.post(f"{path}/accept", quoteAmount="887.04", revision=3, chosen=chosen, acceptedBy="Somebody else")
    yes = {"quoteAmount": "887.04", "revision": second["revision"], "chosen": chosen, "termsVersion": 1}
    accepted = eleanor.post(f"{path}/accept", **yes)
    eleanor.post(f"{path}/accept", **yes)
    with journey.step("Eleanor reads the acceptance as a PDF") as lines:
        lines += pdf_lines(eleanor, f"{path}/pdf")
    journey.later(hours=2)
    work(journey)
    invoice = accepted["invoices"][0]["id"] if accepted.get("invoices") else ""
    owner.post(f"/api/invoices/{invoice}/record-payment", method="check", note="No. 1204", amount="100.00")
    owner.get(f"{path}/billed")
    _put(owner, path, [*kept[1:3], _line("Tall tree", "120.00", optional=True)][1:])
    eleanor.get("/api/whats-next")
    journey.later(minutes=11)
    work(journey)
    again = eleanor.get(path)
    eleanor.post(f"{path}/accept", quoteAmount="310.00", revision=again["revision"], chosen=_ids(again, "Tall tree"))
    eleanor.get("/api/invoices")
    owner.get(path)
    owner.get(f"{path}/history")
    owner.get("/api/desk/queue")


def proposal_expires_and_is_asked_for_again(journey: Journey, sandbox: StripeSandbox) -> None:
    """A price expires unanswered; the customer asks again, gets other lines, declines, and comes back."""
    owner, eleanor, visitor = journey.owner(), journey.customer(), journey.person("a guest")
    path = f"/api/quotes/{_request(eleanor, fullName='Ellie Hayes', email='ellie@example.org')['id']}"
    other = f"/api/quotes/{_request(visitor, city='Hampton')['id']}"
    _put(owner, path, _LINES, validUntil="2031-11-20")
    owner.patch(path, status="reviewed")
    _put(owner, other, [_line("All of it", "700.00")], validUntil=None)
    owner.patch(other, status="reviewed")
    journey.later(minutes=1)
    work(journey)
    journey.later(days=2, hours=13, minutes=58)
    eleanor.get("/api/quotes")
    journey.later(minutes=1)
    eleanor.post(f"{path}/accept", quoteAmount="929.00", revision=1)
    eleanor.get(path)
    journey.later(hours=10)
    work(journey)
    owner.get("/api/desk/queue?kind=silent")
    eleanor.get("/api/whats-next")
    eleanor.post(f"{path}/ask-again")
    eleanor.get(path)
    visitor.post(f"{other}/ask-again")
    owner.get("/api/desk/queue?kind=quote")
    owner.get(path)
    journey.later(hours=1)
    _put(owner, path, [_line("Standard roofline", "799.99"), _line("Timer", "25.00", optional=True)])
    owner.patch(path, status="reviewed")
    journey.later(hours=1)
    work(journey)
    eleanor.get(path)
    eleanor.post(f"{path}/decline", reason="timing", note="Next year, maybe.")
    _put(owner, path, _LINES)
    owner.patch(path, status="quoting")
    _put(owner, path, [])
    eleanor.get(f"{path}/comments")
    owner.get(f"{path}/comments")


def proposal_repeated_next_season(journey: Journey, sandbox: StripeSandbox) -> None:
    """A guest's proposal is accepted on the phone; next season, the office starts from what they chose."""
    owner, visitor = journey.owner(), journey.person("a guest")
    oscar = another_customer(journey)
    path = f"/api/quotes/{_request(visitor)['id']}"
    theirs = f"/api/quotes/{_request(oscar, fullName='Oscar Outside', email='pat@example.org')['id']}"
    draft = _put(owner, path, _LINES)
    _put(owner, theirs, [_line("Oscar's lights", "450.00")])
    owner.patch(path, status="reviewed")
    owner.patch(theirs, status="reviewed")
    chosen = _ids(draft, "Basic roofline", "Smart timer")
    owner.post(f"{path}/accept", quoteAmount="658.80", revision=1, chosen=chosen, acceptedBy="Pat", channel="phone")
    job = owner.post("/api/jobs", quoteId=path.rpartition("/")[2], scheduledDate="2031-11-28T14:00:00Z")
    _put(owner, path, _LINES[2:])
    owner.patch(f"/api/jobs/{job['id']}", status="completed")
    visitor.get(path)
    journey.later(days=300)
    again = _request(visitor, streetAddress="31 FRONT street", servicePackage="basic")
    elsewhere = _request(visitor, streetAddress="2 Hill Road")
    owner.get(f"/api/quotes/{again['id']}/line-sources")
    owner.get(f"/api/quotes/{elsewhere['id']}/line-sources")
    oscar.get(f"/api/quotes/{again['id']}/line-sources")
    oscar.get("/api/quotes")
    owner.get("/api/quotes?scope=admin&q=nolan")
    with journey.step("Oscar reads his proposal as a PDF") as lines:
        lines += pdf_lines(oscar, f"{theirs}/pdf")

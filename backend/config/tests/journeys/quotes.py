"""Journeys of a quote: the request, its price and the answer."""

from config.tests.journeys.steps import another_customer, pdf_lines, request_quote, work
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


def quote_requested_with_an_account(journey: Journey, sandbox: StripeSandbox) -> None:
    """A customer with two saved addresses asks for a designed look, next to another customer's request."""
    owner, eleanor, oscar = journey.owner(), journey.customer(), another_customer(journey)
    eleanor.post(
        "/api/addresses", label="Home", street="12 Pleasant Street", city="Portsmouth", state="nh", zipCode="03801"
    )
    cottage = eleanor.post(
        "/api/addresses", label="Cottage", street="4 Shore Road", city="Kittery", state="ME", zipCode="03904-1122"
    )
    form = {
        "fullName": "Ellie Hayes-Brown",
        "email": "ellie@example.org",
        "phone": "603.555.0109",
        "city": "Kittery",
        "addressId": cottage["id"],
        "servicePackage": "premium",
        "squareFootage": 2400.5,
        "storeys": 2,
        "frontWidthFeet": 48,
        "preferredStartDate": "2031-12-03T02:00:00.000Z",
        "addOns": ["wreaths", "storage", "A star on the chimney"],
        "comments": "The outlet is on the left side.",
        "textUpdates": True,
        "communicationPreference": "sms",
        "heardFrom": "neighbor",
        "campaign": {"source": "flyer", "medium": "print", "name": "maple-street", "content": "b", "term": "lights"},
        "status": "approved",
        "quoteAmount": "1.00",
    }
    design = {
        "style": "classic",
        "colour": "Warm white",
        "lit": ["roofline", "door"],
        "estimate": {"low": 700, "high": 1400, "currency": "USD", "lines": [{"label": "Roofline", "low": 700}]},
    }
    eleanor.post("/api/quotes", **form, design={**design, "music": "loud"})
    oscar.post("/api/quotes", **form)
    eleanor.client.credentials(HTTP_IDEMPOTENCY_KEY="request-one")
    quote = eleanor.post("/api/quotes", **form, design=design)
    eleanor.post("/api/quotes", **form, design=design)
    eleanor.post("/api/quotes", **form)
    eleanor.client.credentials()
    journey.later(minutes=5)
    request_quote(oscar, communicationPreference="phone", heardFrom="search")
    work(journey)
    work(journey)
    eleanor.get("/api/quotes")
    eleanor.get(f"/api/quotes/{quote['id']}")
    eleanor.get("/api/whats-next")
    oscar.get("/api/quotes")
    oscar.get(f"/api/quotes/{quote['id']}")
    oscar.get("/api/quotes?scope=admin")
    oscar.get(f"/api/quotes/{quote['id']}/comments")
    oscar.post(f"/api/quotes/{quote['id']}/comments", content="Whose is this?")
    journey.person("a passer-by").get(f"/api/quotes/{quote['id']}")
    owner.get("/api/quotes?scope=admin")
    owner.get(f"/api/quotes/{quote['id']}")
    owner.get("/api/desk/queue")
    owner.get(f"/api/desk/customers/{quote['userId']}")


def quotes_found_on_the_desk(journey: Journey, sandbox: StripeSandbox) -> None:
    """The office filters, sorts, searches, exports and changes several requests, one of them taken on the phone."""
    owner, olive = journey.owner(), journey.office()
    visitor = journey.person("visitors")
    first = request_quote(visitor, addOns=["timers"], communicationPreference="phone")
    journey.later(hours=1)
    second = request_quote(
        visitor,
        fullName="Amy Dean",
        email="amy@example.net",
        phone="+1 603 555 0155",
        city="Exeter",
        servicePackage="commercial",
        streetAddress="",
    )
    journey.later(hours=1)
    third = request_quote(
        olive,
        fullName="Walter Price",
        email="walter@example.org",
        phone="603-555-0160",
        city="Dover",
        servicePackage="premium",
        comments="Called us. Has last year's wreaths.",
        heardFrom="returning_customer",
    )
    visitor.get("/api/quotes")
    olive.get(f"/api/quotes/{third['id']}")
    journey.later(hours=1)
    owner.patch(f"/api/quotes/{first['id']}", quoteAmount="410.50")
    olive.patch(f"/api/quotes/{third['id']}", status="quoting", quoteAmount="1250")
    olive.patch(f"/api/quotes/{second['id']}", status="approved", updatedAt="2031-11-18T14:00:00Z")
    olive.patch(f"/api/quotes/{second['id']}", status="approved")
    for query in (
        "status=quoting,pending&ordering=fullName",
        "servicePackage=commercial&servicePackage=premium&ordering=-quoteAmount",
        "city=Dover&ordering=createdAt&limit=1",
        "q=wal+555",
        "ordering=status",
        "status=lost",
    ):
        olive.get(f"/api/quotes?scope=admin&{query}")
    ids = [first["id"], second["id"], third["id"], "0198a000-0000-7000-8000-000000000000"]
    olive.post("/api/quotes/bulk-status", ids=ids, status="reviewed")
    olive.post("/api/quotes/bulk-status", ids=[first["id"], third["id"]], status="reviewed")
    visitor.post("/api/quotes/bulk-status", ids=ids, status="complete")
    work(journey)
    journey.later(seconds=10)
    work(journey)
    with journey.step("Ada (owner) exports the requests from Dover") as lines:
        response = owner.client.get("/api/quotes/export.csv?city=Dover&ordering=fullName")
        lines += response.getvalue().decode().splitlines()
    owner.get("/api/analytics/quotes")
    owner.get("/api/desk/search?q=walter")


def quote_price_undone(journey: Journey, sandbox: StripeSandbox) -> None:
    """The owner mistypes a price and undoes it in time; later it is too late."""
    owner = journey.owner()
    eleanor = journey.customer()
    quote = request_quote(eleanor, city="Hampton", servicePackage="premium")
    path = f"/api/quotes/{quote['id']}"
    journey.later(hours=3)
    owner.post(f"{path}/calls", outcome="voicemail", note="Left a message")
    wrong = owner.patch(path, status="reviewed", quoteAmount="72000.00")
    journey.later(seconds=5)
    eleanor.get(path)
    owner.post(f"{path}/undo-price", updatedAt="2031-11-18T15:00:00Z")
    owner.post(f"{path}/undo-price", updatedAt=wrong["updatedAt"])
    eleanor.get(f"{path}/comments")
    owner.patch(path, status="reviewed", quoteAmount="720.00")
    journey.later(seconds=8)
    owner.post(f"{path}/undo-price")
    work(journey)
    journey.later(days=1)
    eleanor.post(f"{path}/accept", quoteAmount="720.00")
    journey.later(hours=1)
    work(journey)
    # A new price for an accepted quote asks the customer again; undone, the acceptance holds again.
    owner.patch(path, quoteAmount="680.00")
    eleanor.get(path)
    eleanor.get("/api/invoices")
    journey.later(seconds=3)
    owner.post(f"{path}/undo-price")
    eleanor.get("/api/invoices")
    owner.patch(path, quoteAmount="690.00")
    journey.later(minutes=1)
    work(journey)
    eleanor.get("/api/whats-next")
    eleanor.post(f"{path}/accept", quoteAmount="720.00")
    eleanor.post(f"{path}/accept", quoteAmount="690.00")
    owner.patch(path, quoteAmount="650.00")
    journey.later(minutes=30)
    work(journey)
    owner.patch(path, quoteAmount=None)
    eleanor.get(f"{path}/comments")
    owner.get(f"{path}/history")
    owner.get("/api/desk/promise")


def quote_accepted_by_phone(journey: Journey, sandbox: StripeSandbox) -> None:
    """A guest says yes on the phone, and another customer's quote is set to approved by hand."""
    owner, olive, visitor = journey.owner(), journey.office(), journey.person("a guest")
    eleanor = journey.customer()
    quote = request_quote(visitor, city="Stratham", communicationPreference="phone", comments="Please call after 5.")
    other = request_quote(eleanor, city="Exeter", servicePackage="commercial")
    path = f"/api/quotes/{quote['id']}"
    olive.patch(path, status="reviewed", quoteAmount="333.33")
    olive.patch(f"/api/quotes/{other['id']}", status="approved", quoteAmount="2000.01")
    journey.later(hours=4)
    work(journey)
    olive.post(f"{path}/accept", quoteAmount="333.33")
    olive.post(f"{path}/accept", quoteAmount="333.33", acceptedBy="Marty", channel="account")
    olive.post(f"{path}/accept", quoteAmount="333.32", acceptedBy="Marty", channel="phone")
    olive.post(f"{path}/accept", quoteAmount="333.33", acceptedBy="Marty", channel="phone", termsVersion=1)
    olive.post(f"{path}/accept", quoteAmount="333.33", acceptedBy="Marty", channel="phone")
    owner.post(f"{path}/accept", quoteAmount="333.33", acceptedBy="Marty", channel="phone")
    visitor.post(f"{path}/accept", quoteAmount="333.33", acceptedBy="Marty")
    work(journey)
    visitor.get(path)
    visitor.get(f"{path}/comments")
    owner.get("/api/desk/queue?kind=accepted")
    owner.get("/api/desk/queue?kind=accepted&city=Stratham")
    with journey.step("The guest reads the acceptance as a PDF") as lines:
        lines += pdf_lines(visitor, f"{path}/pdf")
    eleanor.get(f"/api/quotes/{other['id']}")
    eleanor.get(path)
    journey.later(days=3)
    work(journey)
    # The customer changes their mind before the day is set.
    olive.patch(path, status="rejected")
    work(journey)
    visitor.get(path)
    olive.get(f"{path}/billed")
    olive.get("/api/invoices?scope=admin")


def quote_declined_and_asked_for_again(journey: Journey, sandbox: StripeSandbox) -> None:
    """A customer declines a price with a reason, asks again, and declines without one; a guest declines, too."""
    owner, eleanor, visitor, oscar = (
        journey.owner(),
        journey.customer(),
        journey.person("a guest"),
        another_customer(journey),
    )
    quote = request_quote(eleanor, city="Portsmouth")
    guests = request_quote(visitor, servicePackage="premium")
    path, other = f"/api/quotes/{quote['id']}", f"/api/quotes/{guests['id']}"
    eleanor.post(f"{path}/decline", reason="price")
    eleanor.post(f"{path}/ask-again")
    owner.patch(path, status="quoting", quoteAmount="640.40")
    owner.patch(other, status="reviewed", quoteAmount="999.99")
    journey.later(hours=1)
    work(journey)
    oscar.post(f"{path}/decline", reason="other")
    oscar.post(f"{path}/accept", quoteAmount="640.40")
    owner.post(f"{path}/decline")
    eleanor.post(f"{path}/decline", reason="too_bright")
    eleanor.post(f"{path}/decline", reason="price", note="The neighbors paid $500.")
    visitor.post(f"{other}/decline")
    work(journey)
    eleanor.get(path)
    owner.get(path)
    journey.later(days=2)
    eleanor.post(f"{path}/ask-again")
    eleanor.get(f"{path}/comments")
    owner.get("/api/desk/queue")
    owner.patch(path, quoteAmount="580.00")
    journey.later(minutes=1)
    work(journey)
    eleanor.post(f"{path}/decline", reason="somebody_else")
    work(journey)
    owner.get(f"{path}/history")
    owner.get(f"{path}/comments")


def quote_accepted_outside_new_hampshire(journey: Journey, sandbox: StripeSandbox) -> None:
    """A customer across the state line accepts without a deposit; texts go out, and the office closes the quote."""
    owner, eleanor = journey.owner(), journey.customer()
    eleanor.post("/api/estimate", servicePackage="basic", rooflineFeet=123.5, addOns=["rgb", "Smart Timers"])
    eleanor.post("/api/estimate", servicePackage="commercial", squareFootage=12000)
    eleanor.post("/api/estimate", servicePackage="basic", storeys=11, addOns=["snow"])
    address = eleanor.post("/api/addresses", street="4 Shore Road", city="Kittery", state="ME", zipCode="03904")
    quote = request_quote(
        eleanor,
        city="Kittery",
        addressId=address["id"],
        streetAddress="",
        addOns=["Off-Season Storage"],
        textUpdates=True,
        communicationPreference="sms",
    )
    path = f"/api/quotes/{quote['id']}"
    owner.patch(path, status="reviewed", quoteAmount="605.05")
    journey.later(minutes=1)
    work(journey)
    work(journey)
    eleanor.post(f"{path}/accept", quoteAmount="605.05")
    journey.later(minutes=30)
    work(journey)
    work(journey)
    owner.get(f"{path}/billed")
    owner.get("/api/desk/queue")
    eleanor.delete(f"/api/addresses/{address['id']}")
    owner.get(path)
    owner.patch(path, status="complete_storage")
    owner.patch(path, status="complete_storage")
    eleanor.get(path)
    eleanor.get("/api/invoices")
    eleanor.get(f"{path}/comments")
    journey.later(hours=11)
    owner.post(f"{path}/comments", content="Your lights are in bay 7.")
    owner.post(f"{path}/calls", outcome="no_answer")
    work(journey)
    work(journey)
    owner.get("/api/desk/queue")

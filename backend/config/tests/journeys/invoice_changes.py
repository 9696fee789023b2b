"""Journeys of invoices whose quote changes: prices that are undone, work that was not done, and other states."""

from config.tests.journeys.invoices import _quote
from config.tests.journeys.steps import open_link, pay, stripe_says, work
from invoices import tasks
from testing import cards
from testing.journey import Journey
from testing.payments import StripeSandbox
from testing.strangers import own


def deposit_in_two_parts(journey: Journey, sandbox: StripeSandbox) -> None:
    """Part of a deposit comes as a check; the invoice is overdue while the work is marked as done by mistake."""
    eleanor, owner = journey.customer(), journey.owner()
    quote = _quote(eleanor, owner, journey, "811.00", servicePackage="basic", city="Portsmouth", addOns=[])
    path = f"/api/quotes/{quote['id']}"
    [invoice] = eleanor.post(f"{path}/accept", quoteAmount="811.00")["invoices"]
    owner.post(f"/api/invoices/{invoice['id']}/record-payment", method="check", amount="100.00", note="Check 9")
    work(journey)
    eleanor.get(f"/api/invoices/{invoice['id']}")
    journey.later(days=3)
    work(journey)
    owner.get("/api/desk/money/due")
    owner.get("/api/invoices?scope=admin&due=this_week")
    pay(journey, sandbox, eleanor, invoiceId=invoice["id"], part="first")
    work(journey)
    job = owner.post("/api/jobs", quoteId=quote["id"], scheduledDate="2031-11-21T13:00:00Z")
    owner.patch(f"/api/jobs/{job['id']}", status="completed")
    work(journey)
    journey.later(days=15)
    with journey.step("The hourly task marks overdue invoices"):
        tasks.mark_overdue(0)
    work(journey)
    owner.patch(f"/api/jobs/{job['id']}", status="scheduled")
    journey.later(days=9)
    work(journey)
    eleanor.get(f"/api/invoices/{invoice['id']}")
    owner.patch(path, status="complete")
    work(journey)
    pay(journey, sandbox, eleanor, cards.MASTERCARD, invoiceId=invoice["id"])
    work(journey)
    owner.get(path)


def price_undone_after_an_acceptance(journey: Journey, sandbox: StripeSandbox) -> None:
    """A new price is undone at once; later the office rejects the paid job and refunds part of the deposit."""
    eleanor, owner, office = journey.customer(), journey.owner(), journey.office()
    quote = _quote(eleanor, owner, journey, "1000.00")
    path = f"/api/quotes/{quote['id']}"
    [invoice] = eleanor.post(f"{path}/accept", quoteAmount="1000.00")["invoices"]
    pay(journey, sandbox, eleanor, invoiceId=invoice["id"], part="first")
    work(journey)
    journey.later(hours=1)
    changed = office.patch(path, quoteAmount="100.00")
    office.get(f"/api/invoices/{invoice['id']}")
    journey.later(seconds=5)
    office.post(f"{path}/undo-price", updatedAt=changed["updatedAt"])
    office.post(f"{path}/undo-price", updatedAt=changed["updatedAt"])
    work(journey)
    eleanor.get(f"/api/invoices/{invoice['id']}")
    office.patch(path, status="rejected")
    work(journey)
    eleanor.get("/api/whats-next")
    [row] = own(office.get("/api/desk/queue"))
    owner.post(f"/api/payments/{row['paymentId']}/refund", amount="200.00", reason="We can't come")
    stripe_says(journey, sandbox, "Stripe says that most of it was refunded")
    office.post(f"/api/payments/{row['paymentId']}/keep", reason="For the drawing")
    work(journey)
    eleanor.get(f"/api/invoices/{invoice['id']}/payments")
    office.get(f"/api/invoices/{invoice['id']}/payments")
    journey.later(minutes=11)
    work(journey)
    eleanor.post(f"{path}/ask-again")
    office.get(path)


def invoice_through_its_link(journey: Journey, sandbox: StripeSandbox) -> None:
    """A guest opens the link in the email about an invoice and pays there; the office withdraws the link."""
    guest, owner, office = journey.person("Walter (guest)"), journey.owner(), journey.office()
    reader, other = journey.person("Walter (at work)"), journey.person("a stranger")
    quote = _quote(guest, owner, journey, "300.00", fullName="Walter Finch", email="walter@finch.example")
    invoice = office.post("/api/invoices", quoteId=quote["id"], amount="96.20", description="Three more trees")
    path = f"/api/invoices/{invoice['id']}"
    guest.get(path)
    office.post(f"{path}/send")
    work(journey)
    guest.get(path)
    other.get("/f/unknown")
    other.get(path)
    link = open_link(journey, reader, "walter@finch.example")
    reader.post(f"{path}/opened")
    reader.get(path)
    reader.get(f"{path}/pdf")
    reader.get(f"{path}/payments")
    reader.get(f"/api/quotes/{quote['id']}")
    reader.post("/api/create-payment-intent", invoiceId=invoice["id"], part="first")
    pay(journey, sandbox, reader, invoiceId=invoice["id"])
    work(journey)
    links = office.get(f"/api/links?invoiceId={invoice['id']}")
    for each in links:
        office.post(f"/api/links/{each['id']}/withdraw")
    reader.get(path)
    reader.get(link)
    office.get(path)


def invoice_outside_new_hampshire(journey: Journey, sandbox: StripeSandbox) -> None:
    """A customer in Maine accepts on the phone; the office bills her by hand, and one town has to be confirmed."""
    eleanor, owner = journey.customer(), journey.owner()
    address = eleanor.post(
        "/api/addresses", label="Cottage", street="7 Wentworth Street", city="Kittery", state="ME", zipCode="03904"
    )
    body = {"addressId": address["id"], "streetAddress": "7 Wentworth Street", "city": "Kittery"}
    quote = _quote(eleanor, owner, journey, "420.00", **body)
    other = _quote(eleanor, owner, journey, "99.00", city="Eliot", streetAddress="")
    path = f"/api/quotes/{quote['id']}"
    owner.get(f"{path}/billed")
    owner.get(f"/api/quotes/{other['id']}/billed")
    owner.post(f"{path}/accept", quoteAmount="420.00", channel="phone")
    owner.post(f"{path}/accept", quoteAmount="420.00", channel="phone", acceptedBy="Ellie")
    work(journey)
    eleanor.get("/api/invoices")
    owner.get(f"{path}/billed")
    invoice = owner.post("/api/invoices", quoteId=quote["id"], amount="100.00", dueDate="2031-11-30")
    owner.post(f"/api/invoices/{invoice['id']}/send")
    work(journey)
    owner.get(f"{path}/billed")
    owner.get(path)
    eleanor.get("/api/whats-next")
    pay(journey, sandbox, eleanor, invoiceId=invoice["id"])
    owner.get("/api/desk/queue")


def work_done_and_not_invoiced(journey: Journey, sandbox: StripeSandbox) -> None:
    """Two jobs are done without an invoice: one is billed, canceled and billed again; the other needs no invoice."""
    guest, owner, office = journey.person("Walter (guest)"), journey.owner(), journey.office()
    barn = _quote(guest, owner, journey, "880.00", fullName="Walter Finch", email="walter@finch.example")
    porch = _quote(guest, owner, journey, "145.50", fullName="Nora Pike", email="nora@pike.example", city="Rye")
    for quote in (barn, porch):
        office.patch(f"/api/quotes/{quote['id']}", status="approved")
    job = office.post("/api/jobs", quoteId=barn["id"], scheduledDate="2031-11-20T15:00:00Z")
    office.post(f"/api/quotes/{barn['id']}/no-invoice-needed", reason="Not yet")
    journey.later(days=2)
    office.patch(f"/api/jobs/{job['id']}", status="completed")
    journey.later(hours=1)
    office.patch(f"/api/quotes/{porch['id']}", status="complete")
    office.get("/api/desk/money/due")
    office.get("/api/quotes?scope=admin&unbilled=1")
    guest.get("/api/quotes?scope=admin&unbilled=1")
    invoice = office.post("/api/invoices", quoteId=barn["id"], amount="880.00")
    office.post(f"/api/invoices/{invoice['id']}/cancel")
    office.post(f"/api/quotes/{porch['id']}/no-invoice-needed", reason="")
    office.post(f"/api/quotes/{porch['id']}/no-invoice-needed", reason="Nora paid in cash")
    office.post(f"/api/quotes/{porch['id']}/no-invoice-needed", reason="Nora paid in cash")
    office.get("/api/quotes?scope=admin&unbilled=1")
    office.post("/api/invoices", quoteId=barn["id"], amount="900.00")
    office.get("/api/desk/money/due")
    guest.get(f"/api/quotes/{porch['id']}/comments")
    owner.get(f"/api/quotes/{porch['id']}/history")
    office.patch(f"/api/quotes/{porch['id']}", status="reviewed", quoteAmount="160.00")
    office.patch(f"/api/quotes/{porch['id']}", status="complete")
    office.get("/api/quotes?scope=admin&unbilled=1")

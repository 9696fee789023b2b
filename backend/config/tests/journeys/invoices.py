"""Journeys of invoices: from an acceptance or by hand, replaced, overdue, and paid with checks."""

from typing import Any

from config.tests.journeys.steps import pay, stripe_says, work
from invoices import tasks
from testing import cards
from testing.journey import Journey, Person
from testing.payments import StripeSandbox
from testing.strangers import own


def _quote(person: Person, owner: Person, journey: Journey, amount: str, **changes: Any) -> Any:
    """Ask for a quote under another name and address than the account's, and get a price; return the quote."""
    body = {
        "fullName": "Ellie Hayes-Ward",
        "email": "ellie@work.example",
        "phone": "603-555-0172",
        "city": "Dover",
        "streetAddress": "5 Silver Street",
        "servicePackage": "premium",
        "addOns": ["wreaths"],
    }
    quote = person.post("/api/quotes", **body | changes)
    owner.patch(f"/api/quotes/{quote['id']}", status="reviewed", quoteAmount=amount)
    journey.later(minutes=1)
    work(journey)
    return quote


def invoice_from_an_acceptance(journey: Journey, sandbox: StripeSandbox) -> None:
    """A customer pays the deposit, the lights go up, and she pays the rest after two reminders."""
    eleanor, owner, other = journey.customer(), journey.owner(), journey.person("a stranger")
    quote = _quote(eleanor, owner, journey, "1275.50")
    eleanor.post(f"/api/quotes/{quote['id']}/accept", quoteAmount="1275.50")
    work(journey)
    [invoice] = eleanor.get("/api/invoices")
    path = f"/api/invoices/{invoice['id']}"
    other.get(path)
    eleanor.get("/api/whats-next")
    eleanor.get(f"{path}/pdf")
    journey.later(days=3)
    work(journey)
    pay(journey, sandbox, eleanor, invoiceId=invoice["id"], part="first")
    work(journey)
    eleanor.post("/api/create-payment-intent", invoiceId=invoice["id"], part="first")
    owner.get("/api/desk/queue")
    owner.get("/api/desk/money/due")
    job = owner.post("/api/jobs", quoteId=quote["id"], scheduledDate="2031-11-24T15:00:00Z", notes="Bring the lift")
    journey.later(days=3)
    owner.patch(f"/api/jobs/{job['id']}", status="completed")
    work(journey)
    eleanor.get(path)
    journey.later(days=11, hours=2)
    work(journey)
    journey.later(days=4)
    with journey.step("The hourly task marks overdue invoices"):
        tasks.mark_overdue(0)
    work(journey)
    eleanor.get("/api/whats-next")
    owner.get(f"/api/quotes/{quote['id']}/billed")
    pay(journey, sandbox, eleanor, cards.MASTERCARD, invoiceId=invoice["id"], part="all")
    work(journey)
    journey.later(days=9)
    work(journey)
    eleanor.get(f"{path}/payments")
    eleanor.get("/api/payment-history")
    owner.get(f"{path}/history")


def invoice_by_hand(journey: Journey, sandbox: StripeSandbox) -> None:
    """The office drafts, edits, sends and cancels invoices for a quote and for an account."""
    eleanor, office, guest = journey.customer(), journey.office(), journey.person("Walter (guest)")
    owner = journey.owner()
    eleanor.post(
        "/api/addresses", label="Home", street="41 Marcy Street", city="Portsmouth", state="NH", zipCode="03801"
    )
    quote = _quote(guest, owner, journey, "480.00", fullName="Walter Finch", email="walter@finch.example")
    user = str(eleanor.user.pk) if eleanor.user else ""
    office.post("/api/invoices", amount="20.00")
    office.post("/api/invoices", amount="0", dueDate="2031-11-17", userId=user)
    office.post("/api/invoices", amount="75.00", userId=user, quoteId=quote["id"])
    eleanor.post("/api/invoices", amount="1.00", userId=user)
    first = office.post("/api/invoices", userId=user, amount="75.25", dueDate="2031-11-25", description="A visit")
    second = office.post("/api/invoices", quoteId=quote["id"], amount="200.00", dueDate="2031-11-19")
    third = office.post("/api/invoices", quoteId=quote["id"], amount="33.00", description="Two more wreaths")
    one, two, three = (f"/api/invoices/{each['id']}" for each in (first, second, third))
    eleanor.get("/api/invoices")
    eleanor.get(one)
    office.patch(one, amount="85.75", dueDate="2031-12-01", description="A visit on Friday")
    office.post(f"{three}/record-payment", method="cash")
    office.post(f"{three}/cancel")
    journey.later(days=2)
    office.post("/api/invoices/batch-send", ids=[first["id"], second["id"], third["id"], quote["id"]])
    office.patch(two, dueDate=None)
    office.post(f"{two}/send")
    office.post(f"{two}/send")
    office.patch(two, amount="1.00")
    work(journey)
    eleanor.get("/api/invoices")
    office.get("/api/invoices?scope=admin&status=sent,cancelled")
    office.get(f"/api/invoices?scope=admin&quoteId={quote['id']}&q=finch")
    eleanor.post("/api/create-payment-intent", invoiceId=first["id"])
    office.post(f"{one}/cancel")
    stripe_says(journey, sandbox, "Stripe says that the card form is closed")
    eleanor.post("/api/create-payment-intent", invoiceId=first["id"])
    eleanor.get(one)
    journey.later(days=45)
    office.post("/api/invoices", userId=user, amount="10.00")
    office.get(f"/api/quotes/{quote['id']}/billed")
    work(journey)


def invoice_replaced(journey: Journey, sandbox: StripeSandbox) -> None:
    """A guest pays a deposit, gets a lower price and accepts it; another price is let go, and the rest is kept."""
    guest, owner = journey.person("Walter (guest)"), journey.owner()
    quote = _quote(guest, owner, journey, "900.00", fullName="Walter Finch", email="walter@finch.example")
    path = f"/api/quotes/{quote['id']}"
    accepted = guest.post(f"{path}/accept", quoteAmount="900.00", acceptedBy="Walter J. Finch")
    first = accepted["invoices"][0]["id"]
    guest.get(f"/api/invoices/{first}")
    pay(journey, sandbox, guest, invoiceId=first)
    work(journey)
    owner.patch(path, quoteAmount="640.40", status="reviewed")
    guest.get(f"/api/invoices/{first}")
    guest.post("/api/create-payment-intent", invoiceId=first)
    owner.get("/api/desk/queue?kind=payment")
    journey.later(hours=1)
    work(journey)
    accepted = guest.post(f"{path}/accept", quoteAmount="640.40", acceptedBy="Walter J. Finch")
    work(journey)
    owner.get("/api/invoices?scope=admin&overpaid=1")
    [row] = own(owner.get("/api/desk/queue?kind=payment"))
    owner.post(f"/api/payments/{row['paymentId']}/refund", amount="100.10", reason="A lower price")
    stripe_says(journey, sandbox, "Stripe says that part was refunded")
    work(journey)
    second = accepted["invoices"][-1]["id"]
    owner.get(f"/api/invoices/{second}/payments")
    owner.patch(path, quoteAmount="700.00")
    journey.later(minutes=1)
    work(journey)
    journey.later(days=4)
    owner.get("/api/desk/queue")
    owner.post(f"{path}/let-go")
    with journey.step("The hourly task releases payments for prices that nobody answered"):
        tasks.release_unanswered(0)
    work(journey)
    owner.get(path)
    [row] = own(owner.get("/api/desk/queue?kind=payment"))
    owner.post(f"/api/payments/{row['paymentId']}/keep", reason="The crew was booked")
    guest.get(f"/api/invoices/{second}")
    owner.get("/api/invoices?scope=admin")
    owner.get(f"/api/invoices/{second}/history")


def invoice_of_a_rejected_quote(journey: Journey, sandbox: StripeSandbox) -> None:
    """A quote is declined after a check for a visit; staff decide about the check, and the quote comes back."""
    eleanor, owner, office = journey.customer(), journey.owner(), journey.office()
    quote = _quote(eleanor, owner, journey, "610.00")
    path = f"/api/quotes/{quote['id']}"
    visit = office.post("/api/invoices", quoteId=quote["id"], amount="120.00", description="A visit")
    bulbs = office.post("/api/invoices", quoteId=quote["id"], amount="44.10", description="Bulbs", dueDate="2031-11-20")
    office.post("/api/invoices/batch-send", ids=[visit["id"], bulbs["id"]])
    office.post(f"/api/invoices/{visit['id']}/record-payment", method="check", amount="50.00", note="Check 5")
    pay(journey, sandbox, eleanor, invoiceId=bulbs["id"])
    work(journey)
    eleanor.post(f"{path}/decline", reason="price", note="Too much for us")
    eleanor.get("/api/invoices")
    office.post("/api/invoices", quoteId=quote["id"], amount="5.00")
    work(journey)
    card, check = sorted(own(office.get("/api/desk/queue?kind=payment")), key=lambda row: row["amount"])
    office.post(f"/api/payments/{check['id']}/keep", reason="We were there")
    owner.post(f"/api/payments/{card['paymentId']}/refund", reason="No bulbs")
    stripe_says(journey, sandbox, "Stripe says that the bulbs were refunded")
    work(journey)
    eleanor.get(f"/api/invoices/{bulbs['id']}/payments")
    owner.patch(path, status="reviewed")
    journey.later(days=4)
    work(journey)
    owner.get(f"/api/invoices?scope=admin&quoteId={quote['id']}")
    eleanor.get("/api/invoices")
    owner.get("/api/desk/queue")


def invoice_paid_with_checks(journey: Journey, sandbox: StripeSandbox) -> None:
    """An overdue invoice is paid with a check that bounces, cash and a transfer."""
    eleanor, office = journey.customer(), journey.office()
    user = str(eleanor.user.pk) if eleanor.user else ""
    office.post("/api/invoices", userId=user, amount="900.00", dueDate="2031-12-20", description="For another day")
    invoice = office.post("/api/invoices", userId=user, amount="310.30", dueDate="2031-11-24", description="Garland")
    path = f"/api/invoices/{invoice['id']}"
    office.post(f"{path}/send")
    work(journey)
    journey.later(days=3, minutes=1)
    work(journey)
    office.post(f"{path}/record-payment", method="check", amount="400.00")
    office.post(f"{path}/record-payment", method="check", amount="110.10", note="Check 31")
    work(journey)
    eleanor.post("/api/create-payment-intent", invoiceId=invoice["id"])
    office.post(f"{path}/record-payment", method="other", amount="0.30", note="Rounding")
    work(journey)
    stripe_says(journey, sandbox, "Stripe says that the card form is closed")
    office.post(f"{path}/record-payment", method="cash")
    office.post(f"{path}/record-payment", method="cash")
    office.post(f"{path}/cancel")
    work(journey)
    eleanor.get(path)
    [check, _, cash] = office.get(f"{path}/payments")
    journey.later(days=5)
    office.post(f"{path}/payments/{check['id']}/take-back", note="It bounced")
    work(journey)
    eleanor.get("/api/invoices")
    office.get("/api/invoices?scope=admin&due=overdue_1_10")
    office.get("/api/desk/money/due")
    office.post(f"{path}/payments/{cash['id']}/take-back", note="Typed twice")
    eleanor.get(f"{path}/payments")
    eleanor.get("/api/payment-history")
    office.get("/api/desk/money")
    office.get("/api/desk/money/export.csv?from=2031-11-18&to=2031-11-30")
    work(journey)
    journey.later(days=9)
    work(journey)

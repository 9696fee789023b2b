"""Journeys of card payments on invoices: saved cards, refunds that wait, disputes, strangers' payments and payouts."""

from typing import Any

from accounts.models import User
from config.tests.journeys.invoices import _quote
from config.tests.journeys.steps import pay, stripe_says, work
from payments import tasks
from payments.client import client
from payments.reconciliation import reconcile
from testing import cards
from testing.journey import Journey, Person
from testing.payments import CHECKOUT, StripeSandbox, post_webhook
from testing.strangers import own


def _invoice(office: Person, person: Person, amount: str, **changes: Any) -> Any:
    """Send an invoice to an account; return it."""
    user = str(person.user.pk) if person.user else ""
    invoice = office.post("/api/invoices", userId=user, amount=amount, **changes)
    return office.post(f"/api/invoices/{invoice['id']}/send")


def _nora(journey: Journey) -> Person:
    """Return a second customer."""
    nora = User.objects.create_user("nora@quill.example", password="correct horse", first_name="Nora")
    return journey.person("Nora (customer)", nora)


def card_saved_and_removed(journey: Journey, sandbox: StripeSandbox) -> None:
    """A customer saves a card while she pays an invoice, pays another one with it, and removes it."""
    eleanor, office, nora = journey.customer(), journey.office(), _nora(journey)
    invoice, other = _invoice(office, eleanor, "88.40"), _invoice(office, nora, "19.00")
    second = _invoice(office, eleanor, "61.15", description="Two timers")
    secret = str(eleanor.post("/api/create-payment-intent", invoiceId=invoice["id"])["clientSecret"])
    intent = secret.split("_secret_")[0]
    nora.post("/api/payment-methods/session", paymentIntentId=intent)
    eleanor.post("/api/payment-methods/session", paymentIntentId=intent)
    eleanor.post("/api/create-payment-intent", invoiceId=other["id"])
    with journey.step("Eleanor pays and saves the card"):
        method = client().v1.payment_methods.retrieve(cards.VISA).id
        client().v1.payment_methods.update(method, {"allow_redisplay": "always"})
        client().v1.payment_intents.confirm(
            intent,
            {"payment_method": method, "setup_future_usage": "on_session", "return_url": "https://lights.example"},
        )
    stripe_says(journey, sandbox, "Stripe says that the invoice is paid")
    work(journey)
    eleanor.get("/api/payment-methods")
    nora.get("/api/payment-methods")
    pay(journey, sandbox, eleanor, method, invoiceId=second["id"])
    work(journey)
    sandbox.expire_card(method)
    eleanor.get("/api/payment-methods")
    nora.delete(f"/api/payment-methods/{method}")
    eleanor.delete(f"/api/payment-methods/{method}")
    eleanor.get("/api/payment-methods")
    [latest, _] = eleanor.get("/api/payments")
    eleanor.get(f"/api/payments/{latest['id']}/receipt")
    nora.get(f"/api/payments/{latest['id']}/receipt")
    nora.get("/api/payments")
    office.get("/api/desk/customers?q=hayes")


def refund_that_waits(journey: Journey, sandbox: StripeSandbox) -> None:
    """Stripe can't be reached for a refund: one is made later, the next is given up after a day, and then repeated."""
    eleanor, owner = journey.customer(), journey.owner()
    invoice = _invoice(owner, eleanor, "402.60", dueDate="2031-12-15", description="Repairs")
    pay(journey, sandbox, eleanor, invoiceId=invoice["id"])
    work(journey)
    [payment] = own(owner.get("/api/payments?scope=admin"))
    path = f"/api/payments/{payment['id']}"
    sandbox.faults.add("503", path="refunds", count=200)
    owner.post(f"{path}/refund", amount="52.60", reason="A broken pane")
    owner.post(f"{path}/refund", amount="400.00", reason="Too much")
    owner.get("/api/payments?scope=admin&trouble=1")
    sandbox.faults.clear()
    journey.later(hours=1)
    work(journey)
    stripe_says(journey, sandbox, "Stripe says that the refund was made")
    work(journey)
    owner.get(f"/api/invoices/{invoice['id']}")
    sandbox.faults.add("503", path="refunds", count=200)
    owner.post(f"{path}/refund", amount="100.00", reason="The second pane")
    journey.later(days=1, hours=3)
    with journey.step("The reconciliation gives up"):
        reconcile()
    sandbox.faults.clear()
    work(journey)
    [row] = own(owner.get("/api/desk/queue"))
    owner.post(f"{path}/refund", amount="60.00", reason="Agreed on the phone")
    stripe_says(journey, sandbox, "Stripe says that a smaller refund was made")
    owner.post(f"/api/payments/{row['paymentId']}/keep", reason="Agreed on the phone")
    work(journey)
    eleanor.get("/api/payment-history")
    owner.get(f"/api/invoices/{invoice['id']}/payments")
    owner.get("/api/payments?scope=admin")
    owner.get(f"/api/invoices/{invoice['id']}/pdf")


def invoice_disputed(journey: Journey, sandbox: StripeSandbox) -> None:
    """A bank disputes a deposit: the desk answers with the acceptance, the visit and the conversation, and loses."""
    eleanor, owner, office = journey.customer(), journey.owner(), journey.office()
    quote = _quote(eleanor, owner, journey, "1000.10")
    eleanor.post(f"/api/quotes/{quote['id']}/comments", content="Please mind the roses")
    office.post(f"/api/quotes/{quote['id']}/comments", content="We will")
    [invoice] = eleanor.post(f"/api/quotes/{quote['id']}/accept", quoteAmount="1000.10")["invoices"]
    pay(journey, sandbox, eleanor, invoiceId=invoice["id"], part="first")
    job = office.post("/api/jobs", quoteId=quote["id"], scheduledDate="2031-11-20T15:00:00Z")
    work(journey)
    journey.later(days=3)
    office.patch(f"/api/jobs/{job['id']}", status="completed")
    [payment] = own(owner.get("/api/payments?scope=admin"))
    made = sandbox.dispute(payment["stripePaymentIntentId"], reason="credit_not_processed")
    stripe_says(journey, sandbox, "Stripe says that the deposit is disputed")
    work(journey)
    office.get("/api/desk/queue?kind=payment")
    office.get("/api/desk/disputes")
    eleanor.post(f"/api/payments/{payment['id']}/dispute-answer", statement="Give it back")
    sandbox.faults.add("503", path="disputes", method="POST", count=200)
    office.post(f"/api/payments/{payment['id']}/dispute-answer", statement="They have the lights.")
    owner.post(f"/api/payments/{payment['id']}/dispute-accept")
    office.get("/api/desk/disputes")
    sandbox.faults.clear()
    journey.later(hours=1)
    work(journey)
    stripe_says(journey, sandbox, "Stripe says that the evidence arrived")
    office.get("/api/desk/disputes")
    journey.later(days=20)
    sandbox.close_dispute(made["id"], won=False)
    stripe_says(journey, sandbox, "Stripe says that it is lost")
    work(journey)
    owner.get(f"/api/invoices/{invoice['id']}")
    owner.get(f"/api/invoices/{invoice['id']}/payments")
    owner.get("/api/desk/disputes")
    eleanor.get("/api/payments")
    owner.get("/api/desk/money/export.csv?from=2031-11-18&to=2031-12-31")


def _pay_as_a_stranger(journey: Journey, sandbox: StripeSandbox, name: str, email: str) -> None:
    """Somebody without an account pays the published amount and types a name and an address."""
    person = journey.person(name)
    secret = str(person.post("/api/create-payment-intent", **CHECKOUT)["clientSecret"])
    with journey.step(f"{name} types {email} and pays"):
        card = client().v1.payment_methods.create(
            {
                "type": "card",
                "card": {"number": "4242424242424242", "exp_month": 12, "exp_year": 2034, "cvc": "123"},
                "billing_details": {"name": name},
            }
        )
        client().v1.payment_intents.confirm(
            secret.split("_secret_")[0],
            {"payment_method": card.id, "receipt_email": email, "return_url": "https://lights.example"},
        )
    stripe_says(journey, sandbox, "Stripe says that somebody paid")


def payments_of_strangers(journey: Journey, sandbox: StripeSandbox) -> None:
    """Three payments without an account are assigned: to a quote, to a tree order and to an account. Part of the first
    is refunded before the quote is accepted."""
    eleanor, owner, office = journey.customer(), journey.owner(), journey.office()
    guest = journey.person("Walter (guest)")
    guest.post("/api/create-payment-intent", amount=600)
    quote = _quote(guest, owner, journey, "640.00", fullName="Walter Finch", email="walter@finch.example")
    order = guest.post(
        "/api/tree-orders",
        customerName="Walter Finch",
        customerEmail="walter@finch.example",
        customerPhone="603-555-0119",
        addressLine1="12 Court Street",
        city="Exeter",
        state="NH",
        zipCode="03833",
        treeSize="premium_8_10ft",
    )
    _pay_as_a_stranger(journey, sandbox, "W. Finch", "walter@fnich.example")
    _pay_as_a_stranger(journey, sandbox, "Mr. Finch", "walter@finch.example")
    _pay_as_a_stranger(journey, sandbox, "E. Hayes", "eleanor@example.com")
    work(journey)
    office.get("/api/desk/queue?kind=payment")
    third, second, first = own(office.get("/api/payments?scope=admin"))
    one, two, three = (f"/api/payments/{each['id']}" for each in (first, second, third))
    office.get(f"{one}/suggestions")
    office.post(f"{one}/receipt-email", receiptEmail="walter@finch.example")
    office.get(f"{one}/suggestions")
    office.get(f"{three}/suggestions")
    office.post(f"{one}/assign")
    office.post(f"{one}/assign", quoteId=order["id"])
    office.post(f"{one}/assign", quoteId=quote["id"])
    office.post(f"{one}/assign", quoteId=quote["id"])
    office.post(f"{two}/assign", treeOrderId=order["id"])
    office.post(f"{three}/assign", userId=str(eleanor.user.pk) if eleanor.user else "")
    owner.post(f"{one}/refund", reason="One window fewer", amount="71.50")
    stripe_says(journey, sandbox, "Stripe says that a part was refunded")
    guest.post(f"/api/quotes/{quote['id']}/accept", quoteAmount="640.00", acceptedBy="Walter Finch")
    work(journey)
    office.get("/api/desk/queue")
    office.get(f"/api/tree-orders/{order['id']}")
    eleanor.get("/api/payment-history")
    eleanor.get("/api/payments")
    office.get("/api/payments?scope=admin")
    owner.get("/api/desk/money/export.csv?from=2031-11-18&to=2031-11-18")


def payouts(journey: Journey, sandbox: StripeSandbox) -> None:
    """Stripe pays out what came in; a second payout is returned by the bank, and a recount finds nothing missing."""
    eleanor, owner, office = journey.customer(), journey.owner(), journey.office()
    invoice = _invoice(office, eleanor, "250.00", description="Repairs")
    pay(journey, sandbox, eleanor, invoiceId=invoice["id"])
    journey.later(minutes=1)
    with journey.step("Somebody pays with a link from Stripe's dashboard"):
        elsewhere = client().v1.payment_intents.create({"amount": 5000, "currency": "usd", "description": "By link"})
        cards.pay(elsewhere.client_secret or "")
    journey.later(minutes=1)
    sandbox.adjust(-200, "Radar", fee=True)
    first = sandbox.pay_out()["id"]
    stripe_says(journey, sandbox, "Stripe says that a payout is planned")
    owner.get("/api/desk/payouts")
    sandbox.advance_payout(first)
    stripe_says(journey, sandbox, "Stripe says that it is on its way")
    journey.later(days=2)
    sandbox.advance_payout(first)
    stripe_says(journey, sandbox, "Stripe says that it has arrived")
    [payment] = own(owner.get("/api/payments?scope=admin"))
    owner.post(f"/api/payments/{payment['id']}/refund", amount="20.05", reason="A day late")
    journey.later(minutes=1)
    other = _invoice(office, eleanor, "77.70")
    pay(journey, sandbox, eleanor, cards.MASTERCARD, invoiceId=other["id"])
    second = sandbox.pay_out()["id"]
    sandbox.advance_payout(second)
    sandbox.fail_payout(second)
    stripe_says(journey, sandbox, "Stripe says that the bank returned another payout")
    work(journey)
    newest, oldest = own(owner.get("/api/desk/payouts"))
    owner.get(f"/api/desk/payouts/{oldest['id']}/entries")
    owner.get(f"/api/desk/payouts/{newest['id']}/entries")
    office.get("/api/desk/payouts")
    office.get("/api/desk/queue?kind=payment")
    with journey.step("The daily recount"):
        reconcile()
        tasks.recount_payments(0)
    work(journey)
    owner.get("/api/desk/money")
    owner.get("/api/desk/money/export.csv?from=2031-11-18&to=2031-11-30")
    owner.get("/api/desk/money/export-summary?from=2031-11-19&to=2031-11-20")
    owner.get("/api/desk/money/export.csv?from=2031-11-30&to=2031-11-18")


def events_that_fail(journey: Journey, sandbox: StripeSandbox) -> None:
    """A webhook with a wrong signature is refused; one that can't be processed is retried, also from the desk."""
    eleanor, owner = journey.customer(), journey.owner()
    invoice = _invoice(owner, eleanor, "140.40")
    owner.post(f"/api/invoices/{invoice['id']}/record-payment", method="check", amount="40.40")
    secret = str(eleanor.post("/api/create-payment-intent", invoiceId=invoice["id"])["clientSecret"])
    with journey.step("A webhook with a wrong signature arrives") as lines:
        lines.append(str(post_webhook(b'{"id": "evt_1"}', "t=1,v1=0")))
    with journey.step("Eleanor pays"):
        cards.pay(secret)
    sandbox.faults.add("500", method="GET", path=r"payment_intents/pi_", count=40)
    stripe_says(journey, sandbox, "Stripe says that it is paid, and then doesn't answer")
    owner.get("/api/stripe/events?state=failed")
    owner.get("/api/stripe/events?state=lost")
    sandbox.faults.clear()
    [*_, event] = owner.get("/api/stripe/events?state=failed")
    owner.post(f"/api/stripe/events/{event['id']}/process")
    eleanor.get(f"/api/invoices/{invoice['id']}")
    journey.later(minutes=10)
    work(journey)
    with journey.step("The reconciliation"):
        reconcile()
    owner.get("/api/stripe/events?state=failed")
    owner.get("/api/stripe/events?state=processed&limit=2")

"""Journeys of payments on tree orders: by card, at the door, refunded, disputed and reversed."""

from typing import Any

from accounts.models import User
from config.tests.journeys.steps import pay, stripe_says, work
from config.tests.journeys.trees import _order
from testing import cards
from testing.journey import Journey, Person
from testing.payments import StripeSandbox
from testing.strangers import own


def _eleanors(eleanor: Person, **changes: Any) -> Any:
    """Order a tree for Eleanor, who types another name and address than her account's; return the order."""
    body = {
        "customerName": "Ellie Hayes-Ward",
        "customerEmail": "ellie@work.example",
        "customerPhone": "603-555-0172",
        "addressLine1": "41 Marcy Street",
        "city": "Portsmouth",
        "zipCode": "03801",
        "treeSize": "quality_7_8ft",
    }
    return _order(eleanor, **body | changes)


def tree_paid_by_card(journey: Journey, sandbox: StripeSandbox) -> None:
    """A customer's card is declined, her bank takes a while with the next one, and nobody else can pay or see it."""
    eleanor, owner, guest = journey.customer(), journey.owner(), journey.person("Walter (guest)")
    order, other = _eleanors(eleanor, includeWreaths=True), _order(guest)
    path = f"/api/tree-orders/{order['id']}"
    eleanor.post("/api/create-payment-intent", treeOrderId=order["id"], invoiceId=order["id"])
    guest.post("/api/create-payment-intent", treeOrderId=order["id"])
    pay(journey, sandbox, eleanor, cards.DECLINED, treeOrderId=order["id"])
    owner.get("/api/payments?scope=admin&trouble=1")
    eleanor.get("/api/payments")
    sandbox.process_next()
    secret = pay(journey, sandbox, eleanor, treeOrderId=order["id"])
    eleanor.post("/api/create-payment-intent", treeOrderId=order["id"])
    owner.patch(path, status="scheduled", scheduledDeliveryDate="2031-11-20")
    owner.get("/api/tree-orders/day-sheet?day=2031-11-20")
    owner.post("/api/tree-orders/payment-codes", orderIds=[order["id"], other["id"]])
    journey.later(hours=1)
    sandbox.finish_processing(secret.split("_secret_")[0])
    stripe_says(journey, sandbox, "Stripe says that the bank has paid")
    work(journey)
    eleanor.get(path)
    pay(journey, sandbox, guest, cards.MASTERCARD, treeOrderId=other["id"])
    eleanor.get("/api/payment-history")
    eleanor.get("/api/tree-orders")
    owner.get("/api/payments?scope=admin")
    owner.get("/api/stripe/events?state=processed")
    owner.get("/api/desk/money")
    eleanor.post("/api/create-payment-intent", treeOrderId=order["id"])


def tree_canceled_and_reinstated(journey: Journey, sandbox: StripeSandbox) -> None:
    """A paid order is canceled by mistake and reinstated in time, then canceled for good; its refund is returned."""
    eleanor, owner, office = journey.customer(), journey.owner(), journey.office()
    order = _eleanors(eleanor)
    path = f"/api/tree-orders/{order['id']}"
    pay(journey, sandbox, eleanor, treeOrderId=order["id"])
    office.patch(path, status="cancelled")
    eleanor.get(path)
    eleanor.patch(path, preferredDeliveryDate="2031-12-01")
    journey.later(minutes=9)
    office.patch(path, status="confirmed")
    journey.later(minutes=2)
    work(journey)
    office.patch(path, status="cancelled", notes="They are away over Christmas")
    office.get("/api/desk/queue")
    work(journey)
    journey.later(minutes=10)
    work(journey)
    stripe_says(journey, sandbox, "Stripe says that the refund was made")
    work(journey)
    eleanor.get(path)
    eleanor.get("/api/payment-history")
    [refund] = sandbox.objects("refund")
    sandbox.fail_refund(refund["id"])
    stripe_says(journey, sandbox, "Stripe says that the bank returned the refund")
    work(journey)
    [row] = own(office.get("/api/desk/queue?kind=payment"))
    office.post(f"/api/payments/{row['paymentId']}/refund", reason="Once more")
    owner.post(f"/api/payments/{row['paymentId']}/refund", amount="40.25", reason="Once more")
    stripe_says(journey, sandbox, "Stripe says that part of it was refunded")
    office.post(f"/api/payments/{row['paymentId']}/keep", reason="")
    office.post(f"/api/payments/{row['paymentId']}/keep", reason="They want a wreath instead")
    office.post(f"/api/payments/{row['paymentId']}/keep", reason="Again")
    office.get(path)
    office.get("/api/payments?scope=admin")
    work(journey)


def tree_paid_twice(journey: Journey, sandbox: StripeSandbox) -> None:
    """A card payment goes through after the driver got a check: part is refunded, and the rest is kept."""
    eleanor, owner, office = journey.customer(), journey.owner(), journey.office()
    order = _eleanors(eleanor, treeSize="premium_8_10ft", includeTreeStand=True)
    path = f"/api/tree-orders/{order['id']}"
    office.patch(path, status="scheduled", scheduledDeliveryDate="2031-11-18")
    sandbox.process_next()
    secret = pay(journey, sandbox, eleanor, treeOrderId=order["id"])
    office.post(f"{path}/record-payment", method="check", amount="100.10", note="Check 12")
    sandbox.finish_processing(secret.split("_secret_")[0])
    stripe_says(journey, sandbox, "Stripe says that the card has paid")
    work(journey)
    eleanor.get(path)
    journey.later(days=1, hours=2)
    [row] = own(office.get("/api/desk/queue?kind=payment"))
    office.get("/api/tree-orders?scope=admin&q=hayes-ward")
    owner.post(f"/api/payments/{row['paymentId']}/refund", amount="500.00", reason="Paid twice")
    owner.post(f"/api/payments/{row['paymentId']}/refund", amount="70.05", reason="Paid twice")
    stripe_says(journey, sandbox, "Stripe says that part of the card payment was refunded")
    work(journey)
    office.get("/api/desk/queue?kind=payment")
    office.post(f"/api/payments/{row['paymentId']}/keep", reason="A tip for the driver")
    eleanor.get(path)
    owner.post(f"/api/payments/{row['paymentId']}/refund", amount="10.00", reason="A broken branch")
    stripe_says(journey, sandbox, "Stripe says that ten dollars more were refunded")
    work(journey)
    office.get(path)
    office.get(f"{path}/history")
    owner.get("/api/desk/money/export.csv?from=2031-11-01&to=2031-11-30")


def tree_paid_by_two_cards(journey: Journey, sandbox: StripeSandbox) -> None:
    """A first card is refunded in full and a second one pays; cash is added, and the order is canceled with a day."""
    eleanor, owner = journey.customer(), journey.owner()
    order = _eleanors(eleanor, includeDisposal=True)
    path = f"/api/tree-orders/{order['id']}"
    owner.post(f"{path}/record-payment", method="cash", amount="15.00")
    pay(journey, sandbox, eleanor, treeOrderId=order["id"])
    [first] = own(owner.get("/api/payments?scope=admin"))
    owner.post(f"/api/payments/{first['id']}/refund", reason="Wrong card")
    stripe_says(journey, sandbox, "Stripe says that the first card was refunded")
    work(journey)
    eleanor.get(path)
    pay(journey, sandbox, eleanor, cards.MASTERCARD, treeOrderId=order["id"])
    owner.patch(path, scheduledDeliveryDate="2031-11-21")
    journey.later(hours=1)
    owner.patch(path, status="cancelled")
    work(journey)
    journey.later(days=2)
    owner.get("/api/desk/queue?late=true")
    owner.get("/api/desk/queue/counts?city=Portsmouth")
    card, cash = own(owner.get("/api/desk/queue?kind=payment"))[::-1]
    owner.post(f"/api/payments/{cash['id']}/keep", reason="For the trip to the farm")
    owner.post(f"/api/payments/{card['paymentId'] or card['id']}/refund", reason="Canceled")
    stripe_says(journey, sandbox, "Stripe says that the second card was refunded")
    work(journey)
    owner.get("/api/desk/queue")
    owner.get(path)
    eleanor.get("/api/payment-history")
    owner.get(f"/api/desk/customers/{order['userId']}")


def tree_payment_disputed(journey: Journey, sandbox: StripeSandbox) -> None:
    """Banks dispute two trees' payments: one is won with the delivery as evidence, one is given up."""
    eleanor, owner, guest = journey.customer(), journey.owner(), journey.person("Walter (guest)")
    office = journey.office()
    order, other = _eleanors(eleanor), _order(guest)
    path = f"/api/tree-orders/{order['id']}"
    pay(journey, sandbox, eleanor, treeOrderId=order["id"])
    pay(journey, sandbox, guest, cards.MASTERCARD, treeOrderId=other["id"])
    owner.patch(path, status="scheduled", scheduledDeliveryDate="2031-11-18")
    owner.patch(path, status="delivered")
    journey.later(days=3)
    second, first = own(owner.get("/api/payments?scope=admin"))
    sandbox.dispute(first["stripePaymentIntentId"], reason="product_not_received")
    sandbox.dispute(second["stripePaymentIntentId"], reason="fraudulent", due_in=3 * 86_400)
    stripe_says(journey, sandbox, "Stripe says that two payments are disputed")
    work(journey)
    owner.get("/api/desk/queue?kind=payment")
    owner.get("/api/desk/disputes")
    owner.post(f"/api/payments/{first['id']}/refund", reason="They complained")
    office.get(f"/api/payments/{first['id']}/dispute-answer")
    office.post(f"/api/payments/{first['id']}/dispute-answer", statement="The driver has a photo.")
    office.post(f"/api/payments/{second['id']}/dispute-accept")
    owner.patch(f"/api/tree-orders/{other['id']}", status="cancelled")
    owner.post(f"/api/payments/{second['id']}/dispute-accept")
    stripe_says(journey, sandbox, "Stripe says that one has evidence and one is lost")
    owner.get("/api/desk/disputes")
    journey.later(days=9)
    [won] = [each for each in sandbox.objects("dispute") if each["payment_intent"] == first["stripePaymentIntentId"]]
    sandbox.close_dispute(won["id"], won=True)
    stripe_says(journey, sandbox, "Stripe says that the other is won")
    work(journey)
    owner.get("/api/desk/disputes")
    owner.get("/api/desk/queue")
    owner.get("/api/tree-orders?scope=admin")
    owner.post(f"/api/payments/{first['id']}/dispute-answer")
    owner.get("/api/desk/money")


def tree_check_bounces(journey: Journey, sandbox: StripeSandbox) -> None:
    """A check at the door bounces, and another customer's cash was recorded by mistake."""
    nora = journey.person(
        "Nora (customer)", User.objects.create_user("nora@quill.example", password="correct horse", first_name="Nora")
    )
    owner, office, guest = journey.owner(), journey.office(), journey.person("Walter (guest)")
    order = _order(nora, customerName="Nora Quill", customerEmail="nora@quill.example", includeTreeLights=True)
    other = _order(guest)
    path, others = f"/api/tree-orders/{order['id']}", f"/api/tree-orders/{other['id']}"
    office.patch(path, status="scheduled", scheduledDeliveryDate="2031-11-18")
    office.post(f"{path}/record-payment", method="check", note="Check 88")
    office.post(f"{others}/record-payment", method="cash", amount="20.00")
    office.patch(path, status="delivered")
    [check], [cash] = office.get(path)["payments"], office.get(others)["payments"]
    office.post(f"{others}/payments/{cash['id']}/take-back", note="It was Nora's")
    journey.later(minutes=3)
    work(journey)
    journey.later(days=8)
    office.post(f"{path}/payments/{check['id']}/take-back")
    office.post(f"{others}/payments/{check['id']}/take-back", note="Bounced")
    owner.post(f"{path}/payments/{check['id']}/take-back", note="Bounced")
    owner.post(f"{path}/payments/{check['id']}/take-back", note="Bounced twice")
    work(journey)
    nora.get("/api/payment-history")
    nora.get(path)
    owner.get("/api/desk/money/due")
    owner.get("/api/tree-orders?scope=admin&unpaid=1")
    pay(journey, sandbox, nora, treeOrderId=order["id"])
    work(journey)
    [_, card] = owner.get(path)["payments"]
    owner.post(f"{path}/payments/{card['id']}/take-back", note="Not possible")
    owner.get("/api/desk/money/export-summary?from=2031-11-18&to=2031-11-26")
    owner.get("/api/desk/money/export.csv?from=2031-11-18&to=2031-11-26")

"""Journeys of refunds for trees: late payments, refunds that are withdrawn or made elsewhere, and disputes."""

from config.tests.journeys.steps import pay, stripe_says, work
from config.tests.journeys.tree_payments import _eleanors
from config.tests.journeys.trees import _order
from testing import cards
from testing.journey import Journey
from testing.payments import StripeSandbox
from testing.strangers import own


def trees_paid_after_they_were_canceled(journey: Journey, sandbox: StripeSandbox) -> None:
    """Two payments go through after their orders were canceled: one is refunded, and staff decide about the other."""
    eleanor, owner, guest = journey.customer(), journey.owner(), journey.person("Walter (guest)")
    order, other = _eleanors(eleanor), _order(guest)
    path, others = f"/api/tree-orders/{order['id']}", f"/api/tree-orders/{other['id']}"
    owner.patch(others, status="scheduled", scheduledDeliveryDate="2031-11-22")
    sandbox.process_next(2)
    secrets = [
        pay(journey, sandbox, eleanor, treeOrderId=order["id"]),
        pay(journey, sandbox, guest, cards.MASTERCARD, treeOrderId=other["id"]),
    ]
    owner.patch(path, status="cancelled")
    owner.patch(others, status="cancelled")
    for secret in secrets:
        sandbox.finish_processing(secret.split("_secret_")[0])
    stripe_says(journey, sandbox, "Stripe says that both have paid")
    work(journey)
    eleanor.get(path)
    guest.get(others)
    journey.later(minutes=10)
    work(journey)
    stripe_says(journey, sandbox, "Stripe says that one was refunded")
    work(journey)
    owner.get("/api/desk/queue")
    owner.patch(others, status="scheduled")
    owner.get("/api/desk/queue")
    work(journey)
    guest.get(others)


def tree_refund_withdrawn(journey: Journey, sandbox: StripeSandbox) -> None:
    """Stripe can't be reached for a refund until the order is reinstated; part of it is refunded in the dashboard."""
    eleanor, owner = journey.customer(), journey.owner()
    order = _eleanors(eleanor, includeWreaths=True, includeDisposal=True)
    path = f"/api/tree-orders/{order['id']}"
    pay(journey, sandbox, eleanor, treeOrderId=order["id"])
    owner.patch(path, status="cancelled")
    work(journey)
    journey.later(minutes=11)
    sandbox.faults.add("503", path="refunds", count=200)
    work(journey)
    owner.get(path)
    owner.get("/api/payments?scope=admin")
    owner.patch(path, status="confirmed", scheduledDeliveryDate="2031-11-25")
    work(journey)
    sandbox.faults.clear()
    journey.later(hours=1)
    work(journey)
    owner.get("/api/payments?scope=admin")
    [payment] = eleanor.get("/api/payments")
    sandbox.delay_refunds()
    sandbox.refund(payment["stripePaymentIntentId"], amount=1205)
    stripe_says(journey, sandbox, "Stripe says that part of it is refunded, which takes a while")
    [refund] = sandbox.objects("refund")
    work(journey)
    eleanor.get(path)
    sandbox.finish_refund(refund["id"])
    stripe_says(journey, sandbox, "Stripe says that it has arrived")
    owner.get(f"{path}/history")
    journey.later(days=6, hours=6)
    owner.get("/api/desk/past-unmarked")
    work(journey)


def tree_disputed_and_canceled(journey: Journey, sandbox: StripeSandbox) -> None:
    """A disputed order is canceled; the bank decides for us, so the money is owed back, and a refund is refused."""
    eleanor, owner, office = journey.customer(), journey.owner(), journey.office()
    order = _eleanors(eleanor, treeSize="premium_8_10ft")
    path = f"/api/tree-orders/{order['id']}"
    office.post(f"{path}/record-payment", method="check", amount="10.00")
    pay(journey, sandbox, eleanor, treeOrderId=order["id"])
    [payment] = own(owner.get("/api/payments?scope=admin"))
    made = sandbox.dispute(payment["stripePaymentIntentId"], reason="duplicate")
    stripe_says(journey, sandbox, "Stripe says that the payment is disputed")
    office.patch(path, status="cancelled")
    work(journey)
    journey.later(minutes=10)
    work(journey)
    office.get("/api/desk/queue")
    office.get("/api/tree-orders?scope=admin&status=cancelled")
    sandbox.respond_to_dispute(made["id"])
    sandbox.close_dispute(made["id"], won=True)
    stripe_says(journey, sandbox, "Stripe says that the dispute is won")
    work(journey)
    office.get(path)
    rows = office.get("/api/desk/queue?kind=payment")
    owner.post(f"/api/payments/{payment['id']}/refund", reason="Stripe doesn't refund after a dispute")
    office.post(f"/api/payments/{payment['id']}/keep", reason="Paid back by check")
    [check] = [row["id"] for row in rows if not row.get("paymentId")]
    office.post(f"{path}/payments/{check}/take-back", note="Given back")
    work(journey)
    office.get("/api/desk/queue")
    eleanor.get(path)
    owner.get("/api/desk/money/export.csv?from=2031-11-18&to=2031-11-18")

"""Journeys of tree orders, from the order to the delivery."""

from typing import Any

from config.tests.journeys.steps import work
from testing.journey import Journey, Person
from testing.payments import StripeSandbox


def _order(person: Person, **changes: Any) -> Any:
    """Order a tree for Walter Finch; return the order."""
    body = {
        "customerName": "Walter Finch",
        "customerEmail": "walter@finch.example",
        "customerPhone": "603-555-0119",
        "addressLine1": "12 Court Street",
        "city": "Exeter",
        "state": "NH",
        "zipCode": "03833",
        "treeSize": "modest_6ft",
    }
    return person.post("/api/tree-orders", **body | changes)


def tree_of_a_guest(journey: Journey, sandbox: StripeSandbox) -> None:
    """A guest orders a tree with extras, is called twice, and pays part of it at the door."""
    owner, guest, other = journey.owner(), journey.person("Walter (guest)"), journey.person("a stranger")
    _order(guest, customerName="W", customerPhone="555-0119", state="New", zipCode="3833", treeSize="12ft")
    _order(guest, preferredDeliveryDate="2031-11-17")
    order = _order(
        guest,
        addressLine2="Rear house",
        treeSize="quality_7_8ft",
        preferredDeliveryDate="2031-12-06T00:00:00Z",
        includeTreeLights=True,
        includeDisposal=True,
        notes="Beware of the goose",
        heardFrom="yard_sign",
        campaign={"source": "flyer", "medium": "print", "name": "fall", "content": "b", "term": "trees"},
        totalAmount="1.00",
        status="delivered",
    )
    path = f"/api/tree-orders/{order['id']}"
    work(journey)
    other.get(path)
    journey.later(hours=2)
    owner.get("/api/desk/queue")
    owner.post(f"{path}/calls", outcome="voicemail", note="Mailbox of a Mrs. Finch")
    owner.post(f"{path}/calls", outcome="no_answer", channel="text", retryAt="2031-11-17T15:00:00Z")
    work(journey)
    guest.patch(path, preferredDeliveryDate="2031-12-08", status="delivered", notes="No goose")
    guest.patch(path, preferredDeliveryDate="2031-11-01")
    journey.later(hours=23)
    owner.get("/api/desk/queue?late=true")
    owner.post(f"{path}/calls", outcome="reached", note="Any time after 3")
    owner.get(f"{path}/calls")
    owner.get("/api/desk/queue?kind=tree_day")
    owner.patch(path, status="scheduled", scheduledDeliveryDate="2031-12-08")
    work(journey)
    guest.patch(path, preferredDeliveryDate="2031-12-09")
    journey.later(days=18, hours=6)
    work(journey)
    journey.later(days=1)
    owner.post(f"{path}/record-payment", method="cash", amount="300.00")
    owner.post(f"{path}/record-payment", method="check", amount="60.50", note="Check 1044")
    owner.get("/api/tree-orders/day-sheet?day=2031-12-08")
    owner.patch(path, status="delivered")
    journey.later(minutes=3)
    work(journey)
    guest.get(path)
    owner.get("/api/tree-orders?scope=admin&unpaid=1")
    owner.get("/api/desk/money/due")
    owner.post(f"{path}/record-payment", method="cash")
    owner.post(f"{path}/record-payment", method="cash")
    owner.get(f"{path}/history")
    owner.get("/api/desk/promise")


def tree_on_the_phone(journey: Journey, sandbox: StripeSandbox) -> None:
    """The office takes an order on the phone, with the customer's consent to texts, and misses him later."""
    office, owner = journey.office(), journey.owner()
    order = _order(
        office,
        customerName="Gerard Thibodeau",
        customerEmail="gerard@guest.example",
        customerPhone="(603) 555-0143",
        textUpdates=True,
        treeSize="premium_8_10ft",
        includeTreeStand=True,
        includeWreaths=True,
        heardFrom="returning_customer",
    )
    path = f"/api/tree-orders/{order['id']}"
    work(journey)
    office.get(path)
    office.get("/api/tree-orders")
    office.post(f"{path}/calls", outcome="reached")
    office.get("/api/desk/queue")
    journey.later(days=1, hours=1)
    office.get("/api/desk/queue/counts")
    office.patch(path, status="confirmed", notes="Side door", updatedAt=order["updatedAt"])
    office.patch(path, notes="Front door", updatedAt=order["updatedAt"])
    office.patch(path, scheduledDeliveryDate="2031-11-18")
    office.patch(path, scheduledDeliveryDate="2031-12-04")
    work(journey)
    office.post(f"{path}/calls", outcome="wrong_number", retryAt="2031-11-20T22:30:00Z")
    work(journey)
    owner.get("/api/desk/customers?q=thib")
    owner.get("/api/desk/customers/Z2VyYXJkQGd1ZXN0LmV4YW1wbGU=")
    owner.get(f"/api/links?treeOrderId={order['id']}")
    owner.get("/api/desk/messages")


def tree_to_another_state(journey: Journey, sandbox: StripeSandbox) -> None:
    """A customer with an account orders a tree to Maine, which can't be paid online."""
    eleanor, owner, other = journey.customer(), journey.owner(), journey.person("a stranger")
    order = _order(
        eleanor,
        customerName="Ellie Hayes-Ward",
        customerEmail="ellie@work.example",
        addressLine1="7 Wentworth Street",
        city="Kittery",
        state="ME",
        zipCode="03904",
        treeSize="premium_8_10ft",
        includeTreeLights=True,
    )
    path = f"/api/tree-orders/{order['id']}"
    _order(other, treeSize="quality_7_8ft")
    eleanor.post("/api/create-payment-intent", treeOrderId=order["id"])
    other.post("/api/create-payment-intent", treeOrderId=order["id"])
    work(journey)
    eleanor.get("/api/tree-orders")
    eleanor.get("/api/whats-next")
    owner.post("/api/tree-orders/payment-codes", orderIds=[order["id"]])
    owner.post(f"{path}/record-payment", method="card")
    owner.post(f"{path}/record-payment", method="check", amount="30.00", note="Check 7, by mail")
    owner.patch(path, status="scheduled", scheduledDeliveryDate="2031-11-19")
    work(journey)
    journey.later(hours=7)
    work(journey)
    eleanor.get("/api/payment-history")
    eleanor.get("/api/whats-next")
    owner.get("/api/tree-orders?scope=admin&q=hayes")
    owner.get("/api/tree-orders?scope=admin&town=Exeter&size=quality_7_8ft,modest_6ft&status=pending")
    owner.get("/api/tree-orders?scope=admin&unanswered=1&ordering=customerName")
    eleanor.get("/api/tree-orders?scope=admin")
    owner.delete(path)


def trees_of_a_day(journey: Journey, sandbox: StripeSandbox) -> None:
    """The office plans the trees of a day, moves them, and marks what was delivered."""
    owner, guest, eleanor = journey.owner(), journey.person("a visitor"), journey.customer()
    first = _order(guest, preferredDeliveryDate="2031-12-03", includeDisposal=True)
    second = _order(
        guest,
        customerName="Ruth Abbott",
        customerEmail="ruth@abbott.example",
        addressLine1="4 Ash Lane",
        city="EXETER",
        treeSize="quality_7_8ft",
        includeTreeStand=True,
    )
    third = _order(
        eleanor, customerEmail="eleanor@example.com", addressLine1="41 Marcy Street", city="Portsmouth", zipCode="03801"
    )
    orders = [f"/api/tree-orders/{each['id']}" for each in (first, second, third)]
    for path in orders:
        owner.patch(path, status="scheduled", scheduledDeliveryDate="2031-12-03")
    work(journey)
    journey.later(minutes=1)
    owner.patch(orders[0], scheduledDeliveryDate="2031-12-04")
    owner.patch(orders[0], scheduledDeliveryDate="2031-12-05")
    owner.patch(orders[1], scheduledDeliveryDate=None)
    owner.patch(orders[2], status="cancelled")
    journey.later(minutes=3)
    work(journey)
    owner.get("/api/tree-orders/day-sheet?day=2031-12-05")
    owner.patch(orders[2], status="scheduled")
    owner.patch(orders[1], scheduledDeliveryDate="2031-12-05")
    work(journey)
    owner.get("/api/tree-orders?scope=admin&deliveryDay=2031-12-05&ordering=-customerName")
    owner.get("/api/tree-orders?scope=admin&preferredDay=2031-12-03")
    owner.get("/api/tree-orders?scope=admin&disposal=1")
    eleanor.get("/api/whats-next")
    journey.later(days=18)
    owner.get("/api/desk/past-unmarked")
    owner.get("/api/tree-orders?scope=admin&pastUnmarked=true")
    owner.patch(orders[0], status="delivered")
    owner.patch(orders[2], status="delivered", scheduledDeliveryDate="2031-12-04")
    eleanor.get("/api/whats-next")
    journey.later(minutes=3)
    work(journey)
    owner.get("/api/tree-orders/day-sheet")

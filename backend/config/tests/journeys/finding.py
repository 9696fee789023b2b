"""Journeys of the office among many rows: one customer's page, the search and the lists."""

from typing import Any

from config.tests.journeys.desk import _quote, _tree
from desk.customer_keys import guest_key
from payments.client import client
from testing import cards
from testing.journey import Journey
from testing.payments import CHECKOUT, StripeSandbox
from testing.strangers import own


def everything_of_one_customer(journey: Journey, sandbox: StripeSandbox) -> None:
    """The page of an account shows all that is theirs, however it was entered, and names possible duplicates."""
    office, eleanor, visitor = journey.office(), journey.customer(), journey.person("a visitor")
    eleanor.put("/api/contact-choice", channel="sms", number="603-555-0190", textUpdates=True)
    home = eleanor.post(
        "/api/addresses", label="Home", street="12 Court St", city="Portsmouth", state="NH", zipCode="03801"
    )
    eleanor.post("/api/addresses", label="Barn", street="8 Hill Rd", city="Lee", state="NH", zipCode="03861")
    quote = _quote(eleanor, "Lena Hayes", "Portsmouth", "premium", addressId=home["id"], phone="603-555-0191")
    journey.later(minutes=3)
    tree = _tree(eleanor, "Ellie Hayes", "Portsmouth", "quality_7_8ft", includeTreeStand=True)
    guest = _quote(visitor, "Nora Hayes", "Portsmouth", "basic", email="eleanor.work@example.com", phone="603-555-0191")
    _quote(visitor, "Someone Else", "Dover", "basic")
    plan = eleanor.post("/api/create-subscription", plan="business", addressId=home["id"])
    with journey.step("Eleanor pays for the plan, and Stripe says so"):
        cards.pay(plan["clientSecret"])
        sandbox.deliver()
    office.patch(f"/api/quotes/{quote['id']}", status="reviewed", quoteAmount="1234.56")
    journey.later(minutes=1)
    eleanor.post(f"/api/quotes/{quote['id']}/accept", quoteAmount="1234.56")
    invoice = office.get(f"/api/invoices?scope=admin&quoteId={quote['id']}")[0]
    office.post(f"/api/invoices/{invoice['id']}/record-payment", method="check", note="No. 118", amount="100.06")
    intent = eleanor.post("/api/create-payment-intent", treeOrderId=tree["id"])
    with journey.step("Eleanor pays for the tree, and Stripe says so"):
        cards.pay(intent["clientSecret"], cards.MASTERCARD)
        sandbox.deliver()
    office.post("/api/jobs", quoteId=quote["id"], kind="installation", scheduledDate="2031-12-04T13:30:00Z")
    office.get("/api/desk/customers")
    office.get(f"/api/desk/customers/{eleanor.user.id if eleanor.user else ''}")
    office.get(_page_of(guest["email"]))
    office.get("/api/desk/customers?q=hayes")
    office.get("/api/desk/customers?limit=1")
    office.get_next()
    office.get(_page_of("nobody@example.com"))
    office.get("/api/desk/customers/not-a-key!")
    eleanor.get("/api/desk/customers")
    eleanor.get(_page_of(guest["email"]))


def _page_of(email: str) -> str:
    return f"/api/desk/customers/{guest_key(email)}"


def search_and_suggestions(journey: Journey, sandbox: StripeSandbox) -> None:
    """The office finds people, requests, orders and invoices, and whom a stranger's payment may be from."""
    office, visitor, outsider = journey.office(), journey.person("a visitor"), journey.person("another visitor")
    quote = _quote(visitor, "Marguerite O'Brien", "Rye", "basic")
    _quote(outsider, "Max Margrave", "Exeter", "commercial")
    journey.later(minutes=1)
    tree = _tree(visitor, "Marguerite O'Brien", "Rye", "premium_8_10ft", customerEmail="MARGUERITE@example.com")
    invoice = office.post(
        "/api/invoices", quoteId=quote["id"], amount="415.00", description="Garland", dueDate="2031-12-01"
    )
    office.post(f"/api/invoices/{invoice['id']}/send")
    office.get("/api/desk/search?q=marg")
    office.get("/api/desk/search?q=obrien")
    office.get("/api/desk/search?q=INV-2031")
    office.get(f"/api/desk/search?q={invoice['invoiceNumber']}")
    office.get(f"/api/desk/search?q={quote['phone'][-8:]}")
    office.get("/api/desk/search?q=%E2%80%A6%21")
    office.get("/api/desk/search?q=m")
    visitor.get("/api/desk/search?q=marg")
    intent = visitor.post("/api/create-payment-intent", **CHECKOUT)
    with journey.step("Marguerite pays, and Stripe says so"):
        client().v1.payment_intents.confirm(
            intent["clientSecret"].split("_secret_")[0],
            {"payment_method": cards.VISA, "receipt_email": "margret@example.com", "return_url": "https://x.example"},
        )
        sandbox.deliver()
    [payment] = own(office.get("/api/payments?scope=admin"))
    office.get(f"/api/payments/{payment['id']}/suggestions")
    office.post(f"/api/payments/{payment['id']}/receipt-email", receiptEmail="marguerite@example.com")
    office.get(f"/api/payments/{payment['id']}/suggestions")
    office.post(f"/api/payments/{payment['id']}/assign")
    office.post(f"/api/payments/{payment['id']}/assign", quoteId=quote["id"], treeOrderId=tree["id"])
    office.post(f"/api/payments/{payment['id']}/assign", quoteId=tree["id"])
    office.post(f"/api/payments/{payment['id']}/assign", quoteId=quote["id"])
    office.get("/api/desk/queue?kind=payment")
    office.get(_page_of(quote["email"]))


def lists_filtered_and_ordered(journey: Journey, sandbox: StripeSandbox) -> None:
    """Each list of the office is filtered, searched, ordered and paged."""
    office, visitor = journey.office(), journey.person("a visitor")
    first = _quote(visitor, "Zoe Adams", "Rye", "premium")
    second = _quote(visitor, "adam Zane", "Exeter", "basic")
    third = _quote(visitor, "Mia Mill", "Rye", "basic")
    for quote, amount in ((first, "250.00"), (second, "1900.00")):
        office.client.patch(f"/api/quotes/{quote['id']}", {"status": "reviewed", "quoteAmount": amount}, format="json")
    office.client.patch(f"/api/quotes/{third['id']}", {"status": "rejected"}, format="json")
    for filters in ("ordering=fullName", "ordering=-quoteAmount", "ordering=status", "ordering=createdAt"):
        _names_of(journey, office.client, f"/api/quotes?scope=admin&{filters}")
    for filters in (
        "status=reviewed,rejected&city=Rye", "servicePackage=basic&ordering=quoteAmount", "q=zan", "q=603555",
    ):  # fmt: skip
        _names_of(journey, office.client, f"/api/quotes?scope=admin&{filters}")
    office.get("/api/quotes?scope=admin&ordering=city")
    office.get("/api/quotes?scope=admin&cursor=nonsense")
    visitor.get("/api/quotes?scope=admin")
    for name, size, day in (("Ann Fir", "modest_6ft", "2031-11-22"), ("Bo Pine", "premium_8_10ft", None)):
        order = visitor.client.post("/api/tree-orders", _tree_body(name, size, day), format="json").json()
        office.client.patch(
            f"/api/tree-orders/{order['id']}", {"scheduledDeliveryDate": day, "status": "scheduled"}, format="json"
        )
    job = office.post("/api/jobs", quoteId=first["id"], scheduledDate="2031-11-20T15:00:00Z", notes="Ladder")
    office.client.post("/api/jobs", {"quoteId": second["id"], "kind": "service"}, format="json")
    for filters in (
        "kind=service", "status=scheduled&ordering=scheduledDate", "from=2031-11-20&to=2031-11-20", "unscheduled=1",
        f"quoteId={first['id']}", "q=zane", "pastUnmarked=true",
    ):  # fmt: skip
        _names_of(journey, office.client, f"/api/jobs?scope=admin&{filters}")
    office.get("/api/jobs?scope=admin&from=tomorrow")
    for filters in (
        "size=premium_8_10ft", "deliveryDay=2031-11-22", "preferredDay=2031-11-22", "disposal=1", "unanswered=1",
        "town=Lee&status=scheduled", "q=pine", "ordering=-customerName", "ordering=scheduledDeliveryDate", "unpaid=1",
    ):  # fmt: skip
        _names_of(journey, office.client, f"/api/tree-orders?scope=admin&{filters}")
    office.get("/api/desk/past-unmarked")
    journey.later(days=6)
    office.get("/api/desk/past-unmarked")
    _names_of(journey, office.client, "/api/jobs?scope=admin&pastUnmarked=true")
    _names_of(journey, office.client, "/api/tree-orders?scope=admin&pastUnmarked=true")
    office.get("/api/tree-orders/day-sheet?day=2031-11-22")
    office.patch(f"/api/jobs/{job['id']}", status="completed")
    office.get("/api/desk/past-unmarked")
    office.get(f"/api/jobs/{job['id']}/history")


def _tree_body(name: str, size: str, day: str | None) -> dict[str, Any]:
    return {
        "customerName": name, "customerEmail": f"{name[:2].strip().lower()}@example.com",
        "customerPhone": "603-555-0160", "addressLine1": "5 Mill Rd", "city": "Lee", "state": "NH", "zipCode": "03861",
        "treeSize": size, "preferredDeliveryDate": day, "includeDisposal": day is None,
    }  # fmt: skip


def _names_of(journey: Journey, client: Any, path: str) -> None:
    """Write down whom a list names, in its order, instead of its whole rows."""
    with journey.step(f"Whom GET {path} lists") as lines:
        rows = client.get(path).json()
        named = [row.get("fullName") or row.get("customerName") or row["quote"]["fullName"] for row in rows]
        lines.append(", ".join(named) or "(nobody)")


def money_that_waits_in_the_queue(journey: Journey, sandbox: StripeSandbox) -> None:
    """Money without an owner, owed back, disputed or returned by the bank waits in the queue until someone decides."""
    owner, office, visitor = journey.owner(), journey.office(), journey.person("a visitor")
    by_card = _tree(visitor, "Cara Card", "Rye", "premium_8_10ft")
    by_check = _tree(visitor, "Chuck Check", "Lee", "modest_6ft", includeWreaths=True)
    quote = _quote(visitor, "Dora Deposit", "Exeter", "premium")
    office.client.patch(f"/api/quotes/{quote['id']}", {"status": "reviewed", "quoteAmount": "800.40"}, format="json")
    visitor.client.post(
        f"/api/quotes/{quote['id']}/accept", {"quoteAmount": "800.40", "acceptedBy": "Dora"}, format="json"
    )
    [invoice] = office.client.get(f"/api/invoices?scope=admin&quoteId={quote['id']}").json()
    office.client.post(
        f"/api/invoices/{invoice['id']}/record-payment", {"method": "check", "amount": "200.10"}, format="json"
    )
    office.client.post(f"/api/tree-orders/{by_check['id']}/record-payment", {"method": "check"}, format="json")
    intent = visitor.client.post("/api/create-payment-intent", {"treeOrderId": by_card["id"]}, format="json").json()
    stray = visitor.client.post("/api/create-payment-intent", CHECKOUT, format="json").json()
    with journey.step("Cara and a stranger pay by card, and Stripe says so"):
        for each in (intent, stray):
            cards.pay(each["clientSecret"])
            sandbox.deliver()
    office.patch(f"/api/tree-orders/{by_card['id']}", scheduledDeliveryDate="2031-11-22", status="scheduled")
    journey.later(days=1)
    office.patch(f"/api/tree-orders/{by_card['id']}", status="cancelled")
    office.patch(f"/api/tree-orders/{by_check['id']}", status="cancelled")
    job = office.post("/api/jobs", quoteId=quote["id"], scheduledDate="2031-11-24T15:00:00Z")
    office.patch(f"/api/quotes/{quote['id']}", status="rejected")
    office.get(f"/api/jobs/{job['id']}/history")
    with journey.step("The stranger's bank disputes the payment, and Stripe says so"):
        sandbox.dispute(stray["clientSecret"].split("_secret_")[0])
        sandbox.deliver()
    with journey.step("Our bank returns a payout, and Stripe says so"):
        payout = sandbox.pay_out()["id"]
        sandbox.advance_payout(payout)
        sandbox.fail_payout(payout)
        sandbox.deliver()
    rows = office.get("/api/desk/queue?kind=payment")
    office.get("/api/desk/queue/counts")
    kept = next(row for row in rows if row["status"] == "refund_or_keep" and row["paymentId"])
    office.post(f"/api/payments/{kept['paymentId']}/keep", reason="The tree was cut")
    owner.post(f"/api/payments/{kept['paymentId']}/keep", reason="")
    owner.post(f"/api/payments/{kept['paymentId']}/keep", reason="The tree was cut")
    office.get("/api/desk/queue?kind=payment")
    office.get("/api/desk/search?q=car")
    for filters in ("status=cancelled", "q=dora", "q=1", f"quoteId={quote['id']}", "overpaid=1", "due=later"):
        _numbers(journey, office.client, filters)


def _numbers(journey: Journey, client: Any, filters: str) -> None:
    with journey.step(f"Which invoices GET /api/invoices?scope=admin&{filters} lists") as lines:
        rows = client.get(f"/api/invoices?scope=admin&{filters}").json()
        lines.append(", ".join(row["invoiceNumber"] for row in rows) if isinstance(rows, list) else str(rows))

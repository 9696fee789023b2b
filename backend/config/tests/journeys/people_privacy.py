"""Journeys of personal data: exports, erasure, and what is deleted when its time is over."""

import io
import json
import re
import zipfile

from allauth.usersessions.models import UserSession
from django.utils import timezone

from accounts.models import User
from config.tests.journeys.steps import add_address, confirm, start_plan, stripe_id_of, work
from desk.customer_keys import guest_key
from invoices.models import Invoice
from invoices.tests.factories import make_invoice
from privacy.models import RetainedDocument
from privacy.tasks import delete_what_is_due, forget_addresses_of_erased
from privacy.tests.factories import make_history, make_storage
from replies.models import Inquiry
from testing import cards
from testing.journey import Journey, Person
from testing.payments import StripeSandbox, run_payments_queue
from testing.strangers import own

# The number of a row of allauth, which depends on the tests before.
_NUMBER = re.compile(r'(?<="id": )[0-9]+|(?<=verified primary )[0-9]+')


def _history(user: User | None, email: str = "eleanor@example.com", phone: str = "603-555-0172") -> None:
    """Create a finished season of somebody, with an invoice number that does not depend on the tests before."""
    make_history(user, email, phone)
    number = f"INV-2030-{phone[-4:]}"
    Invoice.objects.filter(bill_to_email=email).update(invoice_number=number)


def _archive(journey: Journey, person: Person, name: str, path: str) -> None:
    with journey.step(f"{name} downloads {path}") as lines:
        response = person.client.get(path)
        lines.append(f"{response.status_code}")
        if response.status_code != 200:
            lines.append(f"  {response.json()}")
            return
        with zipfile.ZipFile(io.BytesIO(response.getvalue())) as archive:
            for file in sorted(archive.namelist()):
                rows = json.loads(archive.read(file)) if file.endswith(".json") else []
                lines += [f"  {file}", *(f"    {_NUMBER.sub('(number)', _json(row))}" for row in rows)]
            page = re.sub(r"<style.*?</style>|<[^>]*>", " ", archive.read("index.html").decode(), flags=re.DOTALL)
            lines.append(f"  {_NUMBER.sub('(number)', ' '.join(page.split()))}")


def _json(row: dict[str, object]) -> str:
    return json.dumps({key: value for key, value in row.items() if value not in (None, "")}, ensure_ascii=False)


def all_data_downloaded(journey: Journey, sandbox: StripeSandbox) -> None:
    """A customer and an owner download all data about her; a guest's has none of hers."""
    owner, office, eleanor = journey.owner(), journey.office(), journey.customer()
    assert eleanor.user
    with journey.step("A season has passed"):
        _history(eleanor.user)
        make_storage(eleanor.user)
        UserSession.objects.create(user=eleanor.user, session_key="laptop", ip="192.0.2.1", user_agent="Firefox/140.0")
        _history(None, "gus@example.com", "603-555-0113")
    eleanor.put("/api/contact-choice", channel="phone", number="603-555-0172", textUpdates=True)
    _archive(journey, eleanor, "Eleanor", "/api/account/archive")
    confirm(eleanor)
    _archive(journey, eleanor, "Eleanor", "/api/account/archive")
    key = guest_key("gus@example.com")
    confirm(office)
    _archive(journey, office, "Olive", f"/api/desk/customers/{key}/archive")
    confirm(owner)
    _archive(journey, owner, "Ada", f"/api/desk/customers/{key}/archive")
    _archive(journey, owner, "Ada", f"/api/desk/customers/{guest_key('nobody@example.com')}/archive")
    _archive(journey, owner, "Ada", f"/api/desk/customers/{eleanor.user.id}/archive")
    owner.get("/api/desk/security-events")
    eleanor.get(f"/api/desk/customers/{eleanor.user.id}/erasure")


def customer_erases_herself(journey: Journey, sandbox: StripeSandbox) -> None:
    """A customer is refused for what is unfinished, finishes it, erases herself, and only documents stay."""
    owner, eleanor = journey.owner(), journey.customer()
    with journey.step("Other people have rows, too"):
        oscar = User.objects.create_user("oscar@example.com", "correct horse", first_name="Oscar", last_name="Outside")
        _history(oscar, "oscar@example.com", "603-555-0144")
    home = add_address(eleanor, "41 Marcy Street", "Portsmouth", "03801")
    start_plan(journey, sandbox, eleanor, "consumer", addressId=home)
    quote = eleanor.post(
        "/api/quotes", fullName="E. Hayes", email="lights@example.com", phone="603-555-0190", city="Dover",
        servicePackage="basic", textUpdates=True, addressId=home, comments="The blue house",
    )  # fmt: skip
    eleanor.post(
        "/api/tree-orders", customerName="Eleanor", customerEmail="eleanor@example.com",
        customerPhone="603-555-0191", addressLine1="41 Marcy Street", city="Portsmouth", state="NH", zipCode="03801",
        treeSize="modest_6ft",
    )  # fmt: skip
    owner.patch(f"/api/quotes/{quote['id']}", status="reviewed", quoteAmount="640.00")
    eleanor.post(f"/api/quotes/{quote['id']}/accept", quoteAmount="640.00")
    eleanor.get("/api/account/erasure")
    eleanor.post("/api/account/erasure", email="eleanor@example.com")
    confirm(eleanor)
    eleanor.post("/api/account/erasure", email="oscar@example.com")
    eleanor.post("/api/account/erasure", email="Eleanor@Example.com")
    with journey.step("All of it is finished"):
        sandbox.exhaust_retries(sandbox.renew(stripe_id_of(eleanor), success=False)["id"])
        sandbox.deliver()
    [invoice] = eleanor.get("/api/invoices")
    owner.post(f"/api/invoices/{invoice['id']}/record-payment", method="check", note="No. 17", amount="160.00")
    owner.post(f"/api/invoices/{invoice['id']}/record-payment", method="cash", note="")
    owner.patch(f"/api/quotes/{quote['id']}", status="complete")
    [order] = own(owner.get("/api/tree-orders?scope=admin&status=pending"))
    owner.patch(f"/api/tree-orders/{order['id']}", status="cancelled")
    journey.later(minutes=30)
    work(journey)
    eleanor.get("/api/account/erasure")
    confirm(eleanor)
    eleanor.post("/api/account/erasure", email="Eleanor@Example.com")
    eleanor.get("/api/auth/user")
    with journey.step("The worker deletes her at Stripe"):
        run_payments_queue()
        sandbox.deliver()
    work(journey)
    with journey.step("The notice is forgotten once it is sent"):
        forget_addresses_of_erased(0)
    owner.get(f"/api/desk/retained-documents?reference={invoice['invoiceNumber']}")
    owner.get("/api/desk/customers")
    owner.get("/api/desk/search?q=hayes")
    owner.get("/api/desk/messages")
    owner.get("/api/desk/security-events")


def owner_erases_a_guest(journey: Journey, sandbox: StripeSandbox) -> None:
    """An owner erases a guest; an open invoice stands in the way, and staff have to leave the staff first."""
    owner, office = journey.owner(), journey.office()
    with journey.step("Two guests and a customer have rows"):
        _history(None, "gus@example.com", "603-555-0113")
        _history(None, "gus@example.org", "603-555-0114")
        open_one = make_invoice(
            user=None, bill_to_email="GUS@example.com", bill_to_name="Gus Hill", invoice_number="INV-2031-00077",
            amount="75.25", amount_paid="25.25", status="sent", sent_at=timezone.now(), due_date="2031-12-01",
        )  # fmt: skip
    page = f"/api/desk/customers/{guest_key('gus@example.com')}"
    owner.post(f"/api/invoices/{open_one.id}/record-payment", method="check", note="No. 9", amount="25.25")
    owner.get(page)
    office.get(f"{page}/erasure")
    owner.get(f"{page}/erasure")
    owner.post(f"{page}/erasure", email="gus@example.com")
    confirm(owner)
    owner.post(f"{page}/erasure", email="gus@example.org")
    owner.post(f"{page}/erasure", email="gus@example.com")
    assert office.user
    owner.post(f"/api/desk/customers/{office.user.id}/erasure", email="olive@example.com")
    owner.post(f"/api/invoices/{open_one.id}/record-payment", method="cash", note="At the door")
    owner.get(f"{page}/erasure")
    owner.post(f"{page}/erasure", email="gus@example.com")
    owner.get(page)
    owner.get(f"{page}/erasure")
    work(journey)
    owner.get("/api/desk/retained-documents?reference=INV-2031-00077")
    owner.get("/api/desk/retained-documents")
    office.get("/api/desk/retained-documents?reference=INV-2031-00077")
    for document in RetainedDocument.objects.filter(kind__in=["invoice", "payment"]).order_by("kind", "reference"):
        owner.get(f"/api/desk/retained-documents/{document.id}/pdf")
    owner.get("/api/desk/customers")
    owner.get("/api/desk/security-events")


def old_data_deleted(journey: Journey, sandbox: StripeSandbox) -> None:
    """What nobody needs anymore is announced to owners, and deleted in the night on which its time is over."""
    owner, office, visitor = journey.owner(), journey.office(), journey.person("a visitor")
    quote = visitor.post(
        "/api/quotes", fullName="Old Request", email="old@example.com", phone="603-555-0101", city="Dover",
        servicePackage="basic",
    )  # fmt: skip
    tree = visitor.post(
        "/api/tree-orders", customerName="Old Order", customerEmail="old@example.com", customerPhone="603-555-0102",
        addressLine1="1 Old Street", city="Dover", state="NH", zipCode="03820", treeSize="modest_6ft",
    )  # fmt: skip
    owner.patch(f"/api/quotes/{quote['id']}", status="rejected")
    owner.patch(f"/api/tree-orders/{tree['id']}", status="cancelled")
    with journey.step("A question by text is answered, another is not"):
        Inquiry.objects.create(sender="+16035550103", name="Old Question", closed_at=timezone.now())
        Inquiry.objects.create(sender="+16035550104", name="Open Question")
    work(journey)
    journey.later(days=720)
    visitor.post(
        "/api/quotes", fullName="New Request", email="new@example.com", phone="603-555-0105", city="Exeter",
        servicePackage="basic",
    )  # fmt: skip
    owner.get("/api/desk/retention")
    office.get("/api/desk/retention")
    with journey.step("The night before, nothing is old enough but messages"):
        journey.later(hours=18)
        delete_what_is_due(0)
    journey.later(days=12)
    owner.get("/api/desk/retention")
    with journey.step("The worker deletes what is due"):
        delete_what_is_due(0)
    owner.get("/api/desk/retention")
    owner.get("/api/quotes?scope=admin")
    owner.get("/api/tree-orders?scope=admin")
    owner.get("/api/desk/security-events")
    with journey.step("A second run in the same night finds nothing"):
        delete_what_is_due(0)


def erasure_waits_for_what_is_open(journey: Journey, sandbox: StripeSandbox) -> None:
    """A customer with open visits, a disputed payment, a failed refund and an overpaid invoice is told all of it."""
    owner, eleanor = journey.owner(), journey.customer()
    quote = eleanor.post(
        "/api/quotes", fullName="E. Hayes", email="lights@example.com", phone="603-555-0190", city="Dover",
        servicePackage="basic",
    )  # fmt: skip
    owner.post("/api/jobs", quoteId=quote["id"], kind="service", scheduledDate="2031-12-02T15:00:00Z")
    owner.post("/api/jobs", quoteId=quote["id"], kind="takedown")
    for amount in ("80.00", "95.50"):
        made = owner.post(
            "/api/invoices", quoteId=quote["id"], amount=amount, dueDate="2031-12-05", description="Repair"
        )  # fmt: skip
        owner.post(f"/api/invoices/{made['id']}/send")
        secret = eleanor.post("/api/create-payment-intent", invoiceId=made["id"])["clientSecret"]
        with journey.step("She pays by card, and by check as well"):
            cards.pay(secret)
        owner.post(f"/api/invoices/{made['id']}/record-payment", method="check", note="No. 4", amount="30.00")
        with journey.step("Stripe says that the card payment went through"):
            sandbox.deliver()
    eleanor.get("/api/invoices")
    with journey.step("Stripe says that one payment is disputed, and that a refund of the other failed"):
        disputed, other = (charge["payment_intent"] for charge in sandbox.charges())
        sandbox.dispute(disputed)
        sandbox.fail_refund(sandbox.refund(other, amount=1000)["id"])
        sandbox.deliver()
    eleanor.get("/api/account/erasure")
    confirm(eleanor)
    eleanor.post("/api/account/erasure", email="eleanor@example.com")
    owner.get("/api/desk/queue")
    owner.get(f"/api/quotes/{quote['id']}/billed")
    work(journey)
    owner.get("/api/desk/retained-documents?reference=INV-2031-00001")

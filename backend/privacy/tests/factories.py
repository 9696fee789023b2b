"""A customer with rows of all kinds."""

from typing import Any

from allauth.account.models import EmailAddress
from django.apps import apps
from django.db import connection
from django.utils import timezone

from accounts.models import Address, User
from desk.models import Call
from invoices.billing import details
from invoices.models import Invoice, InvoicePayment
from invoices.tests.factories import make_invoice
from jobs.models import Job
from links.tests.factories import make_link
from notifications.models import Message
from notifications.unsubscribing import unsubscribe
from payments.tests.factories import make_payment
from quotes.models import Acceptance, Quote, QuoteComment, TermsVersion
from quotes.tests.factories import make_quote
from replies.models import Inbound, Inquiry
from storage.models import StorageCharge, StorageSubscription
from texts.consent import give_consent
from texts.models import ConsentMethod
from texts.numbers import e164
from trees.tests.factories import make_tree_order

PHONE = "603-555-0172"

_WITH_HTML = (
    b"Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nIt is $500\r\n"
    b"--b\r\nContent-Type: text/html\r\n\r\n<p>It is $500</p>\r\n--b--\r\n"
)


def make_history(user: User | None, email: str = "eleanor@example.com", phone: str = PHONE) -> dict[str, Any]:
    """A finished season: an accepted and installed quote, its paid invoice, a canceled tree, a consent, messages."""
    quote = make_quote(user=user, email=email, phone=phone, status="complete", quote_amount="500.00",
                       comments="The blue house", street_address="1 Main Street")  # fmt: skip
    acceptance = Acceptance.objects.create(
        quote=quote, user=user, name="Eleanor Hayes", channel="account" if user else "link", revision=0, lines=[],
        amount="500.00", terms=TermsVersion.objects.get_or_create(number=1, defaults={"text": "As agreed."})[0],
    )  # fmt: skip
    Quote.objects.filter(id=quote.id).update(acceptance=acceptance)
    QuoteComment.objects.create(quote=quote, user=user, comment="Please use the side door")
    Job.objects.create(quote=quote, user=user, status="completed", scheduled_date="2026-11-01T14:00:00Z")
    invoice = make_invoice(
        user=user, quote=quote, bill_to_email=email, bill_to_address="1 Main Street, Dover",
        description="Lights of the blue house", details=details(None, "Gables of the blue house"),
    )  # fmt: skip
    payment = make_payment(
        user=user, purpose="invoice", reference=invoice.id, payer_name="Eleanor Hayes", receipt_email=email,
        description="Lights of the blue house", failure_message="Ask E. Hayes", card_last4="8765",
    )  # fmt: skip
    InvoicePayment.objects.create(
        invoice=invoice, method="card", amount=invoice.amount, payment=payment, note="Card of E. Hayes"
    )
    payment.refunds.create(amount=1, reason="E. Hayes moved", status="refused", error="No card of E. Hayes")
    Invoice.objects.filter(id=invoice.id).update(
        status="paid", amount_paid=invoice.amount, paid_date=timezone.now(), sent_at=timezone.now()
    )
    order = make_tree_order(user=user, customer_email=email, customer_phone=phone, status="cancelled")
    number = str(e164(phone))
    give_consent(number=number, wording="Text me", method=ConsentMethod.QUOTE_FORM)
    unsubscribe(email)
    make_link(quote)
    if user:
        Address.objects.create(user=user, street="1 Main St", city="Dover", state="NH", zip_code="03820")
        EmailAddress.objects.get_or_create(user=user, email=user.email, defaults={"verified": True, "primary": True})
    Message.objects.create(
        channel="email", kind="quote-priced", cause="staff", recipients=[email], recipient_key=email,
        subject="Your price", raw=_WITH_HTML, status="sent",
    )  # fmt: skip
    Call.objects.create(tree_order=order, outcome="reached", note="Likes the blue house")
    inquiry = Inquiry.objects.create(sender=number, name="Eleanor Hayes", user=user)
    Message.objects.create(
        channel="email", kind="office-inquiry", cause="stranger", about_kind="question", about_id=inquiry.id,
        recipients=["hello@example.com"], recipient_key="hello@example.com", subject="Eleanor Hayes called",
        raw=b"", status="sent",
    )  # fmt: skip
    Inbound.objects.create(kind="call", provider_id=f"CA{number}", sender=number, contents={})
    return {"quote": quote, "invoice": invoice, "payment": payment, "order": order, "acceptance": acceptance}


def make_storage(user: User, number: int = 1) -> StorageSubscription:
    """A storage plan that has ended, with a charge."""
    plan: StorageSubscription = StorageSubscription.objects.create(
        user=user, plan="consumer", monthly_amount=15, status="canceled", started_at=timezone.now(),
        stripe_subscription_id=f"sub_{number}", card_last4="4242",
    )  # fmt: skip
    StorageCharge.objects.create(user=user, subscription=plan, plan="consumer", amount=15, outcome="paid",
                                 charged_at=timezone.now(), stripe_invoice_id=f"in_{number}")  # fmt: skip
    return plan


def everything_about(text: str) -> list[str]:
    """Return the tables, except retained documents, that have ``text`` in any column."""
    return sorted({table for table, row in every_row() if text.lower() in row.lower()})


def every_row() -> set[tuple[str, str]]:
    """Return the table and contents of every row, except retained documents."""
    found: set[tuple[str, str]] = set()
    with connection.cursor() as cursor:
        for model in apps.get_models():
            table = model._meta.db_table
            if table in {"privacy_retaineddocument", "procrastinate_jobs", "procrastinate_events"}:
                continue
            cursor.execute(f"SELECT row::text FROM {table} AS row")
            found |= {(table, row) for (row,) in cursor}
    return found

"""One row of each kind that URLs of the API refer to."""

from collections.abc import Iterable
from itertools import count
from typing import Any
from uuid import uuid4

from django.db import connection
from django.db.models import Model
from django.utils import timezone

from accounts.models import Address, StaffInvitation, User
from desk.models import SavedReply
from desk.tests.money import make_payout
from invoices.models import Invoice, InvoicePayment
from invoices.tests.factories import make_invoice
from jobs.models import Job
from links.models import Link
from links.tests.factories import make_link
from notifications.models import Message
from notifications.tests.factories import make_failed_message
from payments.models import Payment, Payout, StripeEvent
from payments.tests.factories import make_payment
from privacy.models import RetainedDocument
from quotes.models import PriceListItem, Quote
from quotes.tests.factories import make_quote
from replies.models import Inquiry
from storage.models import StorageCharge, StorageSubscription
from trees.models import TreeOrder, TreePayment
from trees.tests.factories import make_tree_order

_numbers = count(1)
_MODELS: dict[str, type[Model]] = {
    "order_id": TreeOrder,
    "quote_id": Quote,
    "address_id": Address,
    "job_id": Job,
    "invoice_id": Invoice,
    "payment_id": InvoicePayment,
    "tree_payment_id": TreePayment,
    "subscription_id": StorageSubscription,
    "charge_id": StorageCharge,
    "event_id": StripeEvent,
    "inquiry_id": Inquiry,
    "link_id": Link,
    "card_payment_id": Payment,
    "payout_id": Payout,
    "message_id": Message,
    "item_id": PriceListItem,
    "staff_id": User,
    "invitation_id": StaffInvitation,
    "document_id": RetainedDocument,
    "reply_id": SavedReply,
}


def make_things(owner: User) -> dict[str, str]:
    """Create the rows. Return their IDs by their names in URL patterns. The owner's first subscription is live."""
    number = next(_numbers)
    quote = make_quote(user=owner, email=owner.email, status="reviewed", quote_amount="500.00")
    address = Address.objects.create(user=owner, street="1 Main St", city="Dover", state="NH", zip_code="03820")
    invoice = make_invoice(user=owner, bill_to_email=owner.email)
    order = make_tree_order(user=owner, customer_email=owner.email)
    plan: dict[str, Any] = {"user": owner, "plan": "consumer", "monthly_amount": 15}
    status = {"status": "canceled"} if owner.storage_subscriptions.exists() else {}
    subscription = StorageSubscription.objects.create(**plan, **status, stripe_subscription_id=f"sub_{number}")
    subscription.addresses.add(address)
    charge = StorageCharge.objects.create(
        user=owner, subscription=subscription, plan="consumer", amount=15, outcome="paid",
        charged_at="2026-11-21T14:00:00Z", stripe_invoice_id=f"in_{number}",
    )  # fmt: skip
    made: dict[str, Any] = {
        "order_id": order,
        "quote_id": quote,
        "address_id": address,
        "job_id": Job.objects.create(quote=quote, user=owner, scheduled_date="2026-12-01T14:00:00Z"),
        "invoice_id": invoice,
        "payment_id": InvoicePayment.objects.create(invoice=invoice, method="check", amount=10),
        "tree_payment_id": TreePayment.objects.create(order=order, method="check", amount=10),
        "subscription_id": subscription,
        "charge_id": charge,
        "event_id": StripeEvent.objects.create(stripe_id=f"evt_{number}", type="unknown"),
        "inquiry_id": Inquiry.objects.create(sender=f"+1603555{1000 + number}"),
        "card_payment_id": make_payment(stripe_payment_intent_id=f"pi_thing_{number}"),
        "payout_id": make_payout(timezone.now()),
        "message_id": _message_about(quote, f"reader{number}@example.com"),
        "item_id": PriceListItem.objects.create(text=f"Wreath {number}", unit="piece", unit_price="38.00"),
        "staff_id": User.objects.create_user(f"grace{number}@example.com", role="owner"),
        "invitation_id": StaffInvitation.objects.create(
            email=f"i{number}@example.com", role="office", expires_at=timezone.now()
        ),
        "document_id": _kept_document(),
        "reply_id": SavedReply.objects.create(title=f"Thanks {number}", text="Hi {name}"),
    }
    ids = {name: str(row.pk) for name, row in made.items()}
    return {"user_id": str(owner.id), "link_id": make_link(quote).link_id, **ids}


def rows_of(things: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the current contents of these rows, in one query."""
    ids: dict[str, list[str]] = {}
    for name, id_ in things:
        if name in _MODELS:
            ids.setdefault(_MODELS[name]._meta.db_table, []).append(id_)
    parts = [f"SELECT '{table}', row::text FROM {table} AS row WHERE id = ANY(%s::uuid[])" for table in ids]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(parts), [*ids.values()])
        return sorted(cursor.fetchall())


def _message_about(quote: Quote, to: str) -> Message:
    page = b"Content-Type: text/html\r\n\r\n<p>Hello</p>"
    about: dict[str, Any] = {"about_kind": "quote", "about_id": quote.id, "occasion": "once"}
    return make_failed_message(**about, recipients=[to], recipient_key=to, raw=page)


def _kept_document() -> RetainedDocument:
    document: RetainedDocument = RetainedDocument.objects.create(
        kind="invoice", source_id=uuid4(), reference="x", erasure=uuid4(), dated=timezone.now(),
        delete_after="2033-01-01", data={}, file=b"%PDF",
    )  # fmt: skip
    return document

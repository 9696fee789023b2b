"""Reasons why a person can't be erased yet. Each is a sentence that says what has to happen first."""

from collections.abc import Iterator

from accounts.models import Address, AddressStatus
from common.days import in_full
from common.money import dollars
from invoices.models import InvoiceStatus
from jobs.models import JobStatus
from payments.models import DISPUTES_LOST, PaymentStatus
from payments.states import SubscriptionStatus
from privacy.person import Person, Rows
from quotes.models import QuoteStatus
from trees.models import TreeOrderStatus

STAFF = "They are on the staff. An owner has to remove them from it first."


def reasons_against(person: Person, rows: Rows) -> list[str]:
    """Return all reasons, without duplicates."""
    return list(
        dict.fromkeys([*_role(person), *_work(rows), *_trees(rows), *_open_money(rows), *_storage(person, rows)])
    )


def _role(person: Person) -> Iterator[str]:
    if person.user and person.user.has_admin_role:
        yield STAFF


def _work(rows: Rows) -> Iterator[str]:
    for job in rows.jobs:
        if job.status in JobStatus.OPEN:
            day = job.scheduled_date
            visit = f"A visit on {in_full(day)}" if day else "A visit without a date"
            yield f"{visit} has not been completed yet."
    if any(quote.status in QuoteStatus.ACCEPTED for quote in rows.quotes):
        yield "An accepted quote is not finished: it has to be completed or rejected first."
    if any(quote.unbilled_since for quote in rows.quotes):
        yield "Work has not been invoiced: we have to create the invoice or decide that none is needed first."


def _trees(rows: Rows) -> Iterator[str]:
    for order in rows.orders:
        if order.status in TreeOrderStatus.UNDELIVERED:
            yield "A tree has not been delivered yet: it has to be delivered or canceled first."
        if order.amount_due and not order.is_called_off:
            yield f"A tree order has {dollars(order.amount_due)} left to pay."
        if order.overpaid:
            yield "A refund for a tree is not settled."


def _open_money(rows: Rows) -> Iterator[str]:
    for invoice in rows.invoices:
        if invoice.status in InvoiceStatus.PAYABLE and invoice.amount_due:
            yield f"Invoice {invoice.invoice_number} has {dollars(invoice.amount_due)} left to pay."
        if invoice.overpaid:
            yield f"Invoice {invoice.invoice_number} is overpaid: the difference has to be refunded or kept first."
    for payment in rows.payments:
        if payment.status == PaymentStatus.PROCESSING:
            yield "A bank is still processing a payment."
        if payment.disputed and payment.dispute_status not in DISPUTES_LOST:
            yield "A dispute about a payment is open."
        if payment.amount_refunding or payment.refund_failed:
            yield "A refund is not settled."


def _storage(person: Person, rows: Rows) -> Iterator[str]:
    for subscription in rows.subscriptions:
        if subscription.status in SubscriptionStatus.LIVE:
            yield "A storage plan has not ended."
        elif subscription.status == SubscriptionStatus.INCOMPLETE:
            yield "A storage plan was chosen but not paid for: cancel it, or wait a day until it ends by itself."
    stored = Address.objects.filter(user=person.user, status=AddressStatus.ITEMS_IN_STORAGE)
    if person.user and stored.exists():
        yield "Some items are still in storage: they have to be returned first."

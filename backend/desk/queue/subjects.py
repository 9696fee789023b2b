"""Subjects: the customer and the amount that a queue row or message is about, as fields of ``QueueItem``."""

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from accounts.models import User
from desk.customer_keys import customer_key
from invoices.models import Invoice
from notifications.models import AboutKind, Message
from payments.models import Payment
from quotes.models import Quote
from replies.emails import sender_name
from replies.models import Inquiry
from replies.threads import senders_of_orders
from storage.models import StorageSubscription
from texts.models import CommunicationPreference
from texts.numbers import readable
from trees.models import TreeOrder

Subject = dict[str, Any]
# The relations that ``subjects_of_payments`` reads; select them with the payments.
PAYERS = ("user", "invoice_payment__invoice__quote", "tree_payment__order")


def quote_subject(quote: Quote) -> Subject:
    """Return a quote's customer and price."""
    return {
        "quote_id": quote.id,
        "customer_key": customer_key(quote.user_id, quote.email),
        "customer_name": quote.full_name,
        "phone": quote.phone,
        "email": quote.email,
        "communication_preference": quote.communication_preference,
        "city": quote.city,
        "street_address": quote.street_address,
        "amount": quote.quote_amount,
    }


def order_subject(order: TreeOrder) -> Subject:
    """Return a tree order's customer and price."""
    return {
        "tree_order_id": order.id,
        "customer_key": customer_key(order.user_id, order.customer_email),
        "customer_name": order.customer_name,
        "phone": order.customer_phone,
        "email": order.customer_email,
        "communication_preference": CommunicationPreference.PHONE,  # the order form promises a call
        "city": order.city,
        "street_address": order.street,
        "amount": order.total_amount,
    }


def subjects_of_inquiries(inquiries: Sequence[Inquiry]) -> dict[Any, Subject]:
    """Return the sender of each inquiry, by its ID, with a fixed number of queries. Their number or address stands in
    for an unknown name. Reads ``inquiry.tree_order``, so select it.
    """
    customers = senders_of_orders([inquiry.tree_order for inquiry in inquiries if inquiry.tree_order])
    return {inquiry.id: _inquiry_subject(inquiry, customers) for inquiry in inquiries}


def _inquiry_subject(inquiry: Inquiry, customers: dict[UUID, frozenset[str]]) -> Subject:
    """Return the sender of an inquiry; ``customers`` are the senders that are the customer of each tree order. The
    street of somebody else's order would look like the sender's.
    """
    order = inquiry.tree_order
    is_other = bool(order and inquiry.sender not in customers[order.id])
    sender = readable(inquiry.number) if inquiry.number else inquiry.sender
    return {
        "tree_order_id": order.id if order else None,
        "customer_key": customer_key(inquiry.user_id, inquiry.email) if inquiry.is_customer else None,
        "customer_name": sender_name(inquiry),
        "phone": readable(inquiry.number) if inquiry.number else inquiry.phone or None,
        "email": inquiry.email or None,
        "city": order.city if order else None,
        "street_address": order.street if order and not is_other else None,
        "other_sender": sender if is_other else "",
    }


def invoice_subject(invoice: Invoice) -> Subject:
    """Return whom the invoice bills, and what is due. Reads ``invoice.quote``, so select it."""
    return {
        **(quote_subject(invoice.quote) if invoice.quote else {}),
        "invoice_id": invoice.id,
        "customer_key": customer_key(invoice.user_id, invoice.bill_to_email),
        "customer_name": invoice.bill_to_name,
        "email": invoice.bill_to_email,
        "amount": invoice.amount_due,
    }


def user_subject(user: User) -> Subject:
    """Return an account's name and email address."""
    return {
        "customer_key": str(user.id),
        "customer_name": user.full_name,
        "email": user.email,
    }


def subscription_subject(subscription: StorageSubscription) -> Subject:
    """Return a storage plan's customer, and what is due. Reads ``user`` and ``charges``, so fetch them."""
    return {**user_subject(subscription.user), "amount": subscription.due.amount}


def payer_subject(payment: Payment) -> Subject:
    """Return what the payer entered in the card form, which is not verified."""
    return {"customer_name": payment.payer_name, "email": payment.receipt_email or None}


def subjects_of_payments(payments: list[Payment]) -> dict[Any, Subject]:
    """Return who made each payment, by payment ID, with a fixed number of queries.

    That is the customer of its invoice or tree order, of the quote, order or account it was assigned to, or the user
    who was signed in. It is empty if none is known. The payments have their ``PAYERS`` selected.
    """
    assigned = [payment.assigned_id for payment in payments if payment.assigned_id]
    known: dict[Any, Subject] = {quote.id: quote_subject(quote) for quote in Quote.objects.filter(id__in=assigned)}
    known |= {order.id: order_subject(order) for order in TreeOrder.objects.filter(id__in=assigned)}
    known |= {user.id: user_subject(user) for user in User.objects.filter(id__in=assigned)}
    return {payment.id: _payer(payment) or known.get(payment.assigned_id, {}) for payment in payments}


def _payer(payment: Payment) -> Subject:
    if on_invoice := getattr(payment, "invoice_payment", None):
        return invoice_subject(on_invoice.invoice)
    if on_tree := getattr(payment, "tree_payment", None):
        return order_subject(on_tree.order)
    return user_subject(payment.user) if payment.user and not payment.assigned_id else {}


def subjects_of_messages(messages: list[Message]) -> dict[Any, Subject]:
    """Return whom each message is about, by ``about_id``, with a fixed number of queries."""

    def about(kind: AboutKind, rows: QuerySet[Any]) -> list[Any]:
        ids = [message.about_id for message in messages if message.about_kind == kind]
        return list(rows.filter(id__in=ids)) if ids else []

    sources: list[tuple[AboutKind, QuerySet[Any], Callable[[Any], Subject]]] = [
        (AboutKind.QUOTE, Quote.objects.all(), quote_subject),
        (AboutKind.TREE_ORDER, TreeOrder.objects.all(), order_subject),
        (AboutKind.INVOICE, Invoice.objects.select_related("quote"), invoice_subject),
        (
            AboutKind.SUBSCRIPTION,
            StorageSubscription.objects.select_related("user").prefetch_related("charges"),
            subscription_subject,
        ),
    ]
    subjects = {row.id: subject(row) for kind, rows, subject in sources for row in about(kind, rows)}
    subjects |= subjects_of_inquiries(about(AboutKind.QUESTION, Inquiry.objects.select_related("tree_order")))
    return subjects | subjects_of_payments(about(AboutKind.PAYMENT, Payment.objects.select_related(*PAYERS)))

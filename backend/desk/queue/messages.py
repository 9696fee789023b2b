"""The queue's kind about messages that could not be delivered."""

import datetime as dt
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from common.literals import written_out
from desk.models import QueueKind
from desk.queue.kind import Kind, Place, QueueItem
from desk.queue.subjects import Subject, invoice_subject, order_subject, quote_subject, subjects_of_payments
from invoices.models import Invoice
from notifications.models import FAILED_MESSAGES, AboutKind, Message
from payments.models import Payment
from quotes.models import Quote
from trees.models import TreeOrder


def _load(places: dict[UUID, Place]) -> Iterator[QueueItem]:
    messages = list(Message.objects.filter(id__in=places).defer("raw"))
    subjects = _subjects(messages)
    for message in messages:
        yield _item(places[message.id], message, subjects.get(message.about_id, {}))


def _subjects(messages: list[Message]) -> dict[Any, Subject]:
    """Return whom each message is about, by the ID of what it is about, with a fixed number of queries."""

    def about(kind: AboutKind, rows: QuerySet[Any]) -> list[Any]:
        ids = [message.about_id for message in messages if message.about_kind == kind]
        return list(rows.filter(id__in=ids)) if ids else []

    payments = about(AboutKind.PAYMENT, Payment.objects.select_related("user", "invoice_payment__invoice__quote"))
    return {
        **{quote.id: quote_subject(quote) for quote in about(AboutKind.QUOTE, Quote.objects.all())},
        **{order.id: order_subject(order) for order in about(AboutKind.TREE_ORDER, TreeOrder.objects.all())},
        **{
            invoice.id: invoice_subject(invoice)
            for invoice in about(AboutKind.INVOICE, Invoice.objects.select_related("quote"))
        },
        **subjects_of_payments(payments),
    }


def _item(place: Place, message: Message, subject: Subject) -> QueueItem:
    return QueueItem(
        place=place,
        message_id=message.id,
        payment_id=message.payment_id,
        summary=f"{message.subject}: {message.error}",
        status=message.status,
        created_at=message.created_at,
        updated_at=message.updated_at,
        **{"customer_name": message.recipient, "email": message.recipient, **subject},
    )


MESSAGE_KINDS = (
    Kind(
        QueueKind.MESSAGE,
        rows=lambda now: Message.objects.filter(written_out(FAILED_MESSAGES)),
        load=_load,
        since="failed_at",
        time=dt.timedelta(hours=2),
        city=None,
        retry=None,
    ),
)

"""Payments that staff recorded (checks, cash, bank transfers), on invoices and tree orders."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from common.ordering import ByColumn, parse_instant
from desk.queue.subjects import Subject, invoice_subject, order_subject
from invoices.models import InvoicePayment
from payments.models import RECORDED_PAYMENTS, REVERSED_PAYMENTS
from trees.models import TreePayment, order_name

BY_RECEIVED = ByColumn("createdAt", "created_at", parse_instant)
BY_REVERSED = ByColumn("takenBackAt", "taken_back_at", parse_instant)


@dataclass(frozen=True)
class Recorded:
    """A table of recorded payments: ``rows`` returns all of them, ``reversed`` those that no longer count. Each has a
    ``method``, an ``amount``, ``created_at`` and ``taken_back_at``. ``subject`` returns a row's customer, ``document``
    what it was paid for.
    """

    rows: Callable[[], QuerySet[Any]]
    reversed: Callable[[], QuerySet[Any]]
    subject: Callable[[Any], Subject]
    document: Callable[[Any], str]


def _on_invoices() -> QuerySet[InvoicePayment]:
    return InvoicePayment.objects.select_related("invoice__quote", "carried_from")


def _invoice_number(row: InvoicePayment) -> str:
    # The invoice that was paid. A new price may have moved the payment to another invoice since.
    return f"Invoice {row.carried_from or row.invoice}"


def _on_orders() -> QuerySet[TreePayment]:
    return TreePayment.objects.select_related("order")


RECORDED = (
    Recorded(
        rows=lambda: _on_invoices().filter(RECORDED_PAYMENTS),
        reversed=lambda: _on_invoices().filter(REVERSED_PAYMENTS),
        subject=lambda row: invoice_subject(row.invoice),
        document=_invoice_number,
    ),
    Recorded(
        rows=lambda: _on_orders().filter(RECORDED_PAYMENTS),
        reversed=lambda: _on_orders().filter(REVERSED_PAYMENTS),
        subject=lambda row: order_subject(row.order),
        document=lambda row: order_name(row.order),
    ),
)

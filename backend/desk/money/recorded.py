"""Payments that staff recorded (checks, cash, bank transfers), with when they came in and when they were reversed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from common.ordering import ByColumn, parse_instant
from desk.queue.subjects import Subject, invoice_subject, order_subject
from invoices.models import InvoicePayment
from payments.models import RECORDED_PAYMENTS, REVERSED_PAYMENTS
from trees.models import TreePayment, order_name

CAME_IN = ByColumn("createdAt", "created_at", parse_instant)
WAS_REVERSED = ByColumn("takenBackAt", "taken_back_at", parse_instant)


@dataclass(frozen=True)
class Recorded:
    """A table of recorded payments. ``rows`` are all of them and ``reversed`` those that no longer count; each has a
    ``method``, an ``amount``, ``created_at`` and ``taken_back_at``. ``subject`` says whose a row is, and ``document``
    what it was for.
    """

    rows: Callable[[], QuerySet[Any]]
    reversed: Callable[[], QuerySet[Any]]
    subject: Callable[[Any], Subject]
    document: Callable[[Any], str]


def _on_invoices() -> QuerySet[InvoicePayment]:
    return InvoicePayment.objects.select_related("invoice__quote", "carried_from")


def _invoice_number(row: InvoicePayment) -> str:
    # The invoice that it was paid on: another price may have moved it to another one since.
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

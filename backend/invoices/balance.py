"""The sum of an invoice's payments, and the status that follows from it."""

import datetime as dt
from decimal import Decimal

from django.utils import timezone

from invoices.models import Invoice, InvoicePayment, InvoiceStatus


def recompute_balance(invoice: Invoice, paid_at: dt.datetime | None = None) -> None:
    """Update a locked invoice from its payments: what was paid and refunded, and ``paid`` while nothing is due.

    ``paid_at`` is when the last payment was made (default: now).
    """
    payments = list(invoice.payments.counted())
    invoice.amount_paid = sum((payment.amount for payment in payments), Decimal("0.00"))
    invoice.amount_refunded = sum((payment.amount_refunded for payment in payments), Decimal("0.00"))
    invoice.amount_kept = sum((_kept(payment) for payment in payments), Decimal("0.00"))
    if invoice.status in InvoiceStatus.PAYABLE and not invoice.amount_due:
        invoice.status, invoice.paid_date = InvoiceStatus.PAID, paid_at or timezone.now()
    elif invoice.status == InvoiceStatus.PAID and invoice.amount_due:
        invoice.status, invoice.paid_date = InvoiceStatus.OVERDUE if invoice.is_late else InvoiceStatus.SENT, None
    invoice.save()
    _find_owed(invoice, payments)


def _kept(payment: InvoicePayment) -> Decimal:
    return min(payment.amount_kept, payment.unrefunded)


def _find_owed(invoice: Invoice, payments: list[InvoicePayment]) -> None:
    """Store of which card payments the overpaid amount is owed back, the newest first."""
    rest = invoice.overpaid
    cards = [payment for payment in payments if payment.payment_id]
    for payment in sorted(cards, key=lambda each: (each.created_at, each.id), reverse=True):
        owed = min(rest, payment.unrefunded - _kept(payment))
        rest -= owed
        if owed != payment.amount_owed:
            payment.amount_owed = owed
            payment.owed_since = (payment.owed_since or timezone.now()) if owed else None
            payment.save(update_fields=["amount_owed", "owed_since", "updated_at"])

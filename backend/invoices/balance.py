"""What was paid on an invoice, and so where it stands."""

import datetime as dt
from decimal import Decimal

from django.utils import timezone

from invoices.models import Invoice, InvoiceStatus


def add_up(invoice: Invoice, paid_at: dt.datetime | None = None) -> None:
    """Bring a locked invoice in step with its payments: what was paid, what refunded, ``paid`` while nothing is due.

    ``paid_at`` is when the last of them was made; now where None.
    """
    payments = list(invoice.payments.counted())
    invoice.amount_paid = sum((payment.amount for payment in payments), Decimal("0.00"))
    invoice.amount_refunded = sum((payment.amount_refunded for payment in payments), Decimal("0.00"))
    if invoice.status in InvoiceStatus.PAYABLE and not invoice.amount_due:
        invoice.status, invoice.paid_date = InvoiceStatus.PAID, paid_at or timezone.now()
    elif invoice.status == InvoiceStatus.PAID and invoice.amount_due:
        invoice.status, invoice.paid_date = InvoiceStatus.OVERDUE if invoice.is_late else InvoiceStatus.SENT, None
    invoice.save()

"""Keep an invoice's totals and status in line with its payments."""

import datetime as dt
from decimal import Decimal
from uuid import UUID

from django.shortcuts import get_object_or_404
from django.utils import timezone

from invoices.models import Invoice, InvoicePayment, InvoiceStatus
from payments.received import update_amounts_owed
from quotes.clocks import note_deposit
from quotes.models import Quote


def lock_invoice(invoice_id: UUID) -> Invoice:
    """Lock an invoice and its quote until the transaction ends, and return the invoice. Raises Http404.

    The quote is always locked first, as in price changes, so that two transactions can't deadlock.
    """
    quotes = Quote.objects.filter(invoices=invoice_id).select_for_update(of=("self",))
    quote = quotes.first()
    invoice: Invoice = get_object_or_404(Invoice.objects.select_for_update(), id=invoice_id)
    if quote:
        invoice.quote = quote
    return invoice


def lock_invoice_of(payment: InvoicePayment) -> Invoice:
    """Lock and return the invoice of a payment, and reload the payment: a new acceptance may have moved it before we
    got the lock.
    """
    invoice = lock_invoice(payment.invoice_id)
    payment.refresh_from_db()
    return invoice if payment.invoice_id == invoice.id else lock_invoice(payment.invoice_id)


def discount_refunded_overpayment(invoice: Invoice) -> None:
    """Let what was paid beyond the amount, and refunded since, no longer count as paid or refunded.

    Otherwise it would count as waived once another payment is reversed, without which nothing was overpaid. The invoice
    must come from ``lock_invoice``; the caller recomputes its balance.
    """
    too_much = max(invoice.amount_paid - invoice.amount, Decimal("0.00"))
    rest = min(invoice.amount_refunded - invoice.amount_waived, too_much)
    for payment in invoice.payments.counted().order_by("-created_at", "-id"):
        part = min(rest, payment.counted_refund)
        if part:
            payment.refunded_before += part
            payment.save(update_fields=["refunded_before", "updated_at"])
            rest -= part


def recompute_balance(invoice: Invoice, paid_at: dt.datetime | None = None) -> None:
    """Recompute the sums of the invoice from its payments, and whether it is ``paid``.

    The invoice must come from ``lock_invoice``. ``paid_at`` is when the last payment was made (default: now).
    """
    payments = list(invoice.payments.counted())
    invoice.amount_paid = sum((payment.counted_amount for payment in payments), Decimal("0.00"))
    invoice.amount_refunded = sum((payment.counted_refund for payment in payments), Decimal("0.00"))
    invoice.amount_kept = sum((payment.counted_kept for payment in payments), Decimal("0.00"))
    # What a refund returned although nothing was paid too much stays waived when more is paid later.
    unpaid = invoice.amount + invoice.amount_kept + invoice.amount_refunded - invoice.amount_paid
    waived = min(max(invoice.amount_waived, unpaid), invoice.amount_refunded)
    invoice.amount_waived = waived if invoice.is_billing else Decimal("0.00")
    disputed = [payment.unrefunded for payment in payments if payment.disputed]
    invoice.amount_disputed = sum(disputed, Decimal("0.00"))
    invoice.amount_lost = sum((payment.lost for payment in payments), Decimal("0.00"))
    if invoice.status in InvoiceStatus.PAYABLE and not invoice.amount_due:
        invoice.status, invoice.paid_date = InvoiceStatus.PAID, paid_at or timezone.now()
    elif invoice.status == InvoiceStatus.PAID and invoice.amount_due:
        invoice.status, invoice.paid_date = InvoiceStatus.OVERDUE if invoice.is_late else InvoiceStatus.SENT, None
    invoice.save()
    update_amounts_owed(payments, invoice.overpaid)
    if invoice.quote and invoice.from_acceptance and invoice.replaced_by_id is None:
        note_deposit(invoice.quote, is_paid=invoice.has_first_part_paid, at=paid_at)

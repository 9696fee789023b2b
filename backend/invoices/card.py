"""Card payments of invoices; only Stripe's reports count (see ``payments.hooks``)."""

from contextlib import suppress
from decimal import Decimal
from uuid import UUID

from django.http import Http404
from django.shortcuts import get_object_or_404
from procrastinate import RetryStrategy
from procrastinate.contrib.django import app

from accounts.models import Viewer
from common.errors import Conflict
from common.money import dollars
from common.worker.queues import PAYMENTS
from invoices import emails
from invoices.balance import recompute_balance
from invoices.models import PURPOSE, Invoice, InvoicePayment, InvoiceStatus, PaymentMethod
from notifications.planning import plan
from payments.hooks import Due
from payments.intents import cancel_open_intents
from payments.models import Payment

# Stripe's limits for a card payment (Stripe documentation, "Minimum and maximum charge amounts").
LEAST, MOST = Decimal("0.50"), Decimal("999999.99")
_AGAIN = RetryStrategy(max_attempts=6, exponential_wait=5)


def payable_amount(viewer: Viewer, reference: UUID | None) -> Due:
    """Return what is due on an invoice that the viewer owns or holds a link to. It stays locked, so that no one cancels
    it.

    Raises Http404 for another's invoice and for a draft, and Conflict if nothing is due or the amount is outside of
    Stripe's limits.
    """
    if reference is None:
        raise Http404
    invoice = get_object_or_404(Invoice.objects.owned_by(viewer).select_for_update(), id=reference)
    if invoice.status not in InvoiceStatus.PAYABLE:
        raise Conflict(f"{invoice} is {invoice.get_status_display().lower()}, so there is nothing to pay")
    if not LEAST <= invoice.amount_due <= MOST:
        raise Conflict(f"{dollars(invoice.amount_due)} can't be paid by card. Please call us.")
    return Due(amount=invoice.amount_due, description=f"Invoice {invoice}", user=invoice.user)


def record_card_payment(payment: Payment) -> None:
    """Record a payment as Stripe reports it: exactly one row for each, however often this is called.

    Money for an invoice that has since been canceled or paid another way is kept too, and shows as overpaid. A refund
    makes nothing due: a paid invoice stays paid.
    """
    if not payment.amount_received or payment.reference is None:
        return
    invoice = Invoice.objects.select_for_update().get(id=payment.reference)
    known = invoice.payments.filter(payment=payment).first()
    row = known or InvoicePayment(invoice=invoice, payment=payment, method=PaymentMethod.CARD)
    told = (payment.amount_received, payment.amount_refunded, payment.disputed)
    if known and (known.amount, known.amount_refunded, known.disputed) == told:
        return
    overpaid = invoice.overpaid
    row.amount, row.amount_refunded, row.disputed = told
    row.save()
    recompute_balance(invoice, paid_at=payment.succeeded_at)
    if not known:
        plan(emails.payment_received, invoice.id, occasion=str(row.id))
    if invoice.overpaid > overpaid:
        plan(emails.invoice_overpaid, invoice.id, occasion=f"{invoice.overpaid} {row.id} {row.updated_at}")


def tell_refund(payment: Payment, before: Decimal) -> None:
    """Email the customer about a refund of a payment on an invoice."""
    if payment.reference:
        occasion = f"{payment.id} {before} {payment.amount_refunded}"
        plan(emails.invoice_refunded, payment.reference, occasion=occasion)


@app.task(queue=PAYMENTS, retry=_AGAIN)
def close_open_form(invoice_id: str) -> None:
    """Cancel open card payments for more than is still due, so that nothing is paid twice.

    A payment opened since for the rest stays open.
    """
    invoice = Invoice.objects.get(id=UUID(invoice_id))
    rest = invoice.amount_due if invoice.status in InvoiceStatus.PAYABLE else None
    with suppress(Conflict):  # it is being paid: the webhook will report it, and the invoice shows as overpaid
        cancel_open_intents(purpose=PURPOSE, reference=invoice.id, but_for=rest)

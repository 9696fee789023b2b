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
from common.worker.queues import PAYMENTS
from invoices import payment_emails
from invoices.balance import lock_invoice, recompute_balance
from invoices.models import PURPOSE, Invoice, InvoicePayment, InvoiceStatus
from notifications.planning import plan
from payments.amounts import refuse_unchargeable
from payments.hooks import Due, PaymentPart
from payments.intents import cancel_open_intents
from payments.models import Payment, PaymentAssignee, PaymentMethod
from payments.received import copy_card_payment
from quotes.models import Quote

_AGAIN = RetryStrategy(max_attempts=6, exponential_wait=5)


def payable_amount(viewer: Viewer, reference: UUID | None, part: PaymentPart = PaymentPart.ALL) -> Due:
    """Return what is due on an invoice that the viewer owns or holds a link to: all of it, or its first part. It stays
    locked, so that no one cancels it.

    Raises Http404 for another's invoice and for a draft, and Conflict if nothing is due or the amount is outside of
    Stripe's limits. An invoice from an acceptance stays payable at what was accepted, whatever price staff note later;
    one that no longer holds has been canceled (``acceptances.withdraw_invoice``).
    """
    if reference is None:
        raise Http404
    invoice = get_object_or_404(Invoice.objects.owned_by(viewer).select_for_update(), id=reference)
    if invoice.status not in InvoiceStatus.PAYABLE:
        raise Conflict(f"{invoice} is {invoice.get_status_display().lower()}, so there is nothing to pay")
    amount, what = invoice.amount_due, f"Invoice {invoice}"
    if part == PaymentPart.FIRST:
        amount, what = invoice.first_due, f"Deposit for invoice {invoice}"
        if not amount:
            raise Conflict(f"No deposit is due on {invoice}")
    refuse_unchargeable(amount)
    return Due(amount=amount, description=what, user=invoice.user)


def adopts(kind: PaymentAssignee, row_id: UUID) -> UUID | None:
    """Return the oldest open invoice of the quote that staff assigned a payment to, None if it has none."""
    if kind != PaymentAssignee.QUOTE:
        return None
    Quote.objects.select_for_update(of=("self",)).filter(id=row_id).first()  # no invoice is sent until we know
    open_ones = Invoice.objects.filter(quote=row_id, status__in=InvoiceStatus.PAYABLE).order_by("created_at", "id")
    return open_ones.values_list("id", flat=True).first()


def record_card_payment(payment: Payment) -> None:
    """Record a payment as Stripe reports it: exactly one row for each, however often this is called.

    Money for an invoice that has since been canceled or paid another way is kept too, and shows as overpaid; if another
    invoice has replaced it, it counts there. A refund makes nothing due: a paid invoice stays paid.
    """
    if not payment.amount_received or payment.reference is None:
        return
    invoice = _lock_invoice_of(payment)
    known = invoice.payments.filter(payment=payment).first()
    row = known or InvoicePayment(invoice=invoice, payment=payment, method=PaymentMethod.CARD)
    if not copy_card_payment(row, payment):
        return
    overpaid, had_deposit = invoice.overpaid, invoice.has_first_part_paid
    row.save()
    recompute_balance(invoice, paid_at=payment.succeeded_at)
    if not known:
        plan(payment_emails.payment_received, invoice.id, occasion=str(row.id))
    if invoice.overpaid > overpaid:
        plan(payment_emails.invoice_overpaid, invoice.id, occasion=f"{invoice.overpaid} {row.id} {row.updated_at}")
    if invoice.has_first_part_paid and not had_deposit:
        plan(payment_emails.office_deposit_paid, invoice.id, occasion=str(row.id))


def _lock_invoice_of(payment: Payment) -> Invoice:
    """Lock the invoice on which a payment counts: the one that has it, otherwise the one that was paid or its
    replacement.
    """
    row = InvoicePayment.objects.filter(payment=payment).first()
    invoice = lock_invoice(row.invoice_id if row else payment.reference)  # type: ignore[arg-type]
    if row:
        # A new yes may have carried the payment on before the lock was ours.
        row.refresh_from_db()
        return invoice if row.invoice_id == invoice.id else lock_invoice(row.invoice_id)
    while invoice.replaced_by_id:
        invoice = lock_invoice(invoice.replaced_by_id)
    return invoice


def tell_refund(payment: Payment, before: Decimal) -> None:
    """Email the customer about a refund of a payment on an invoice."""
    if payment.reference:
        occasion = f"{payment.id} {before} {payment.amount_refunded}"
        plan(payment_emails.invoice_refunded, payment.reference, occasion=occasion)


@app.task(queue=PAYMENTS, retry=_AGAIN)
def close_open_form(invoice_id: str) -> None:
    """Cancel open card payments for more than is still due, so that nothing is paid twice.

    A payment opened since for the rest, or for what is left of the first part, stays open.
    """
    invoice = Invoice.objects.get(id=UUID(invoice_id))
    rest = {invoice.amount_due, invoice.first_due} if invoice.status in InvoiceStatus.PAYABLE else set()
    with suppress(Conflict):  # it is being paid: the webhook will report it, and the invoice shows as overpaid
        cancel_open_intents(purpose=PURPOSE, reference=invoice.id, keep_amounts=rest)

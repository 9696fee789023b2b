"""Card payments on invoices. Only what Stripe reports counts (see ``payments.hooks``)."""

from contextlib import suppress
from uuid import UUID

from django.shortcuts import get_object_or_404
from procrastinate.contrib.django import app

from accounts.models import Viewer
from common.errors import Conflict
from common.worker.queues import PAYMENTS
from invoices import payment_emails
from invoices.balance import lock_invoice, lock_invoice_of, recompute_balance
from invoices.models import PURPOSE, Invoice, InvoicePayment, InvoiceStatus
from invoices.unbilled import expects_invoice
from notifications.layout import Recipient
from notifications.planning import plan
from payments.amounts import refuse_unchargeable
from payments.attempts import RETRY_FOR_HOURS
from payments.hooks import Due, PaymentPart
from payments.intents import cancel_open_intents
from payments.models import Payment, PaymentAssignee, PaymentMethod
from payments.received import copy_card_payment
from quotes.models import Quote, QuoteStatus


def payable_amount(viewer: Viewer, reference: UUID | None, part: PaymentPart = PaymentPart.ALL) -> Due:
    """Return what is due on an invoice that the viewer owns or holds a link to: all of it, or only the deposit. The
    invoice stays locked, so that it can't be canceled in the meantime.

    Raises Http404 for someone else's invoice and for a draft, and Conflict if nothing is due or the amount is outside
    Stripe's limits. An invoice from an acceptance stays payable at the accepted price. If that price no longer holds,
    ``acceptances.withdraw_invoice`` has canceled the invoice.
    """
    invoice = get_object_or_404(Invoice.objects.owned_by(viewer).select_for_update(), id=reference)
    if invoice.status not in InvoiceStatus.PAYABLE:
        raise Conflict(f"{invoice} is {invoice.status_in_words}, so there is nothing to pay")
    amount, what = invoice.amount_due, f"Invoice {invoice}"
    if part == PaymentPart.FIRST:
        amount, what = invoice.first_due, f"Deposit for invoice {invoice}"
        if not amount:
            raise Conflict(f"No deposit is due on {invoice}")
    refuse_unchargeable(amount)
    return Due(amount=amount, description=what, user=invoice.user)


def adopts(kind: PaymentAssignee, row_id: UUID) -> UUID | None:
    """Return the invoice that a payment counts on after staff assigned it to a quote, None if the next one is awaited.

    That is the oldest open one. If the whole price is billed and paid, it is the newest, which is overpaid then, so
    that staff decide what becomes of the money. Raises Conflict if the next invoice isn't expected, so that the payment
    stays in Due now.
    """
    if kind != PaymentAssignee.QUOTE:
        return None
    # Lock the quote, so that no invoice is sent meanwhile.
    quote = Quote.objects.select_for_update(of=("self",)).filter(id=row_id).first()
    if quote and quote.status in QuoteStatus.DECLINED:
        raise Conflict(
            "This quote was rejected, so no invoice will be sent for it. Refund the payment, or open the quote again "
            "first."
        )
    invoices = Invoice.objects.filter(quote=row_id).exclude(status__in=InvoiceStatus.VOID).order_by("created_at", "id")
    billed = list(invoices)
    payable = [each for each in billed if each.status in InvoiceStatus.PAYABLE]
    if payable:
        return payable[0].id
    if quote is None or expects_invoice(quote):
        return None
    if billed and sum(each.amount for each in billed) >= (quote.quote_amount or 0):
        return billed[-1].id
    raise Conflict(
        "No other invoice is expected for this quote. Send an invoice or a new price first, or refund the payment."
    )


def billed_customer(invoice_id: UUID) -> Recipient:
    """Return whom an invoice bills, with a blank address once it is erased."""
    invoice = Invoice.objects.filter(id=invoice_id).first()
    return Recipient(invoice.bill_to_email, invoice.bill_to_name) if invoice else Recipient("")


def record_card_payment(payment: Payment) -> None:
    """Record a payment as Stripe reports it. Repeated calls for a payment update its one row.

    A payment on an invoice that was canceled or paid another way in the meantime shows as overpaid; if another invoice
    has replaced it, the payment counts there. After a refund nothing is due again: a paid invoice stays paid. But what
    was refunded before staff assigned the payment, or while it waited for this invoice, never counts.
    """
    if not payment.amount_received or payment.reference is None:
        return
    invoice = _lock_invoice_of(payment)
    known = invoice.payments.filter(payment=payment).first()
    row = known or InvoicePayment(invoice=invoice, payment=payment, method=PaymentMethod.CARD)
    refunded = row.amount_refunded
    if not copy_card_payment(row, payment):
        return
    if not known and payment.assigned_at:
        row.refunded_before = row.amount_refunded
    overpaid, had_deposit = invoice.overpaid, invoice.has_first_part_paid
    row.save()
    recompute_balance(invoice, paid_at=payment.succeeded_at)
    if not known and row.counted_amount:
        plan(payment_emails.payment_received, invoice.id, occasion=str(row.id))
    if invoice.overpaid > overpaid and row.amount_refunded >= refunded:  # a returned refund has an email of its own
        plan(payment_emails.invoice_overpaid, invoice.id, occasion=f"{invoice.overpaid} {row.id} {row.updated_at}")
    if invoice.has_first_part_paid and not had_deposit:
        plan(payment_emails.office_deposit_paid, invoice.id, occasion=str(row.id))


def _lock_invoice_of(payment: Payment) -> Invoice:
    """Lock and return the invoice on which a payment counts: the one it is recorded on, or for a new payment the one
    that was paid or its latest replacement.
    """
    if row := InvoicePayment.objects.filter(payment=payment).first():
        return lock_invoice_of(row)
    invoice = lock_invoice(payment.reference)  # type: ignore[arg-type]
    while invoice.replaced_by_id:
        invoice = lock_invoice(invoice.replaced_by_id)
    return invoice


def tell_refund(payment: Payment, change: str) -> None:
    """Plan the email about a refund; for ``change``, see ``payments.hooks``."""
    if payment.reference:
        plan(payment_emails.invoice_refunded, payment.reference, occasion=f"{payment.id} {change}")


@app.task(queue=PAYMENTS, retry=RETRY_FOR_HOURS)
def close_open_form(invoice_id: str) -> None:
    """Cancel open card payments for more than is still due, so that nothing is paid twice.

    A payment for exactly what is left, or for what is left of the deposit, stays open.
    """
    invoice = Invoice.objects.get(id=UUID(invoice_id))
    still_due = {invoice.amount_due, invoice.first_due} if invoice.status in InvoiceStatus.PAYABLE else set()
    with suppress(Conflict):  # it is being paid: the webhook will report it, and the invoice shows as overpaid
        cancel_open_intents(purpose=PURPOSE, reference=invoice.id, keep_amounts=still_due)

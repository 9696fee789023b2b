"""The worker's part of invoices: mails, and what a new day brings.

Each mail looks at its invoice again: what was cancelled or paid meanwhile is not asked for.
"""

from contextlib import suppress
from uuid import UUID

from django.utils import timezone
from procrastinate import RetryStrategy
from procrastinate.contrib.django import app

from common.errors import Conflict
from common.worker.queues import PAYMENTS
from invoices import emails
from invoices.models import PAYABLE, PURPOSE, Invoice, InvoicePayment, InvoiceStatus
from notifications.composing import email_task
from payments.intents import cancel_open_intents

_AGAIN = RetryStrategy(max_attempts=6, exponential_wait=5)


@email_task
def mail_invoice(invoice_id: str) -> None:
    """Mail an invoice that was sent, unless nobody has to pay it any more."""
    if invoice := Invoice.objects.filter(id=UUID(invoice_id), status__in=PAYABLE).exclude(bill_to_email="").first():
        emails.invoice_sent(invoice)


@email_task
def mail_receipt(payment_id: str) -> None:
    """Mail the receipt for a payment, unless it was taken back."""
    counted = InvoicePayment.objects.counted().select_related("invoice").select_for_update(of=["self"])
    payment = counted.filter(id=UUID(payment_id)).first()
    if payment and payment.invoice.bill_to_email:
        emails.payment_received(payment)
        payment.receipt_at = timezone.now()
        payment.save(update_fields=["receipt_at"])


@email_task
def mail_taken_back(payment_id: str) -> None:
    """Tell who has the receipt for a payment that it does not count any more, unless nothing is due even so."""
    payment = InvoicePayment.objects.select_related("invoice").get(id=UUID(payment_id))
    if payment.receipt_at and payment.invoice.status in PAYABLE:
        emails.payment_taken_back(payment)


@email_task
def mail_overpaid(invoice_id: str) -> None:
    """Tell the business what it owes back, unless that was given back meanwhile."""
    if invoice := Invoice.objects.filter(owes_back=True, id=UUID(invoice_id)).first():
        emails.invoice_overpaid(invoice)


@email_task
def mail_reminder(invoice_id: str) -> None:
    """Remind of an overdue invoice."""
    overdue = Invoice.objects.filter(id=UUID(invoice_id), status=InvoiceStatus.OVERDUE).exclude(bill_to_email="")
    if invoice := overdue.first():
        emails.invoice_overdue(invoice)


@app.task(queue=PAYMENTS, retry=_AGAIN)
def close_card_form(invoice_id: str) -> None:
    """See to it that what was paid otherwise is not paid by card as well, in a form that is still open somewhere. One
    that was opened since, over the rest, stays."""
    invoice = Invoice.objects.get(id=UUID(invoice_id))
    rest = invoice.amount_due if invoice.status in PAYABLE else None
    with suppress(Conflict):  # just being paid: that comes in through the webhook, and shows as overpaid
        cancel_open_intents(purpose=PURPOSE, reference=invoice.id, but_for=rest)


@app.periodic(cron="1 * * * *")
@app.task(queueing_lock="mark_overdue")
def mark_overdue(timestamp: int) -> None:
    """A minute after each hour, and so after midnight in New Hampshire, whatever the clocks there or here do."""
    from invoices.services import mark_overdue as mark  # the services hand out the tasks above

    mark()

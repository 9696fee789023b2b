"""The emails about invoices. Each shows the total, what is paid and what is due.

Each is composed from the invoice as it is when the email is queued, so no one is asked to pay a canceled or paid one.
"""

from uuid import UUID

from django.utils import timezone

from common.email_kinds import Cause, EmailKind
from common.money import dollars
from invoices.document import invoice_pdf
from invoices.models import OVERPAID_INVOICES, Invoice, InvoicePayment, InvoiceStatus
from notifications.composing import email_task
from notifications.emails import About, Email, queue_email, queue_email_to_business
from notifications.models import AboutKind

INVOICE_SENT = EmailKind("invoice-sent", Cause.STAFF)
PAYMENT_RECEIVED = EmailKind("payment-received", Cause.PAYMENT)
PAYMENT_REVERSED = EmailKind("payment-reversed", Cause.PAYMENT)
INVOICE_OVERDUE = EmailKind("invoice-overdue", Cause.STAFF)
INVOICE_OVERPAID = EmailKind("invoice-overpaid", Cause.PAYMENT)

_DAY = "%B %-d, %Y"


@email_task
def email_invoice(invoice_id: str) -> None:
    """Email an invoice that was sent, unless it no longer has to be paid."""
    payable = Invoice.objects.filter(id=UUID(invoice_id), status__in=InvoiceStatus.PAYABLE)
    if invoice := payable.exclude(bill_to_email="").first():
        queue_invoice(invoice)


@email_task
def email_receipt(payment_id: str) -> None:
    """Email the receipt for a payment, unless it was reversed."""
    counted = InvoicePayment.objects.counted().select_related("invoice").select_for_update(of=["self"])
    payment = counted.filter(id=UUID(payment_id)).first()
    if payment and payment.invoice.bill_to_email:
        queue_receipt(payment)
        payment.receipt_at = timezone.now()
        payment.save(update_fields=["receipt_at"])


@email_task
def email_payment_reversed(payment_id: str) -> None:
    """Tell the customer who has a receipt for a reversed payment, unless nothing is due even without it."""
    payment = InvoicePayment.objects.select_related("invoice").get(id=UUID(payment_id))
    if payment.receipt_at and payment.invoice.status in InvoiceStatus.PAYABLE:
        queue_payment_reversed(payment)


@email_task
def email_invoice_overpaid(invoice_id: str) -> None:
    """Tell the business that an invoice is overpaid, unless the difference is refunded by now."""
    if invoice := Invoice.objects.filter(OVERPAID_INVOICES, id=UUID(invoice_id)).first():
        queue_invoice_overpaid(invoice)


@email_task
def email_invoice_overdue(invoice_id: str) -> None:
    """Remind the customer of an overdue invoice."""
    overdue = Invoice.objects.filter(id=UUID(invoice_id), status=InvoiceStatus.OVERDUE).exclude(bill_to_email="")
    if invoice := overdue.first():
        queue_invoice_overdue(invoice)


def queue_invoice(invoice: Invoice) -> None:
    number = invoice.invoice_number
    due = f"It's due on {invoice.due_date.strftime(_DAY)}." if invoice.due_date else "It's due on receipt."
    queue_email(
        Email(
            kind=INVOICE_SENT,
            to=invoice.bill_to_email,
            name=invoice.bill_to_name,
            subject=f"Invoice {number}: {dollars(invoice.amount_due)} due",
            paragraphs=[
                f"Your invoice {number} for {dollars(invoice.amount)} is attached. {due}",
                _how_to_pay(invoice),
            ],
            facts=_amounts(invoice),
            action=_pay(invoice),
            attachments=[(f"{number}.pdf", invoice_pdf(invoice), "application/pdf")],
            about=About(AboutKind.INVOICE, invoice.id),
        )
    )


def queue_receipt(payment: InvoicePayment) -> None:
    invoice = payment.invoice
    received = f"We received {dollars(payment.amount)} by {payment.get_method_display().lower()}"
    rest = [f"{dollars(invoice.amount_due)} is still due.", _how_to_pay(invoice)] if invoice.amount_due else []
    if not invoice.amount_due:
        rest = ["Your invoice is paid in full. The PDF with the paid stamp is attached."]
    if invoice.overpaid:
        rest = [
            f"That's {dollars(invoice.overpaid)} more than was due. We'll refund the difference; you don't need to do "
            "anything."
        ]
    queue_email(
        Email(
            kind=PAYMENT_RECEIVED,
            to=invoice.bill_to_email,
            name=invoice.bill_to_name,
            subject=f"Receipt: {dollars(payment.amount)} for invoice {invoice.invoice_number}",
            paragraphs=[f"Thank you! {received} for invoice {invoice.invoice_number}.", *rest],
            facts=[("Received on", _day(payment)), *_amounts(invoice)],
            action=_pay(invoice) if invoice.amount_due else ("View your invoices", "/my-services?tab=invoices"),
            attachments=[(f"{invoice.invoice_number}.pdf", invoice_pdf(invoice), "application/pdf")],
            about=About(AboutKind.INVOICE, invoice.id),
        )
    )


def queue_payment_reversed(payment: InvoicePayment) -> None:
    """Leave out the reason, which is staff's internal note."""
    invoice = payment.invoice
    queue_email(
        Email(
            kind=PAYMENT_REVERSED,
            to=invoice.bill_to_email,
            name=invoice.bill_to_name,
            subject=f"Invoice {invoice.invoice_number}: {dollars(invoice.amount_due)} due again",
            paragraphs=[
                f"On {_day(payment)} we told you that we received {dollars(payment.amount)} by "
                f"{payment.get_method_display().lower()} for invoice {invoice.invoice_number}. That payment didn't go "
                "through or was recorded in error, so it no longer counts.",
                _how_to_pay(invoice),
            ],
            facts=_amounts(invoice),
            action=_pay(invoice),
            closing="Think this is wrong? Please call us.",
            attachments=[(f"{invoice.invoice_number}.pdf", invoice_pdf(invoice), "application/pdf")],
            about=About(AboutKind.INVOICE, invoice.id),
        )
    )


def queue_invoice_overdue(invoice: Invoice) -> None:
    due = f"was due on {invoice.due_date.strftime(_DAY)}" if invoice.due_date else "is due"
    queue_email(
        Email(
            kind=INVOICE_OVERDUE,
            to=invoice.bill_to_email,
            name=invoice.bill_to_name,
            subject=f"Invoice {invoice.invoice_number} is overdue: {dollars(invoice.amount_due)} due",
            paragraphs=[
                f"Invoice {invoice.invoice_number} {due} and hasn't been paid in full. The PDF is attached.",
                _how_to_pay(invoice),
            ],
            facts=_amounts(invoice),
            action=_pay(invoice),
            closing="Already sent your payment? You can ignore this email.",
            attachments=[(f"{invoice.invoice_number}.pdf", invoice_pdf(invoice), "application/pdf")],
            about=About(AboutKind.INVOICE, invoice.id),
        )
    )


def queue_invoice_overpaid(invoice: Invoice) -> None:
    queue_email_to_business(
        kind=INVOICE_OVERPAID,
        subject=f"Overpaid by {dollars(invoice.overpaid)}: invoice {invoice.invoice_number}",
        paragraphs=[
            f"{invoice.bill_to_name} paid {dollars(invoice.overpaid)} more than invoice {invoice.invoice_number} "
            "bills: a card payment arrived after it was paid another way or canceled.",
            "Refund it in Stripe's dashboard. We told the customer that we'll refund the difference.",
        ],
        facts=[*_amounts(invoice), ("Overpaid", dollars(invoice.overpaid))],
        action=("Open the invoice", f"/admin?tab=invoices&q={invoice.invoice_number}&open={invoice.id}"),
        about=About(AboutKind.INVOICE, invoice.id),
    )


def _amounts(invoice: Invoice) -> list[tuple[str, str]]:
    return [
        ("Total", dollars(invoice.amount)),
        ("Paid", dollars(invoice.amount_paid)),
        ("Due", dollars(invoice.amount_due)),
    ]


def _pay(invoice: Invoice) -> tuple[str, str]:
    return "Pay by card", f"/checkout?invoice={invoice.id}"


def _how_to_pay(invoice: Invoice) -> str:
    if invoice.user_id:
        return "Pay by card online or by check."
    return "To pay by card, first create an account with this email. You can also pay by check."


def _day(payment: InvoicePayment) -> str:
    return timezone.localdate(payment.created_at).strftime(_DAY)

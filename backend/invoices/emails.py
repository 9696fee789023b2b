"""The emails about invoices. Each says the total, what is paid and what is due apart.

Each looks at its invoice again: what was cancelled or paid meanwhile is not asked for.
"""

from uuid import UUID

from django.utils import timezone

from common.email_kinds import Cause, EmailKind
from common.money import dollars
from invoices.document import invoice_pdf
from invoices.models import OVERPAID_INVOICES, Invoice, InvoicePayment, InvoiceStatus
from notifications.composing import email_task
from notifications.letters import Letter, post, tell_business

INVOICE_SENT = EmailKind("invoice-sent", Cause.STAFF)
PAYMENT_RECEIVED = EmailKind("payment-received", Cause.PAYMENT)
PAYMENT_REVERSED = EmailKind("payment-reversed", Cause.PAYMENT)
INVOICE_OVERDUE = EmailKind("invoice-overdue", Cause.STAFF)
INVOICE_OVERPAID = EmailKind("invoice-overpaid", Cause.PAYMENT)

_DAY = "%B %-d, %Y"


@email_task
def mail_invoice(invoice_id: str) -> None:
    """Mail an invoice that was sent, unless nobody has to pay it any more."""
    payable = Invoice.objects.filter(id=UUID(invoice_id), status__in=InvoiceStatus.PAYABLE)
    if invoice := payable.exclude(bill_to_email="").first():
        invoice_sent(invoice)


@email_task
def mail_receipt(payment_id: str) -> None:
    """Mail the receipt for a payment, unless it was taken back."""
    counted = InvoicePayment.objects.counted().select_related("invoice").select_for_update(of=["self"])
    payment = counted.filter(id=UUID(payment_id)).first()
    if payment and payment.invoice.bill_to_email:
        payment_received(payment)
        payment.receipt_at = timezone.now()
        payment.save(update_fields=["receipt_at"])


@email_task
def mail_taken_back(payment_id: str) -> None:
    """Tell who has the receipt for a payment that it does not count any more, unless nothing is due even so."""
    payment = InvoicePayment.objects.select_related("invoice").get(id=UUID(payment_id))
    if payment.receipt_at and payment.invoice.status in InvoiceStatus.PAYABLE:
        payment_taken_back(payment)


@email_task
def mail_overpaid(invoice_id: str) -> None:
    """Tell the business what it owes back, unless that was given back meanwhile."""
    if invoice := Invoice.objects.filter(OVERPAID_INVOICES, id=UUID(invoice_id)).first():
        invoice_overpaid(invoice)


@email_task
def mail_reminder(invoice_id: str) -> None:
    """Remind of an overdue invoice."""
    overdue = Invoice.objects.filter(id=UUID(invoice_id), status=InvoiceStatus.OVERDUE).exclude(bill_to_email="")
    if invoice := overdue.first():
        invoice_overdue(invoice)


def invoice_sent(invoice: Invoice) -> None:
    """The bill, with its PDF."""
    number = invoice.invoice_number
    due = f"It is due on {invoice.due_date.strftime(_DAY)}." if invoice.due_date else "It is due on receipt."
    post(
        Letter(
            kind=INVOICE_SENT,
            to=invoice.bill_to_email,
            name=invoice.bill_to_name,
            subject=f"Invoice {number}: {dollars(invoice.amount_due)} due",
            paragraphs=[f"Here is invoice {number}. {due} The PDF is attached.", _how_to_pay(invoice)],
            facts=_figures(invoice),
            action=_pay(invoice),
            attachments=[(f"{number}.pdf", invoice_pdf(invoice), "application/pdf")],
        )
    )


def payment_received(payment: InvoicePayment) -> None:
    """The receipt for a payment; says what is still due where something is."""
    invoice = payment.invoice
    received = f"We received {dollars(payment.amount)} by {payment.get_method_display().lower()}"
    rest = [f"{dollars(invoice.amount_due)} is still due.", _how_to_pay(invoice)] if invoice.amount_due else []
    if not invoice.amount_due:
        rest = ["Nothing is due on it any more. The PDF with the paid stamp is attached."]
    if invoice.overpaid:
        rest = [f"That is {dollars(invoice.overpaid)} more than was due. We will give it back; there is nothing to do."]
    post(
        Letter(
            kind=PAYMENT_RECEIVED,
            to=invoice.bill_to_email,
            name=invoice.bill_to_name,
            subject=f"Receipt: {dollars(payment.amount)} for invoice {invoice.invoice_number}",
            paragraphs=[f"Thank you. {received} for invoice {invoice.invoice_number}.", *rest],
            facts=[("Received on", _day(payment)), *_figures(invoice)],
            action=_pay(invoice) if invoice.amount_due else ("See your invoices", "/my-services?tab=invoices"),
            attachments=[(f"{invoice.invoice_number}.pdf", invoice_pdf(invoice), "application/pdf")],
        )
    )


def payment_taken_back(payment: InvoicePayment) -> None:
    """A payment that there is a receipt for did not hold: what is due again. Why, is not told."""
    invoice = payment.invoice
    post(
        Letter(
            kind=PAYMENT_REVERSED,
            to=invoice.bill_to_email,
            name=invoice.bill_to_name,
            subject=f"Invoice {invoice.invoice_number}: {dollars(invoice.amount_due)} due again",
            paragraphs=[
                f"We told you on {_day(payment)} that we received {dollars(payment.amount)} by "
                f"{payment.get_method_display().lower()} for invoice {invoice.invoice_number}. That payment did not go "
                "through, or was noted here by mistake, and so it does not count.",
                _how_to_pay(invoice),
            ],
            facts=_figures(invoice),
            action=_pay(invoice),
            closing="Do you see it otherwise? Please call us.",
            attachments=[(f"{invoice.invoice_number}.pdf", invoice_pdf(invoice), "application/pdf")],
        )
    )


def invoice_overdue(invoice: Invoice) -> None:
    """The reminder, once, when the due date has passed."""
    due = f"was due on {invoice.due_date.strftime(_DAY)}" if invoice.due_date else "is due"
    post(
        Letter(
            kind=INVOICE_OVERDUE,
            to=invoice.bill_to_email,
            name=invoice.bill_to_name,
            subject=f"Invoice {invoice.invoice_number} is overdue: {dollars(invoice.amount_due)} due",
            paragraphs=[
                f"Invoice {invoice.invoice_number} {due} and has not been paid in full. The PDF is attached.",
                _how_to_pay(invoice),
            ],
            facts=_figures(invoice),
            action=_pay(invoice),
            closing="Is your payment on its way already? Then there is nothing to do.",
            attachments=[(f"{invoice.invoice_number}.pdf", invoice_pdf(invoice), "application/pdf")],
        )
    )


def invoice_overpaid(invoice: Invoice) -> None:
    """To the business: more was paid than the invoice bills, and has to be given back."""
    tell_business(
        kind=INVOICE_OVERPAID,
        subject=f"Overpaid by {dollars(invoice.overpaid)}: invoice {invoice.invoice_number}",
        paragraphs=[
            f"{invoice.bill_to_name} paid {dollars(invoice.overpaid)} more than invoice {invoice.invoice_number} "
            "bills: a card payment came in when it had been paid otherwise or cancelled.",
            "Refund it in Stripe's dashboard. The customer was told that it comes back.",
        ],
        facts=[*_figures(invoice), ("Overpaid", dollars(invoice.overpaid))],
        action=("Open the invoice", f"/admin?tab=invoices&q={invoice.invoice_number}&open={invoice.id}"),
    )


def _figures(invoice: Invoice) -> list[tuple[str, str]]:
    return [
        ("Total", dollars(invoice.amount)),
        ("Paid", dollars(invoice.amount_paid)),
        ("Due", dollars(invoice.amount_due)),
    ]


def _pay(invoice: Invoice) -> tuple[str, str]:
    return "Pay by card", f"/checkout?invoice={invoice.id}"


def _how_to_pay(invoice: Invoice) -> str:
    if invoice.user_id:
        return "Pay by card online, or by check."
    return "To pay by card, sign up on our site with this email address first; or pay by check."


def _day(payment: InvoicePayment) -> str:
    return timezone.localdate(payment.created_at).strftime(_DAY)

"""The invoice as a PDF (``common.typesetting``).

What is billed (parties, lines, amounts, dates, letterhead) comes from columns that don't change once the invoice is
sent. The paid and due amounts, the list of payments and the stamp follow the payments, and the due date of an accepted
quote is set once the work is done. The same invoice with the same payments is the same file, byte for byte.
"""

from decimal import Decimal
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone

from common.days import in_full
from common.money import dollars
from common.typesetting import letterhead, typeset
from invoices.models import WHEN_REST_IS_DUE, Invoice, InvoicePayment, InvoiceStatus
from payments.amounts import is_chargeable

_TEMPLATE = Path(__file__).with_name("invoice.typ")
_STAMPS = {InvoiceStatus.PAID: "PAID", InvoiceStatus.CANCELLED: "CANCELED", InvoiceStatus.DRAFT: "DRAFT"}


def invoice_pdf(invoice: Invoice) -> bytes:
    """Return the PDF of ``invoice`` in US letter format."""
    return typeset(_TEMPLATE, _data(invoice), at=invoice.sent_at or invoice.created_at)


def invoice_attachment(invoice: Invoice) -> tuple[str, bytes, str]:
    """Return the PDF as an attachment of an email: name, content and type."""
    return f"{invoice.invoice_number}.pdf", invoice_pdf(invoice), "application/pdf"


def _data(invoice: Invoice) -> dict[str, Any]:
    payments = invoice.payments.counted().select_related("payment").order_by("created_at", "id")
    return {
        "title": f"Invoice {invoice.invoice_number}",
        "number": invoice.invoice_number,
        # Older invoices have a letterhead without an address. A draft's is copied again when it is sent.
        "business": {"address": "", **invoice.details["business"]} if invoice.sent_at else letterhead(),
        "billTo": {
            "name": invoice.bill_to_name,
            "address": invoice.bill_to_address,
            "email": invoice.bill_to_email,
        },
        "facts": _facts(invoice),
        "lines": [{"amount": dollars(invoice.amount), **line} for line in invoice.details["lines"]],
        "totals": _totals(invoice),
        "due": {"label": "Due now" if invoice.rest_later else "Due", "amount": dollars(_amount_shown_as_due(invoice))},
        "stamp": _stamp(invoice),
        "payments": [_payment(payment) for payment in payments if payment.counted_amount],
        "closing": _closing(invoice),
    }


def _facts(invoice: Invoice) -> list[tuple[str, str]]:
    dated = timezone.localdate(invoice.sent_at or invoice.created_at)
    return [("Invoice number", invoice.invoice_number), ("Date", in_full(dated)), *_due_dates(invoice)]


def _due_dates(invoice: Invoice) -> list[tuple[str, str]]:
    if not invoice.from_acceptance:
        return [("Due", in_full(invoice.due_date) if invoice.due_date else "On receipt")]
    rest = in_full(invoice.due_date) if invoice.due_date else WHEN_REST_IS_DUE
    if invoice.first_due_date is None:
        return [("Due", rest)]
    return [("Deposit due", in_full(invoice.first_due_date)), ("Rest due", rest)]


def _amount_shown_as_due(invoice: Invoice) -> Decimal:
    return invoice.due_now if invoice.status in InvoiceStatus.PAYABLE else invoice.amount_due


def _totals(invoice: Invoice) -> list[tuple[str, str]]:
    totals = [("Total", dollars(invoice.amount))]
    if invoice.first_amount is not None:
        totals.append(("of which deposit", dollars(invoice.first_amount)))
    totals.append(("Paid", dollars(invoice.amount_paid)))
    if invoice.amount_refunded:
        totals.append(("Refunded", dollars(invoice.amount_refunded)))
    if undecided := invoice.amount_disputed - invoice.amount_lost:
        totals.append(("Disputed with your bank", dollars(undecided)))
    if invoice.amount_lost:
        totals.append(("Returned by your bank", dollars(invoice.amount_lost)))
    if invoice.rest_later:
        label = "The rest, due later" if invoice.due_now else "Left to pay, due later"
        totals.append((label, dollars(invoice.rest_later)))
    return totals


def _stamp(invoice: Invoice) -> dict[str, str] | None:
    if invoice.status == InvoiceStatus.PAID and invoice.amount_disputed:
        outcome = "RETURNED" if invoice.amount_lost == invoice.amount_disputed else "DISPUTED"
        return {"kind": "disputed", "text": outcome, "note": dollars(invoice.amount_disputed)}
    text = _STAMPS.get(InvoiceStatus(invoice.status))
    if text is None:
        return None
    note = in_full(invoice.paid_date) if invoice.paid_date else ""
    return {"kind": invoice.status, "text": text, "note": note}


def _payment(payment: InvoicePayment) -> tuple[str, str, str]:
    what = f"Paid{payment.how_paid}"
    if payment.counted_refund:
        what += f", {dollars(payment.counted_refund)} of it refunded"
    if payment.disputed:
        what += ", returned by your bank" if payment.dispute_lost else ", disputed with your bank"
    return in_full(payment.received_at), what, dollars(payment.counted_amount)


def _closing(invoice: Invoice) -> dict[str, str] | None:
    """Return the text about how to pay, around a link to the invoice's checkout. None if nothing is due, or less than
    the minimum for cards.
    """
    if not is_chargeable(invoice.due_now):
        return None
    business = invoice.details["business"]
    payee = ", ".join(filter(None, [business["name"], business.get("address", "")]))
    return {
        "before": "Pay by card at ",
        "url": f"{settings.SITE_URL}/checkout?invoice={invoice.id}{'&part=first' if invoice.rest_later else ''}",
        "shown": f"{settings.SITE_URL}/my-services",
        "after": f" or mail a check to {payee}. Write {invoice.invoice_number} on the check.",
    }

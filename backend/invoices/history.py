"""Recorded payments on invoices, for the customer's payment history (``payments.history``)."""

from typing import Any
from uuid import UUID

from django.db.models import F, QuerySet, Value
from django.db.models.functions import Concat

from accounts.models import User
from invoices.models import PURPOSE, Invoice, InvoicePayment
from payments.history import as_recorded


def recorded_payments(user: User) -> QuerySet[Any]:
    """Return the checks, cash and other recorded payments on the user's invoices."""
    rows = InvoicePayment.objects.filter(invoice__in=Invoice.objects.owned_by(user))
    what = Concat(Value("Invoice "), "invoice__invoice_number")
    return as_recorded(rows, what=what, subject=PURPOSE, subject_id=F("invoice_id"))


def pdf_path(invoice_id: UUID) -> str:
    """Return the path of the invoice's PDF, which lists its payments."""
    return f"/api/invoices/{invoice_id}/pdf"

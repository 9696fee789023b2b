"""Invoices for tests."""

from decimal import Decimal
from itertools import count
from typing import Any

from django.utils import timezone

from invoices.billing import details
from invoices.models import Invoice

_numbers = count(1)


def make_invoice(**changes: Any) -> Invoice:
    """Create an invoice for $500, sent now unless it is a draft. A paid one is paid in full."""
    fields: dict[str, Any] = {
        "invoice_number": f"INV-2025-{next(_numbers):05}",
        "amount": Decimal("500.00"),
        "status": "sent",
        "bill_to_name": "Eleanor Hayes",
        "bill_to_email": "eleanor@example.com",
        "details": details(None, ""),
        **changes,
    }
    if fields["status"] != "draft":
        fields.setdefault("sent_at", timezone.now())
    if fields["status"] == "paid":
        fields = {"paid_date": timezone.now(), "amount_paid": fields["amount"], **fields}
    invoice: Invoice = Invoice.objects.create(**fields)
    return invoice

"""What private links to invoices open. The links to an invoice's quote open it too."""

from accounts.claims import rows_of_address
from invoices.emails import invoice_link
from invoices.models import Invoice, InvoiceStatus
from links.models import LinkKind
from links.resources import MOST_NEW_LINKS, ResourceType
from notifications.planning import plan


def _plan_new_links(email: str, occasion: str) -> None:
    """Plan an email with a new link for each invoice of this address that can be paid."""
    payable = Invoice.objects.filter(status__in=InvoiceStatus.PAYABLE)
    invoices = rows_of_address(payable, email=email, field="bill_to_email")
    for invoice in invoices.order_by("-created_at", "-id")[:MOST_NEW_LINKS]:
        plan(invoice_link, invoice.id, occasion=occasion)


INVOICES = ResourceType(
    model=Invoice,
    path="invoices",
    rows=lambda: Invoice.objects.filter(sent_at__isnull=False),
    plan_new_links=_plan_new_links,
    parent=(LinkKind.QUOTE, "quote_id"),
)

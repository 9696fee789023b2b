"""Private links to invoices. A link to the invoice's quote opens it, too."""

from invoices.emails import invoice_link
from invoices.models import Invoice, InvoiceStatus
from links.models import LinkKind
from links.resources import ResourceType
from notifications.planning import plan

INVOICES = ResourceType(
    model=Invoice,
    path="invoices",
    email_field="bill_to_email",
    rows=lambda: Invoice.objects.filter(sent_at__isnull=False),
    open_rows=lambda: Invoice.objects.filter(status__in=InvoiceStatus.PAYABLE),
    plan_new_link=lambda invoice_id, occasion: plan(invoice_link, invoice_id, occasion=occasion),
    parent=(LinkKind.QUOTE, "quote_id"),
)

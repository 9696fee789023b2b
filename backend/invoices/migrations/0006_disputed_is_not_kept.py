"""What a bank disputes isn't also counted as kept: an invoice would owe back that much too little of another payment."""

from django.db import migrations

FORWARD = """
UPDATE invoices_invoice AS invoice SET amount_kept = payments.kept
FROM (
    SELECT invoice_id,
        coalesce(sum(least(amount_kept, amount - amount_refunded)) FILTER (WHERE NOT disputed), 0) AS kept
    FROM invoices_invoicepayment WHERE taken_back_at IS NULL GROUP BY invoice_id
) AS payments
WHERE payments.invoice_id = invoice.id AND payments.kept <> invoice.amount_kept
"""


class Migration(migrations.Migration):
    dependencies = [("invoices", "0005_disputed_is_not_owed")]
    operations = [migrations.RunSQL(FORWARD, migrations.RunSQL.noop)]

"""Each invoice stores how much of what was paid on it is disputed with a bank."""

from decimal import Decimal

from django.db import migrations, models

FORWARD = """
UPDATE invoices_invoice AS invoice SET amount_disputed = payments.disputed
FROM (
    SELECT invoice_id, sum(amount - amount_refunded) AS disputed FROM invoices_invoicepayment
    WHERE disputed AND taken_back_at IS NULL GROUP BY invoice_id
) AS payments
WHERE payments.invoice_id = invoice.id
"""


class Migration(migrations.Migration):
    dependencies = [("invoices", "0003_entered_by_staff")]
    operations = [
        migrations.AddField(
            "invoice",
            "amount_disputed",
            models.DecimalField(db_default=0, decimal_places=2, default=Decimal("0.00"), max_digits=12),
        ),
        migrations.RunSQL(FORWARD, migrations.RunSQL.noop),
    ]

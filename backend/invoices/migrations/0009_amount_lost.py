"""Each invoice stores how much of what was paid on it a bank has returned to the customer for good."""

from decimal import Decimal

from django.db import migrations, models

FORWARD = """
UPDATE invoices_invoicepayment AS row SET dispute_lost = true FROM payments_payment AS card
WHERE card.id = row.payment_id AND card.dispute_status = 'lost';
UPDATE invoices_invoice AS invoice SET amount_lost = payments.lost
FROM (
    SELECT invoice_id, sum(amount - amount_refunded) AS lost FROM invoices_invoicepayment
    WHERE dispute_lost AND taken_back_at IS NULL GROUP BY invoice_id
) AS payments
WHERE payments.invoice_id = invoice.id
"""


class Migration(migrations.Migration):
    dependencies = [("invoices", "0008_refunded_with_job"), ("payments", "0001_initial")]
    operations = [
        migrations.AddField("invoicepayment", "dispute_lost", models.BooleanField(db_default=False, default=False)),
        migrations.AddField(
            "invoice",
            "amount_lost",
            models.DecimalField(db_default=0, decimal_places=2, default=Decimal("0.00"), max_digits=12),
        ),
        migrations.RunSQL(FORWARD, migrations.RunSQL.noop),
    ]

"""Each tree order stores how much of what was paid on it a bank has returned to the customer for good."""

from decimal import Decimal

from django.db import migrations, models

FORWARD = """
UPDATE trees_treepayment AS row SET dispute_lost = true FROM payments_payment AS card
WHERE card.id = row.payment_id AND card.dispute_status = 'lost';
UPDATE trees_treeorder AS tree SET amount_lost = payments.lost
FROM (
    SELECT order_id, sum(amount - amount_refunded) AS lost FROM trees_treepayment
    WHERE dispute_lost AND taken_back_at IS NULL GROUP BY order_id
) AS payments
WHERE payments.order_id = tree.id
"""


class Migration(migrations.Migration):
    dependencies = [("trees", "0003_disputed_is_not_kept"), ("payments", "0001_initial")]
    operations = [
        migrations.AddField("treepayment", "dispute_lost", models.BooleanField(db_default=False, default=False)),
        migrations.AddField(
            "treeorder",
            "amount_lost",
            models.DecimalField(db_default=0, decimal_places=2, default=Decimal("0.00"), max_digits=10),
        ),
        migrations.RunSQL(FORWARD, migrations.RunSQL.noop),
    ]

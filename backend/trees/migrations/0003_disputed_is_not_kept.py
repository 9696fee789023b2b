"""What a bank disputes isn't also counted as kept: an order would owe back that much too little of another payment."""

from django.db import migrations

FORWARD = """
UPDATE trees_treeorder AS tree SET amount_kept = payments.kept
FROM (
    SELECT order_id,
        coalesce(sum(least(amount_kept, amount - amount_refunded)) FILTER (WHERE NOT disputed), 0) AS kept
    FROM trees_treepayment WHERE taken_back_at IS NULL GROUP BY order_id
) AS payments
WHERE payments.order_id = tree.id AND payments.kept <> tree.amount_kept
"""


class Migration(migrations.Migration):
    dependencies = [("trees", "0002_entered_by_staff")]
    operations = [migrations.RunSQL(FORWARD, migrations.RunSQL.noop)]

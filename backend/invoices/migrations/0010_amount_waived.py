"""What was refunded although no more than the amount was paid is not taken back by a later overpayment."""

from decimal import Decimal

from django.db import migrations, models
from django.db.models import F, Q

FORWARD = """
UPDATE invoices_invoice SET amount_waived = LEAST(amount_refunded, amount + amount_kept + amount_refunded - amount_paid)
WHERE amount_refunded > 0 AND status <> 'cancelled' AND NOT without_job
    AND amount + amount_kept + amount_refunded > amount_paid
"""
OVERPAID = Q(awaits_yes=False) & (
    Q(amount_paid__gt=F("amount_refunded") + F("amount_kept") + F("amount_disputed") + F("amount") - F("amount_waived"))
    | Q(
        Q(status__in=("cancelled",)) | Q(without_job=True),
        amount_paid__gt=F("amount_refunded") + F("amount_kept") + F("amount_disputed"),
    )
)


class Migration(migrations.Migration):
    dependencies = [("invoices", "0009_amount_lost")]
    operations = [
        migrations.AddField(
            "invoice",
            "amount_waived",
            models.DecimalField(db_default=0, decimal_places=2, default=Decimal("0.00"), max_digits=12),
        ),
        migrations.RunSQL(FORWARD, migrations.RunSQL.noop),
        migrations.RemoveIndex("invoice", "invoice_overpaid_new"),
        migrations.AddIndex(
            "invoice",
            models.Index(fields=["-created_at", "-id"], name="invoice_overpaid_new", condition=OVERPAID),
        ),
    ]

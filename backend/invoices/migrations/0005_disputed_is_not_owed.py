"""What a bank disputes is not owed back to the customer."""

from django.db import migrations, models
from django.db.models import F, Q

FORWARD = """
UPDATE invoices_invoicepayment SET amount_owed = 0, owed_since = NULL WHERE disputed AND owed_since IS NOT NULL
"""
OVERPAID = Q(awaits_yes=False) & (
    Q(amount_paid__gt=F("amount_refunded") + F("amount_kept") + F("amount_disputed") + F("amount"))
    | Q(
        Q(status__in=("cancelled",)) | Q(without_job=True),
        amount_paid__gt=F("amount_refunded") + F("amount_kept") + F("amount_disputed"),
    )
)


class Migration(migrations.Migration):
    dependencies = [("invoices", "0004_amount_disputed")]
    operations = [
        migrations.RunSQL(FORWARD, migrations.RunSQL.noop),
        migrations.RemoveIndex("invoice", "invoice_overpaid_new"),
        migrations.AddIndex(
            "invoice",
            models.Index(fields=["-created_at", "-id"], name="invoice_overpaid_new", condition=OVERPAID),
        ),
    ]

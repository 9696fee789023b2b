"""Invoices for quotes that staff entered for customers on the phone belong to no account, like the quotes."""

from django.db import migrations

FORWARD = """
UPDATE invoices_invoice AS invoice SET user_id = NULL FROM quotes_quote AS quote
WHERE quote.id = invoice.quote_id AND quote.user_id IS NULL AND invoice.user_id IS NOT NULL
"""


class Migration(migrations.Migration):
    dependencies = [("invoices", "0002_find_unbilled_work"), ("quotes", "0004_entered_by_staff")]
    operations = [migrations.RunSQL(FORWARD, migrations.RunSQL.noop)]

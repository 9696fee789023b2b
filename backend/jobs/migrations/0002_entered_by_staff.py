"""Visits for quotes that staff entered for customers on the phone belong to no account, like the quotes."""

from django.db import migrations

FORWARD = """
UPDATE jobs_job AS visit SET user_id = NULL FROM quotes_quote AS quote
WHERE quote.id = visit.quote_id AND quote.user_id IS NULL AND visit.user_id IS NOT NULL
"""


class Migration(migrations.Migration):
    dependencies = [("jobs", "0001_initial"), ("quotes", "0004_entered_by_staff")]
    operations = [migrations.RunSQL(FORWARD, migrations.RunSQL.noop)]

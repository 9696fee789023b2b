"""Invoices for quotes that staff entered for customers on the phone belong to no account, like the quotes."""

from django.db import migrations

FORWARD = """
UPDATE invoices_invoice AS entered SET user_id = NULL FROM accounts_user AS staff
WHERE staff.id = entered.user_id AND staff.role IS NOT NULL
    AND lower(entered.bill_to_email COLLATE "C") <> lower(staff.email COLLATE "C")
    AND NOT EXISTS (
        SELECT FROM account_emailaddress AS own
        WHERE own.user_id = staff.id AND own.verified
            AND lower(own.email COLLATE "C") = lower(entered.bill_to_email COLLATE "C")
    )
"""


class Migration(migrations.Migration):
    dependencies = [
        ("invoices", "0001_initial"),
        ("accounts", "0001_initial"),
        ("account", "0001_initial"),
    ]
    operations = [migrations.RunSQL(FORWARD, migrations.RunSQL.noop)]

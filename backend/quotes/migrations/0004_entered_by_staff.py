"""What staff entered for customers on the phone belongs to no account, so that the customers can claim it.

Earlier versions gave it to the account of the administrator.
"""

from django.db import migrations

FORWARD = """
UPDATE quotes_quote AS entered SET user_id = NULL FROM accounts_user AS staff
WHERE staff.id = entered.user_id AND staff.role IS NOT NULL
    AND lower(entered.email COLLATE "C") <> lower(staff.email COLLATE "C")
    AND NOT EXISTS (
        SELECT FROM account_emailaddress AS own
        WHERE own.user_id = staff.id AND own.verified
            AND lower(own.email COLLATE "C") = lower(entered.email COLLATE "C")
    )
"""


class Migration(migrations.Migration):
    dependencies = [
        ("quotes", "0003_unbilled"),
        ("accounts", "0001_initial"),
        ("account", "0001_initial"),
    ]
    operations = [migrations.RunSQL(FORWARD, migrations.RunSQL.noop)]

"""Acceptances and versions of the terms are never changed or deleted: the database refuses to."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION quotes_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'A row of % is never changed', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER acceptance_never_changed BEFORE UPDATE OR DELETE ON quotes_acceptance
FOR EACH ROW EXECUTE FUNCTION quotes_refuse_change();

CREATE TRIGGER terms_never_changed BEFORE UPDATE OR DELETE ON quotes_termsversion
FOR EACH ROW EXECUTE FUNCTION quotes_refuse_change();
"""

BACKWARD = "DROP FUNCTION quotes_refuse_change() CASCADE"


class Migration(migrations.Migration):
    dependencies = [("quotes", "0001_initial")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]

"""Versions of what the owner wrote are never changed or deleted: the database refuses to."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION content_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'A row of % is never changed', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER business_never_changed BEFORE UPDATE OR DELETE ON content_businessversion
FOR EACH ROW EXECUTE FUNCTION content_refuse_change();

CREATE TRIGGER text_never_changed BEFORE UPDATE OR DELETE ON content_textversion
FOR EACH ROW EXECUTE FUNCTION content_refuse_change();
"""

BACKWARD = "DROP FUNCTION content_refuse_change() CASCADE"


class Migration(migrations.Migration):
    dependencies = [("content", "0001_initial")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]

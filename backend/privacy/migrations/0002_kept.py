"""What is kept is never changed, and deleted only when its time has come; an acceptance only once it is kept."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION privacy_keep_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND OLD.delete_after <= (now() AT TIME ZONE 'America/New_York')::date THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'A retained document is never changed, and kept until %', OLD.delete_after
        USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER retained_document_kept BEFORE UPDATE OR DELETE ON privacy_retaineddocument
FOR EACH ROW EXECUTE FUNCTION privacy_keep_document();

CREATE FUNCTION privacy_keep_acceptance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND EXISTS (
        SELECT FROM privacy_retaineddocument AS kept
        WHERE kept.kind = 'acceptance' AND kept.source_id = OLD.id AND kept.data = to_jsonb(OLD)
    ) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'A row of % is never changed', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

DROP TRIGGER acceptance_never_changed ON quotes_acceptance;
CREATE TRIGGER acceptance_never_changed BEFORE UPDATE OR DELETE ON quotes_acceptance
FOR EACH ROW EXECUTE FUNCTION privacy_keep_acceptance();
"""

BACKWARD = """
DROP FUNCTION privacy_keep_acceptance() CASCADE;
DROP FUNCTION privacy_keep_document() CASCADE;
CREATE TRIGGER acceptance_never_changed BEFORE UPDATE OR DELETE ON quotes_acceptance
FOR EACH ROW EXECUTE FUNCTION quotes_refuse_change();
"""


class Migration(migrations.Migration):
    dependencies = [("privacy", "0001_initial"), ("quotes", "0002_never_changed")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]

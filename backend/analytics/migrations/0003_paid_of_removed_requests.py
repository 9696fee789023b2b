"""Money stops counting for the source of a quote or tree order that it no longer belongs to.

An erasure detaches paid invoices from a quote and then deletes it. A payment that staff assigned stays when what it was
assigned to is deleted. The recount finds neither, so the triggers must not keep them.
"""

from django.db import migrations

# Runs while the quotes exist, whichever of them an invoice was moved from and to.
MOVE_INVOICES = """
CREATE FUNCTION analytics_move_paid_of_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO analytics_counterdelta (metric, day, key, number, amount)
    SELECT 'source_paid', analytics_season(q.created_at),
        analytics_source(q.heard_from, q.utm_source, q.utm_campaign),
        sum(side.sign), sum(side.sign * (p.amount - p.amount_refunded))
    FROM new_rows n
    JOIN old_rows o ON o.id = n.id AND o.quote_id IS DISTINCT FROM n.quote_id
    JOIN invoices_invoicepayment p ON p.invoice_id = n.id AND p.taken_back_at IS NULL
    CROSS JOIN LATERAL (VALUES (n.quote_id, 1), (o.quote_id, -1)) AS side (quote_id, sign)
    JOIN quotes_quote q ON q.id = side.quote_id
    GROUP BY 2, 3 HAVING sum(side.sign) <> 0 OR sum(side.sign * (p.amount - p.amount_refunded)) <> 0;
    RETURN NULL;
END $$;

CREATE TRIGGER analytics_move_paid_of_invoices_update AFTER UPDATE ON invoices_invoice
REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
FOR EACH STATEMENT EXECUTE FUNCTION analytics_move_paid_of_invoices();
"""

DROP_PAID = """
CREATE FUNCTION analytics_drop_paid_of_{table}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO analytics_counterdelta (metric, day, key, number, amount)
    SELECT 'source_paid', analytics_season(o.created_at),
        analytics_source(o.heard_from, o.utm_source, o.utm_campaign), -count(*), -sum(paid.amount)
    FROM old_rows o CROSS JOIN LATERAL analytics_money_of('{kind}', o.id) AS paid
    GROUP BY 2, 3;
    RETURN NULL;
END $$;

CREATE TRIGGER analytics_drop_paid_of_{table}_delete AFTER DELETE ON {table}
REFERENCING OLD TABLE AS old_rows
FOR EACH STATEMENT EXECUTE FUNCTION analytics_drop_paid_of_{table}();
"""

TABLES = {"quotes_quote": "quote", "trees_treeorder": "tree_order"}
FORWARD = MOVE_INVOICES + "".join(DROP_PAID.format(table=table, kind=kind) for table, kind in TABLES.items())
BACKWARD = "DROP FUNCTION IF EXISTS analytics_move_paid_of_invoices CASCADE;" + "".join(
    f"DROP FUNCTION IF EXISTS analytics_drop_paid_of_{table} CASCADE;" for table in TABLES
)


class Migration(migrations.Migration):
    dependencies = [("analytics", "0002_triggers")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]

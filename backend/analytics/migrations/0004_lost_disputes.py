"""Money that a bank has returned for good doesn't count as paid, like a refund.

The functions are those of ``0002_triggers`` and ``0003_paid_of_removed_requests``; only the amounts differ.
"""

from django.db import migrations

FUNCTIONS = """
CREATE OR REPLACE FUNCTION analytics_money_of(kind text, id uuid) RETURNS TABLE (amount numeric) LANGUAGE sql STABLE AS $$
    SELECT {received}
    FROM invoices_invoice i JOIN invoices_invoicepayment p ON p.invoice_id = i.id
    WHERE kind = 'quote' AND i.quote_id = analytics_money_of.id AND p.taken_back_at IS NULL
    UNION ALL
    SELECT {received} FROM trees_treepayment p
    WHERE kind = 'tree_order' AND p.order_id = analytics_money_of.id AND p.taken_back_at IS NULL
    UNION ALL
    SELECT {by_card} FROM payments_payment p
    WHERE p.assigned_kind = kind AND p.assigned_id = analytics_money_of.id AND p.reference IS NULL
$$;

CREATE OR REPLACE FUNCTION analytics_recount()
RETURNS TABLE (metric text, day date, key text, number bigint, amount numeric) LANGUAGE sql STABLE AS $$
    SELECT c.metric, c.day, c.key, count(*), 0.00
    FROM quotes_quote q CROSS JOIN LATERAL analytics_of_quote(
        q.created_at, q.city, q.service_package, q.status, q.quote_amount,
        q.tried_at, q.answered_at, q.closed_at, analytics_source(q.heard_from, q.utm_source, q.utm_campaign)) AS c
    GROUP BY 1, 2, 3
    UNION ALL
    SELECT c.metric, c.day, c.key, count(*), 0
    FROM quotes_question q
    CROSS JOIN LATERAL analytics_of_promise(q.created_at, q.tried_at, q.answered_at, q.closed_at) AS c GROUP BY 1, 2, 3
    UNION ALL
    SELECT c.metric, c.day, c.key, count(*), 0
    FROM replies_inquiry i
    CROSS JOIN LATERAL analytics_of_promise(i.created_at, i.tried_at, i.answered_at, i.closed_at) AS c GROUP BY 1, 2, 3
    UNION ALL
    SELECT c.metric, c.day, c.key, count(*), 0
    FROM trees_treeorder t
    CROSS JOIN LATERAL analytics_of_tree_order(t.created_at, t.tried_at, t.answered_at, t.closed_at,
        analytics_source(t.heard_from, t.utm_source, t.utm_campaign)) AS c
    GROUP BY 1, 2, 3
    UNION ALL
    SELECT c.metric, c.day, c.key, count(*), 0
    FROM jobs_job j CROSS JOIN LATERAL analytics_of_job(j.status) AS c GROUP BY 1, 2, 3
    UNION ALL
    SELECT c.metric, c.day, c.key, count(*), 0
    FROM quotes_decline d CROSS JOIN LATERAL analytics_of_decline(d.created_at, d.reason) AS c GROUP BY 1, 2, 3
    UNION ALL
    SELECT c.metric, c.day, c.key, count(*), sum({received})
    FROM invoices_invoicepayment p
    CROSS JOIN LATERAL analytics_of_payment(p.created_at, p.taken_back_at, p.invoice_id) AS c
    GROUP BY 1, 2, 3
    UNION ALL
    SELECT c.metric, c.day, c.key, count(*), sum({received})
    FROM trees_treepayment p CROSS JOIN LATERAL analytics_of_tree_payment(p.created_at, p.taken_back_at, p.order_id) AS c
    GROUP BY 1, 2, 3
    UNION ALL
    SELECT c.metric, c.day, c.key, count(*), sum({by_card})
    FROM payments_payment p CROSS JOIN LATERAL analytics_of_assigned_payment(p.assigned_kind, p.assigned_id, p.reference) AS c
    GROUP BY 1, 2, 3
    UNION ALL
    SELECT 'quote_paid', analytics_season(q.created_at), '', count(*), 0
    FROM quotes_quote q WHERE q.id IN (SELECT quote_id FROM invoices_invoice WHERE status = 'paid') GROUP BY 2
$$;

CREATE OR REPLACE FUNCTION analytics_move_paid_of_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO analytics_counterdelta (metric, day, key, number, amount)
    SELECT 'source_paid', analytics_season(q.created_at),
        analytics_source(q.heard_from, q.utm_source, q.utm_campaign),
        sum(side.sign), sum(side.sign * ({received}))
    FROM new_rows n
    JOIN old_rows o ON o.id = n.id AND o.quote_id IS DISTINCT FROM n.quote_id
    JOIN invoices_invoicepayment p ON p.invoice_id = n.id AND p.taken_back_at IS NULL
    CROSS JOIN LATERAL (VALUES (n.quote_id, 1), (o.quote_id, -1)) AS side (quote_id, sign)
    JOIN quotes_quote q ON q.id = side.quote_id
    GROUP BY 2, 3 HAVING sum(side.sign) <> 0 OR sum(side.sign * ({received})) <> 0;
    RETURN NULL;
END $$;
"""

COUNT = """
CREATE OR REPLACE FUNCTION analytics_count_{table}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO analytics_counterdelta (metric, day, key, number, amount)
        SELECT c.metric, c.day, c.key, count(*), {amount}
        FROM new_rows p CROSS JOIN LATERAL {counted} AS c GROUP BY 1, 2, 3;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO analytics_counterdelta (metric, day, key, number, amount)
        SELECT c.metric, c.day, c.key, -count(*), -{amount}
        FROM old_rows p CROSS JOIN LATERAL {counted} AS c GROUP BY 1, 2, 3;
    ELSE
        INSERT INTO analytics_counterdelta (metric, day, key, number, amount)
        SELECT metric, day, key, sum(number), sum(amount) FROM (
            SELECT c.metric, c.day, c.key, count(*) AS number, {amount} AS amount
            FROM new_rows p CROSS JOIN LATERAL {counted} AS c GROUP BY 1, 2, 3
            UNION ALL
            SELECT c.metric, c.day, c.key, -count(*), -{amount}
            FROM old_rows p CROSS JOIN LATERAL {counted} AS c GROUP BY 1, 2, 3
        ) AS both_sides
        GROUP BY metric, day, key HAVING sum(number) <> 0 OR sum(amount) <> 0;
    END IF;
    RETURN NULL;
END $$;
"""

COUNTED = {
    "invoices_invoicepayment": "analytics_of_payment(p.created_at, p.taken_back_at, p.invoice_id)",
    "trees_treepayment": "analytics_of_tree_payment(p.created_at, p.taken_back_at, p.order_id)",
    "payments_payment": "analytics_of_assigned_payment(p.assigned_kind, p.assigned_id, p.reference)",
}
REPAIR = "DO $$ BEGIN PERFORM analytics_repair_counters(); END $$;"  # corrects the totals


def define(received, by_card):
    """Return the SQL for the amounts that a row ``p`` counts for: of a received payment, and of a card payment."""
    counts = (
        COUNT.format(table=table, counted=counted, amount=f"sum({by_card if table == 'payments_payment' else received})")
        for table, counted in COUNTED.items()
    )
    return FUNCTIONS.format(received=received, by_card=by_card) + "".join(counts) + REPAIR


FORWARD = define(
    "CASE WHEN p.dispute_lost THEN 0 ELSE p.amount - p.amount_refunded END",
    "CASE WHEN p.dispute_status = 'lost' THEN 0 ELSE p.amount_received - p.amount_refunded END",
)
BACKWARD = define("p.amount - p.amount_refunded", "p.amount_received - p.amount_refunded")


class Migration(migrations.Migration):
    dependencies = [
        ("analytics", "0003_paid_of_removed_requests"),
        ("invoices", "0009_amount_lost"),
        ("trees", "0004_amount_lost"),
    ]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]

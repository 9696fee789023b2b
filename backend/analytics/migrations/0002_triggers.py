"""The triggers that keep the counters, and the functions that define what is counted.

Each ``analytics_of_…`` function is the only definition of what a row counts for; the triggers and the recount call it.
They take values instead of row types, and nothing here is a view, so that later migrations can change the tables.
They count by status; groups of statuses are added up by the code that reads the counters.
"""

from django.db import migrations

COUNTED = """
CREATE FUNCTION analytics_day(moment timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS $$
    SELECT (moment AT TIME ZONE 'America/New_York')::date
$$;

-- The first day of the season, a July 1: see common.seasons.
CREATE FUNCTION analytics_season(moment timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS $$
    SELECT (date_trunc('year', moment AT TIME ZONE 'America/New_York' - interval '6 months') + interval '6 months')::date
$$;

-- The promise of a response within 24 hours, for whatever a customer asked at ``asked_at``. A wait that was closed before
-- its deadline without a response counts for nothing; a try is no response.
CREATE FUNCTION analytics_of_promise(
    asked_at timestamptz, tried_at timestamptz, answered_at timestamptz, closed_at timestamptz
) RETURNS TABLE (metric text, day date, key text) LANGUAGE sql IMMUTABLE AS $$
    SELECT 'promise', analytics_season(asked_at), counted.key FROM (VALUES
        ('answered', answered_at IS NOT NULL),
        ('on_time', answered_at <= asked_at + interval '24 hours'),
        ('late', coalesce(answered_at, closed_at) > asked_at + interval '24 hours'),
        ('tried_in_time', tried_at <= asked_at + interval '24 hours'
            AND coalesce(coalesce(answered_at, closed_at) > asked_at + interval '24 hours', true))
    ) AS counted (key, counts) WHERE counted.counts
$$;

-- What analytics.sources tells apart: the customer's answer, and source and name of the campaign.
CREATE FUNCTION analytics_source(heard_from text, utm_source text, utm_campaign text) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
    SELECT heard_from || E'\\x1f' || utm_source || E'\\x1f' || utm_campaign
$$;

CREATE FUNCTION analytics_of_quote(
    created_at timestamptz, city text, package text, status text, amount numeric,
    tried_at timestamptz, answered_at timestamptz, closed_at timestamptz, source text
) RETURNS TABLE (metric text, day date, key text) LANGUAGE sql IMMUTABLE AS $$
    SELECT counted.metric, counted.day, counted.key FROM (VALUES
        ('quote_day', analytics_day(created_at), '', true),
        ('quote_package', NULL, package, true),
        ('quote_city', NULL, city, true),
        ('quote_status', analytics_season(created_at), status, true),
        ('quote_priced', analytics_season(created_at), status, amount IS NOT NULL),
        ('source_quote', analytics_season(created_at), status || E'\\x1f' || source, true)
    ) AS counted (metric, day, key, counts) WHERE counted.counts
    UNION ALL SELECT * FROM analytics_of_promise(created_at, tried_at, answered_at, closed_at)
$$;

CREATE FUNCTION analytics_of_tree_order(
    created_at timestamptz, tried_at timestamptz, answered_at timestamptz, closed_at timestamptz, source text
) RETURNS TABLE (metric text, day date, key text) LANGUAGE sql IMMUTABLE AS $$
    SELECT 'tree_day', analytics_day(created_at), ''
    UNION ALL SELECT 'source_tree', analytics_season(created_at), source
    UNION ALL SELECT * FROM analytics_of_promise(created_at, tried_at, answered_at, closed_at)
$$;

CREATE FUNCTION analytics_of_job(status text)
RETURNS TABLE (metric text, day date, key text) LANGUAGE sql IMMUTABLE AS $$
    SELECT counted.metric, counted.day, counted.key
    FROM (VALUES ('job_status', NULL::date, status)) AS counted (metric, day, key)
$$;

-- Why customers declined, '' if they did not say.
CREATE FUNCTION analytics_of_decline(created_at timestamptz, reason text)
RETURNS TABLE (metric text, day date, key text) LANGUAGE sql IMMUTABLE AS $$
    SELECT 'quote_declined', analytics_season(created_at), reason
$$;

-- A payment on an invoice counts in the month it was made, less its refunds; and for the source of its quote, in the
-- season of the request that the money came from.
CREATE FUNCTION analytics_of_payment(created_at timestamptz, taken_back_at timestamptz, invoice_id uuid)
RETURNS TABLE (metric text, day date, key text) LANGUAGE sql STABLE AS $$
    SELECT 'invoice_month', date_trunc('month', analytics_day(created_at)::timestamp)::date, ''
    WHERE taken_back_at IS NULL
    UNION ALL
    SELECT 'source_paid', analytics_season(q.created_at), analytics_source(q.heard_from, q.utm_source, q.utm_campaign)
    FROM invoices_invoice i JOIN quotes_quote q ON q.id = i.quote_id
    WHERE i.id = analytics_of_payment.invoice_id AND taken_back_at IS NULL
$$;

-- A payment on a tree order counts in the month it was made, and for the source of the order.
CREATE FUNCTION analytics_of_tree_payment(created_at timestamptz, taken_back_at timestamptz, order_id uuid)
RETURNS TABLE (metric text, day date, key text) LANGUAGE sql STABLE AS $$
    SELECT 'tree_month', date_trunc('month', analytics_day(created_at)::timestamp)::date, ''
    WHERE taken_back_at IS NULL
    UNION ALL
    SELECT 'source_paid', analytics_season(t.created_at), analytics_source(t.heard_from, t.utm_source, t.utm_campaign)
    FROM trees_treeorder t WHERE t.id = order_id AND taken_back_at IS NULL
$$;

-- A stranger's payment counts for what staff assigned it to, until it pays for that by a row of its own.
CREATE FUNCTION analytics_of_assigned_payment(assigned_kind text, assigned_id uuid, reference uuid)
RETURNS TABLE (metric text, day date, key text) LANGUAGE sql STABLE AS $$
    SELECT 'source_paid', analytics_season(q.created_at), analytics_source(q.heard_from, q.utm_source, q.utm_campaign)
    FROM quotes_quote q WHERE assigned_kind = 'quote' AND q.id = assigned_id AND reference IS NULL
    UNION ALL
    SELECT 'source_paid', analytics_season(t.created_at), analytics_source(t.heard_from, t.utm_source, t.utm_campaign)
    FROM trees_treeorder t WHERE assigned_kind = 'tree_order' AND t.id = assigned_id AND reference IS NULL
$$;

-- What was paid for a quote or a tree order: an amount for each payment that counts.
CREATE FUNCTION analytics_money_of(kind text, id uuid) RETURNS TABLE (amount numeric) LANGUAGE sql STABLE AS $$
    SELECT p.amount - p.amount_refunded
    FROM invoices_invoice i JOIN invoices_invoicepayment p ON p.invoice_id = i.id
    WHERE kind = 'quote' AND i.quote_id = analytics_money_of.id AND p.taken_back_at IS NULL
    UNION ALL
    SELECT p.amount - p.amount_refunded FROM trees_treepayment p
    WHERE kind = 'tree_order' AND p.order_id = analytics_money_of.id AND p.taken_back_at IS NULL
    UNION ALL
    SELECT p.amount_received - p.amount_refunded FROM payments_payment p
    WHERE p.assigned_kind = kind AND p.assigned_id = analytics_money_of.id AND p.reference IS NULL
$$;
"""

RECOUNT = """
CREATE FUNCTION analytics_recount()
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
    SELECT c.metric, c.day, c.key, count(*), sum(p.amount - p.amount_refunded)
    FROM invoices_invoicepayment p
    CROSS JOIN LATERAL analytics_of_payment(p.created_at, p.taken_back_at, p.invoice_id) AS c
    GROUP BY 1, 2, 3
    UNION ALL
    SELECT c.metric, c.day, c.key, count(*), sum(p.amount - p.amount_refunded)
    FROM trees_treepayment p CROSS JOIN LATERAL analytics_of_tree_payment(p.created_at, p.taken_back_at, p.order_id) AS c
    GROUP BY 1, 2, 3
    UNION ALL
    SELECT c.metric, c.day, c.key, count(*), sum(p.amount_received - p.amount_refunded)
    FROM payments_payment p CROSS JOIN LATERAL analytics_of_assigned_payment(p.assigned_kind, p.assigned_id, p.reference) AS c
    GROUP BY 1, 2, 3
    UNION ALL
    SELECT 'quote_paid', analytics_season(q.created_at), '', count(*), 0
    FROM quotes_quote q WHERE q.id IN (SELECT quote_id FROM invoices_invoice WHERE status = 'paid') GROUP BY 2
$$;

-- One statement, so it sees all tables at one moment; rows written during it are counted by their triggers.
CREATE FUNCTION analytics_repair_counters()
RETURNS TABLE (metric text, day date, key text, number bigint, amount numeric) LANGUAGE sql VOLATILE AS $$
    INSERT INTO analytics_counterdelta (metric, day, key, number, amount)
    SELECT metric, day, key, sum(number), sum(amount) FROM (
        SELECT * FROM analytics_recount()
        UNION ALL SELECT metric, day, key, -number, -amount FROM analytics_countertotal
        UNION ALL SELECT metric, day, key, -number, -amount FROM analytics_counterdelta
    ) AS both_sides
    GROUP BY metric, day, key HAVING sum(number) <> 0 OR sum(amount) <> 0
    RETURNING metric, day, key, number, amount
$$;

CREATE FUNCTION analytics_repair_after_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM analytics_repair_counters();
    RETURN NULL;
END $$;
"""

# The triggers of a table append what its new rows count for, less what its old rows counted for. An update that changes
# no counted column appends nothing.
COUNT = """
CREATE FUNCTION analytics_count_{table}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO analytics_counterdelta (metric, day, key, number, amount)
        SELECT c.metric, c.day, c.key, count(*), {amount}
        FROM new_rows r CROSS JOIN LATERAL {counted} AS c GROUP BY 1, 2, 3;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO analytics_counterdelta (metric, day, key, number, amount)
        SELECT c.metric, c.day, c.key, -count(*), -{amount}
        FROM old_rows r CROSS JOIN LATERAL {counted} AS c GROUP BY 1, 2, 3;
    ELSE
        INSERT INTO analytics_counterdelta (metric, day, key, number, amount)
        SELECT metric, day, key, sum(number), sum(amount) FROM (
            SELECT c.metric, c.day, c.key, count(*) AS number, {amount} AS amount
            FROM new_rows r CROSS JOIN LATERAL {counted} AS c GROUP BY 1, 2, 3
            UNION ALL
            SELECT c.metric, c.day, c.key, -count(*), -{amount}
            FROM old_rows r CROSS JOIN LATERAL {counted} AS c GROUP BY 1, 2, 3
        ) AS both_sides
        GROUP BY metric, day, key HAVING sum(number) <> 0 OR sum(amount) <> 0;
    END IF;
    RETURN NULL;
END $$;
"""

# A quote counts as paid from its first paid invoice on. Payments at the same time for invoices of one quote wait for
# each other, so that exactly one of them counts. There are 64 locks, since one statement may pay thousands of invoices.
COUNT_PAID = """
CREATE FUNCTION analytics_count_paid(quotes uuid[], paid_before uuid[], changed uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(20260701, slot)
    FROM (SELECT DISTINCT hashtext(id::text) & 63 AS slot FROM unnest(quotes) AS id ORDER BY 1) AS slots;
    INSERT INTO analytics_counterdelta (metric, day, key, number, amount)
    SELECT 'quote_paid', analytics_season(created_at), '', sum(after::int - before::int), 0
    FROM (
        SELECT q.created_at,
            EXISTS (SELECT FROM invoices_invoice i WHERE i.quote_id = q.id AND i.status = 'paid') AS after,
            q.id = ANY(paid_before) OR EXISTS (
                SELECT FROM invoices_invoice i WHERE i.quote_id = q.id AND i.status = 'paid' AND i.id <> ALL(changed)
            ) AS before
        FROM quotes_quote q WHERE q.id = ANY(quotes)
    ) AS touched
    WHERE after <> before GROUP BY 2 HAVING sum(after::int - before::int) <> 0;
END $$;

CREATE FUNCTION analytics_count_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    paid_before uuid[] := '{}';
    paid_now uuid[] := '{}';
    changed uuid[] := '{}';
    touched uuid[];
BEGIN
    IF TG_OP <> 'INSERT' THEN
        SELECT coalesce(array_agg(quote_id), '{}') INTO paid_before
        FROM old_rows WHERE status = 'paid' AND quote_id IS NOT NULL;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        SELECT coalesce(array_agg(quote_id), '{}'), coalesce(array_agg(id), '{}') INTO paid_now, changed
        FROM new_rows WHERE status = 'paid' AND quote_id IS NOT NULL;
    END IF;
    SELECT array_agg(DISTINCT id) INTO touched FROM (
        (SELECT unnest(paid_before) EXCEPT ALL SELECT unnest(paid_now))
        UNION ALL (SELECT unnest(paid_now) EXCEPT ALL SELECT unnest(paid_before))
    ) AS differing (id);
    IF touched IS NOT NULL THEN
        PERFORM analytics_count_paid(touched, paid_before, changed);
    END IF;
    RETURN NULL;
END $$;

-- A paid quote that is deleted, or moved to another season, takes its count with it.
CREATE FUNCTION analytics_count_paid_of_quotes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        INSERT INTO analytics_counterdelta (metric, day, key, number, amount)
        SELECT 'quote_paid', analytics_season(r.created_at), '', -count(*), 0 FROM old_rows r
        WHERE EXISTS (SELECT FROM invoices_invoice i WHERE i.quote_id = r.id AND i.status = 'paid') GROUP BY 2;
    ELSE
        INSERT INTO analytics_counterdelta (metric, day, key, number, amount)
        SELECT 'quote_paid', side.season, '', sum(side.number), 0
        FROM new_rows n JOIN old_rows o ON o.id = n.id AND o.created_at <> n.created_at
        CROSS JOIN LATERAL (VALUES (analytics_season(n.created_at), 1), (analytics_season(o.created_at), -1))
            AS side (season, number)
        WHERE EXISTS (SELECT FROM invoices_invoice i WHERE i.quote_id = n.id AND i.status = 'paid')
        GROUP BY 2 HAVING sum(side.number) <> 0;
    END IF;
    RETURN NULL;
END $$;
"""

# The money of a quote or tree order that is moved to another season goes with it.
MOVE_PAID = """
CREATE FUNCTION analytics_move_paid_of_{table}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO analytics_counterdelta (metric, day, key, number, amount)
    SELECT 'source_paid', side.season, side.source, sum(side.sign), sum(side.sign * paid.amount)
    FROM new_rows n
    JOIN old_rows o ON o.id = n.id AND (n.created_at, n.heard_from, n.utm_source, n.utm_campaign)
        <> (o.created_at, o.heard_from, o.utm_source, o.utm_campaign)
    CROSS JOIN LATERAL analytics_money_of('{kind}', n.id) AS paid
    CROSS JOIN LATERAL (VALUES
        (analytics_season(n.created_at), analytics_source(n.heard_from, n.utm_source, n.utm_campaign), 1),
        (analytics_season(o.created_at), analytics_source(o.heard_from, o.utm_source, o.utm_campaign), -1)
    ) AS side (season, source, sign)
    GROUP BY 2, 3 HAVING sum(side.sign) <> 0 OR sum(side.sign * paid.amount) <> 0;
    RETURN NULL;
END $$;
"""

SOURCE = "analytics_source(r.heard_from, r.utm_source, r.utm_campaign)"
TABLES = {
    "quotes_quote": (
        "analytics_of_quote(r.created_at, r.city, r.service_package, r.status, r.quote_amount, "
        f"r.tried_at, r.answered_at, r.closed_at, {SOURCE})",
        "0",
    ),
    "quotes_question": ("analytics_of_promise(r.created_at, r.tried_at, r.answered_at, r.closed_at)", "0"),
    "quotes_decline": ("analytics_of_decline(r.created_at, r.reason)", "0"),
    "replies_inquiry": ("analytics_of_promise(r.created_at, r.tried_at, r.answered_at, r.closed_at)", "0"),
    "trees_treeorder": (
        f"analytics_of_tree_order(r.created_at, r.tried_at, r.answered_at, r.closed_at, {SOURCE})", "0"
    ),
    "jobs_job": ("analytics_of_job(r.status)", "0"),
    "invoices_invoicepayment": (
        "analytics_of_payment(r.created_at, r.taken_back_at, r.invoice_id)", "sum(r.amount - r.amount_refunded)"
    ),
    "trees_treepayment": (
        "analytics_of_tree_payment(r.created_at, r.taken_back_at, r.order_id)", "sum(r.amount - r.amount_refunded)"
    ),
    "payments_payment": (
        "analytics_of_assigned_payment(r.assigned_kind, r.assigned_id, r.reference)", "sum(r.amount_received - r.amount_refunded)"
    ),
}
# What money counts for, and as what payments are assigned to it.
PAID_TABLES = {"quotes_quote": "quote", "trees_treeorder": "tree_order"}


def triggers(table, function, events):
    rows = {
        "INSERT": "REFERENCING NEW TABLE AS new_rows",
        "UPDATE": "REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows",
        "DELETE": "REFERENCING OLD TABLE AS old_rows",
    }
    return "".join(
        f"CREATE TRIGGER {function}_{event.lower()} AFTER {event} ON {table} {rows[event]} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {function}();\n"
        for event in events
    )


def repair_triggers(table):
    return (
        f"CREATE TRIGGER analytics_repair_{table} AFTER TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION analytics_repair_after_truncate();\n"
    )


ALL = ("INSERT", "UPDATE", "DELETE")
FORWARD = [
    COUNTED,
    RECOUNT,
    COUNT_PAID,
    *(MOVE_PAID.format(table=table, kind=kind) for table, kind in PAID_TABLES.items()),
    *(COUNT.format(table=table, counted=counted, amount=amount) for table, (counted, amount) in TABLES.items()),
    *(triggers(table, f"analytics_count_{table}", ALL) for table in TABLES),
    triggers("quotes_quote", "analytics_count_paid_of_quotes", ("UPDATE", "DELETE")),
    *(triggers(table, f"analytics_move_paid_of_{table}", ("UPDATE",)) for table in PAID_TABLES),
    triggers("invoices_invoice", "analytics_count_invoices", ALL),
    *(repair_triggers(table) for table in (*TABLES, "invoices_invoice")),
    "DO $$ BEGIN PERFORM analytics_repair_counters(); END $$;",  # counts the rows that exist already
]
BACKWARD = """
DO $$
DECLARE name regprocedure;
BEGIN
    FOR name IN SELECT oid::regprocedure FROM pg_proc WHERE proname LIKE 'analytics\\_%' LOOP
        EXECUTE 'DROP FUNCTION ' || name || ' CASCADE';
    END LOOP;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("analytics", "0001_initial"),
        ("invoices", "0001_initial"),
        ("jobs", "0001_initial"),
        ("payments", "0001_initial"),
        ("quotes", "0001_initial"),
        ("replies", "0001_initial"),
        ("trees", "0001_initial"),
    ]
    operations = [migrations.RunSQL("".join(FORWARD), BACKWARD)]

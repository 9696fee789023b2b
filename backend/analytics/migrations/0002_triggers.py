"""The triggers that keep the counts, and the functions that say what is counted.

Each ``analytics_of_…`` function says once what a row counts for; the triggers and the recount both ask it. They take
plain values and no row types, and nothing here is a view, so that later migrations may change the counted tables.
They count by status and know no group of statuses: whoever reads the counts adds up a group's.
"""

from django.db import migrations

COUNTED = """
CREATE FUNCTION analytics_day(moment timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS $$
    SELECT (moment AT TIME ZONE 'America/New_York')::date
$$;

-- The first of July before: see common.seasons.
CREATE FUNCTION analytics_season(moment timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS $$
    SELECT (date_trunc('year', moment AT TIME ZONE 'America/New_York' - interval '6 months') + interval '6 months')::date
$$;

CREATE FUNCTION analytics_of_quote(
    created_at timestamptz, city text, package text, status text, amount numeric, answered_at timestamptz
) RETURNS TABLE (figure text, day date, key text) LANGUAGE sql IMMUTABLE AS $$
    SELECT counted.figure, counted.day, counted.key FROM (VALUES
        ('quote_day', analytics_day(created_at), '', true),
        ('quote_package', NULL, package, true),
        ('quote_city', NULL, city, true),
        ('quote_status', analytics_season(created_at), status, true),
        ('quote_priced', analytics_season(created_at), status, amount IS NOT NULL),
        ('promise', analytics_season(created_at), 'answered', answered_at IS NOT NULL),
        ('promise', analytics_season(created_at), 'on_time', answered_at <= created_at + interval '24 hours')
    ) AS counted (figure, day, key, counts) WHERE counted.counts
$$;

CREATE FUNCTION analytics_of_tree_order(created_at timestamptz, answered_at timestamptz)
RETURNS TABLE (figure text, day date, key text) LANGUAGE sql IMMUTABLE AS $$
    SELECT counted.figure, counted.day, counted.key FROM (VALUES
        ('tree_day', analytics_day(created_at), '', true),
        ('promise', analytics_season(created_at), 'answered', answered_at IS NOT NULL),
        ('promise', analytics_season(created_at), 'on_time', answered_at <= created_at + interval '24 hours')
    ) AS counted (figure, day, key, counts) WHERE counted.counts
$$;

CREATE FUNCTION analytics_of_job(status text)
RETURNS TABLE (figure text, day date, key text) LANGUAGE sql IMMUTABLE AS $$
    SELECT counted.figure, counted.day, counted.key
    FROM (VALUES ('job_status', NULL::date, status)) AS counted (figure, day, key)
$$;

-- Money counts in the month it came in, without what of it went back.
CREATE FUNCTION analytics_of_payment(created_at timestamptz, taken_back_at timestamptz)
RETURNS TABLE (figure text, day date, key text) LANGUAGE sql IMMUTABLE AS $$
    SELECT counted.figure, counted.day, counted.key
    FROM (VALUES ('invoice_month', date_trunc('month', analytics_day(created_at)::timestamp)::date, '', taken_back_at IS NULL))
        AS counted (figure, day, key, counts)
    WHERE counted.counts
$$;
"""

RECOUNT = """
CREATE FUNCTION analytics_recount()
RETURNS TABLE (figure text, day date, key text, number bigint, amount numeric) LANGUAGE sql STABLE AS $$
    SELECT c.figure, c.day, c.key, count(*), 0.00
    FROM quotes_quote q CROSS JOIN LATERAL analytics_of_quote(
        q.created_at, q.city, q.service_package, q.status, q.quote_amount, q.answered_at) AS c GROUP BY 1, 2, 3
    UNION ALL
    SELECT c.figure, c.day, c.key, count(*), 0
    FROM trees_treeorder t CROSS JOIN LATERAL analytics_of_tree_order(t.created_at, t.answered_at) AS c GROUP BY 1, 2, 3
    UNION ALL
    SELECT c.figure, c.day, c.key, count(*), 0
    FROM jobs_job j CROSS JOIN LATERAL analytics_of_job(j.status) AS c GROUP BY 1, 2, 3
    UNION ALL
    SELECT c.figure, c.day, c.key, count(*), sum(p.amount - p.amount_refunded)
    FROM invoices_invoicepayment p CROSS JOIN LATERAL analytics_of_payment(p.created_at, p.taken_back_at) AS c
    GROUP BY 1, 2, 3
    UNION ALL
    SELECT 'quote_paid', analytics_season(q.created_at), '', count(*), 0
    FROM quotes_quote q WHERE q.id IN (SELECT quote_id FROM invoices_invoice WHERE status = 'paid') GROUP BY 2
$$;

-- One statement, so all tables are seen as of one moment; what others write meanwhile is not touched.
CREATE FUNCTION analytics_mend()
RETURNS TABLE (figure text, day date, key text, number bigint, amount numeric) LANGUAGE sql VOLATILE AS $$
    INSERT INTO analytics_change (figure, day, key, number, amount)
    SELECT figure, day, key, sum(number), sum(amount) FROM (
        SELECT * FROM analytics_recount()
        UNION ALL SELECT figure, day, key, -number, -amount FROM analytics_total
        UNION ALL SELECT figure, day, key, -number, -amount FROM analytics_change
    ) AS both_sides
    GROUP BY figure, day, key HAVING sum(number) <> 0 OR sum(amount) <> 0
    RETURNING figure, day, key, number, amount
$$;

CREATE FUNCTION analytics_mend_after_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM analytics_mend();
    RETURN NULL;
END $$;
"""

# A trigger of each kind for a table: what its new rows count for, less what the old ones counted for. An update that
# changes nothing counted appends nothing.
KEEP = """
CREATE FUNCTION analytics_keep_{table}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO analytics_change (figure, day, key, number, amount)
        SELECT c.figure, c.day, c.key, count(*), {amount}
        FROM new_rows r CROSS JOIN LATERAL {counted} AS c GROUP BY 1, 2, 3;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO analytics_change (figure, day, key, number, amount)
        SELECT c.figure, c.day, c.key, -count(*), -{amount}
        FROM old_rows r CROSS JOIN LATERAL {counted} AS c GROUP BY 1, 2, 3;
    ELSE
        INSERT INTO analytics_change (figure, day, key, number, amount)
        SELECT figure, day, key, sum(number), sum(amount) FROM (
            SELECT c.figure, c.day, c.key, count(*) AS number, {amount} AS amount
            FROM new_rows r CROSS JOIN LATERAL {counted} AS c GROUP BY 1, 2, 3
            UNION ALL
            SELECT c.figure, c.day, c.key, -count(*), -{amount}
            FROM old_rows r CROSS JOIN LATERAL {counted} AS c GROUP BY 1, 2, 3
        ) AS both_sides
        GROUP BY figure, day, key HAVING sum(number) <> 0 OR sum(amount) <> 0;
    END IF;
    RETURN NULL;
END $$;
"""

# A quote is paid with its first paid invoice, however many there are. Two payments at once for invoices of one quote
# take turns, so that exactly one of them counts; the lock is one of 64, since a statement may pay thousands.
KEEP_PAID = """
CREATE FUNCTION analytics_keep_paid(quotes uuid[], paid_before uuid[], changed uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(20260701, slot)
    FROM (SELECT DISTINCT hashtext(id::text) & 63 AS slot FROM unnest(quotes) AS id ORDER BY 1) AS slots;
    INSERT INTO analytics_change (figure, day, key, number, amount)
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

CREATE FUNCTION analytics_keep_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
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
        PERFORM analytics_keep_paid(touched, paid_before, changed);
    END IF;
    RETURN NULL;
END $$;

-- A quote takes its paid invoice along where it moves to another season or goes.
CREATE FUNCTION analytics_keep_paid_of_quotes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        INSERT INTO analytics_change (figure, day, key, number, amount)
        SELECT 'quote_paid', analytics_season(r.created_at), '', -count(*), 0 FROM old_rows r
        WHERE EXISTS (SELECT FROM invoices_invoice i WHERE i.quote_id = r.id AND i.status = 'paid') GROUP BY 2;
    ELSE
        INSERT INTO analytics_change (figure, day, key, number, amount)
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

TABLES = {
    "quotes_quote": (
        "analytics_of_quote(r.created_at, r.city, r.service_package, r.status, r.quote_amount, r.answered_at)", "0"
    ),
    "trees_treeorder": ("analytics_of_tree_order(r.created_at, r.answered_at)", "0"),
    "jobs_job": ("analytics_of_job(r.status)", "0"),
    "invoices_invoicepayment": (
        "analytics_of_payment(r.created_at, r.taken_back_at)", "sum(r.amount - r.amount_refunded)"
    ),
}


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


def mends(table):
    return (
        f"CREATE TRIGGER analytics_mend_{table} AFTER TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION analytics_mend_after_truncate();\n"
    )


ALL = ("INSERT", "UPDATE", "DELETE")
FORWARD = [
    COUNTED,
    RECOUNT,
    KEEP_PAID,
    *(KEEP.format(table=table, counted=counted, amount=amount) for table, (counted, amount) in TABLES.items()),
    *(triggers(table, f"analytics_keep_{table}", ALL) for table in TABLES),
    triggers("quotes_quote", "analytics_keep_paid_of_quotes", ("UPDATE", "DELETE")),
    triggers("invoices_invoice", "analytics_keep_invoices", ALL),
    *(mends(table) for table in (*TABLES, "invoices_invoice")),
    "DO $$ BEGIN PERFORM analytics_mend(); END $$;",  # what is there already
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
        ("quotes", "0001_initial"),
        ("trees", "0001_initial"),
    ]
    operations = [migrations.RunSQL("".join(FORWARD), BACKWARD)]

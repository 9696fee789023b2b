-- An invoice for each quote whose installation is done, sent on that day; numbers continue the year's.
WITH finished AS (
    SELECT q.*, j.scheduled_date AS done, random() AS chance,
        extract(year FROM j.scheduled_date AT TIME ZONE 'America/New_York')::int AS year
    FROM quotes_quote q JOIN jobs_job j ON j.quote_id = q.id
    WHERE j.kind = 'installation' AND j.status = 'completed' AND q.quote_amount > 0
        AND q.email ~ :made_up
), numbered AS (
    SELECT *, (row_number() OVER (PARTITION BY year ORDER BY done) + coalesce((
        SELECT last FROM invoices_invoicecounter c WHERE c.year = finished.year), 0))::text AS number,
        CASE WHEN chance < 0.9 THEN 'paid' WHEN done > now() - interval '14 days' THEN 'sent' ELSE 'overdue' END
            AS standing
    FROM finished
)
SELECT uuidv7(done - now()) AS id, user_id, id AS quote_id,
    'INV-' || year || '-' || lpad(number, greatest(5, length(number)), '0') AS invoice_number, quote_amount AS amount,
    CASE standing WHEN 'paid' THEN quote_amount ELSE 0 END AS amount_paid, standing AS status,
    (done AT TIME ZONE 'America/New_York')::date + 14 AS due_date, done AS sent_at,
    CASE standing WHEN 'paid' THEN least(now(), done + interval '20 days' * chance) END AS paid_date,
    'Holiday light installation' AS description, full_name AS bill_to_name, email AS bill_to_email,
    street_address || E'\n' || city || ', NH' AS bill_to_address,
    jsonb_build_object(
        'business', jsonb_build_object('name', 'Seacoast Holiday Lights', 'phone', '(603) 555-0148', 'email',
            'hello@seacoastholidaylights.example'),
        'lines', jsonb_build_array(jsonb_build_object('text', 'Holiday light installation', 'notes', '[]'::jsonb))
    ) AS details,
    done AS created_at, now() AS updated_at
FROM numbered ORDER BY done

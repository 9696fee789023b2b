-- Jobs: an installation some weeks after the request, a takedown in January.
WITH visits AS (
    SELECT q.id AS quote_id, q.user_id, q.created_at, kind, random() AS chance, random() AS other_chance,
        CASE kind
            WHEN 'installation' THEN (q.created_at AT TIME ZONE 'America/New_York')::date + 8 + (q.square_footage % 21)
            WHEN 'takedown' THEN make_date(extract(year FROM q.created_at - interval '6 months')::int + 1, 1, 4)
                + (q.square_footage % 24)
        END + make_time(8 + q.square_footage % 7, 0, 0) AS local
    FROM quotes_quote q
    CROSS JOIN LATERAL unnest(CASE WHEN q.status IN ('complete', 'complete_storage')
        THEN ARRAY['installation', 'takedown'] ELSE ARRAY['installation'] END) AS kind
    WHERE q.status IN ('service_scheduled', 'complete', 'complete_storage')
        AND q.email ~ :made_up
    ORDER BY hashtext(q.id::text), kind
    LIMIT :jobs
)
SELECT uuidv7(created_at + interval '3 days' - now()) AS id, quote_id, user_id, kind,
    CASE WHEN local > now() AND chance < 0.03 THEN NULL ELSE local AT TIME ZONE 'America/New_York' END AS scheduled_date,
    CASE WHEN other_chance < 0.03 THEN 'cancelled'
        WHEN local AT TIME ZONE 'America/New_York' > now() THEN 'scheduled'
        WHEN local::date = (now() AT TIME ZONE 'America/New_York')::date THEN 'in_progress'
        ELSE 'completed' END AS status,
    CASE WHEN chance < 0.2 THEN 'Two people, long ladder' ELSE '' END AS notes,
    least(now(), created_at + interval '3 days') AS created_at, now() AS updated_at
FROM visits ORDER BY created_at

-- Quotes: the newest are waiting, older ones have a response, mostly within a day.
WITH staged AS (
    SELECT *, now() - created_at AS age,
        CASE WHEN other_chance < 0.3 THEN 'basic' WHEN other_chance < 0.88 THEN 'premium' ELSE 'commercial' END
            AS service_package
    FROM moments
), answered AS (
    SELECT *, CASE
        WHEN age < interval '20 hours' THEN 'pending'
        WHEN age < interval '4 days' THEN CASE WHEN chance < 0.25 THEN 'pending' WHEN chance < 0.6 THEN 'quoting'
            ELSE 'reviewed' END
        WHEN created_at >= :this_season THEN CASE WHEN chance < 0.001 THEN 'pending' WHEN chance < 0.1 THEN
            'reviewed' WHEN chance < 0.3 THEN 'rejected' WHEN chance < 0.45 THEN 'approved' WHEN chance < 0.97 THEN
            'service_scheduled' ELSE 'complete' END
        ELSE CASE WHEN chance < 0.28 THEN 'rejected' WHEN chance < 0.33 THEN 'reviewed' WHEN chance < 0.8 THEN
            'complete' ELSE 'complete_storage' END
    END AS status FROM staged
)
SELECT uuidv7(created_at - now()) AS id, user_id, full_name, email, phone, city, street AS street_address,
    service_package, square_footage,
    CASE WHEN b < 0.7 THEN created_at::date + (7 + 30 * c)::int END AS preferred_start_date,
    add_ons,
    CASE WHEN c < 0.15 THEN 'The porch roof is slate, please take care.' ELSE '' END AS comments,
    preference = 'sms' AS text_updates, preference AS communication_preference, status,
    CASE WHEN status = 'pending' OR status = 'quoting' AND d < 0.5 THEN NULL
        ELSE round((coalesce(starting_price, 1500) * (1 + 1.8 * e))::numeric / 5) * 5 END AS quote_amount,
    CASE WHEN NOT (status = 'pending' OR status = 'quoting' AND d < 0.5) THEN least(now(),
        created_at + CASE WHEN chance < 0.93 THEN interval '23 hours' * a ELSE interval '1 day' * (1 + 2 * a) END) END
        AS answered_at, estimate,
    -- Most have a day once they are accepted, and most without an answer have been let go.
    CASE status WHEN 'approved' THEN d < 0.95 WHEN 'service_scheduled' THEN d < 0.995 ELSE status LIKE 'complete%' END
        AS has_visit,
    CASE WHEN status = 'reviewed' AND age > interval '10 days' AND b < 0.8 THEN created_at + interval '10 days' END
        AS let_go_at,
    least(now(), created_at + interval '1 day') AS last_word_at, least(now(), created_at + interval '3 days' * b)
        AS accepted_at,
    created_at, least(now(), created_at + interval '3 days' * a) AS updated_at,
    heard_from, utm_source, utm_campaign
FROM answered JOIN people USING (n)
CROSS JOIN LATERAL (SELECT :source) AS sourced
JOIN (VALUES :packages) AS packages (service_package, starting_price) USING (service_package)
CROSS JOIN LATERAL (SELECT (400 + 3600 * a)::int AS square_footage,
    (CASE WHEN d < 0.4 THEN ARRAY['wreaths'] ELSE '{}' END
        || CASE WHEN e < 0.3 THEN ARRAY['timers'] ELSE '{}' END
        || CASE WHEN a < 0.12 THEN ARRAY['rgb'] ELSE '{}' END
        || CASE WHEN status = 'complete_storage' OR b < 0.1 THEN ARRAY['storage'] ELSE '{}' END)::varchar[] AS add_ons
) AS asked
-- Only open requests have one: those of earlier seasons came before estimates were stored.
LEFT JOIN (VALUES :estimates) AS estimates (package, size, extras, estimate)
    ON package = service_package AND size = ceil(square_footage / 500.0) * 500 AND extras = add_ons
        AND status IN ('pending', 'quoting', 'reviewed')
ORDER BY created_at

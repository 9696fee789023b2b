-- Tree orders.
WITH sized AS (
    SELECT *, CASE WHEN a < 0.45 THEN 'modest_6ft' WHEN a < 0.85 THEN 'quality_7_8ft' ELSE 'premium_8_10ft' END AS size,
        b < 0.5 AS stand, c < 0.3 AS lights, d < 0.35 AS wreaths, e < 0.4 AS disposal
    FROM moments
), priced AS (
    SELECT *, CASE WHEN created_at < :this_season THEN CASE WHEN chance < 0.96 THEN 'delivered' ELSE 'cancelled' END
            WHEN created_at > now() - interval '20 hours' THEN 'pending'
            WHEN chance < 0.02 THEN 'pending' WHEN chance < 0.4 THEN 'confirmed' WHEN chance < 0.95 THEN 'scheduled'
            ELSE 'cancelled' END AS status
    FROM sized JOIN (VALUES :tree_sizes) AS sizes (size, tree_price, delivery_price) USING (size)
)
SELECT uuidv7(created_at - now()) AS id, user_id, full_name AS customer_name, email AS customer_email,
    phone AS customer_phone, street AS address_line1, '' AS address_line2, city, 'NH' AS state, zip_code,
    size AS tree_size, tree_price, delivery_price,
    tree_price + delivery_price + stand::int * :include_tree_stand + lights::int * :include_tree_lights
        + wreaths::int * :include_wreaths + disposal::int * :include_disposal AS total_amount,
    stand AS include_tree_stand, lights AS include_tree_lights, wreaths AS include_wreaths,
    disposal AS include_disposal, status,
    CASE WHEN other_chance < 0.7 THEN created_at::date + (5 + 20 * chance)::int END AS preferred_delivery_date,
    CASE WHEN status IN ('scheduled', 'delivered') THEN created_at::date + (5 + 20 * chance)::int END
        AS scheduled_delivery_date,
    CASE WHEN status <> 'pending' THEN least(now(),
        created_at + CASE WHEN e < 0.95 THEN interval '23 hours' * a ELSE interval '1 day' * (1 + 2 * a) END) END
        AS answered_at,
    CASE WHEN other_chance < 0.1 THEN 'Back door, please.' ELSE '' END AS notes, created_at, created_at AS updated_at,
    heard_from, utm_source, utm_campaign
FROM priced JOIN people USING (n)
CROSS JOIN LATERAL (SELECT :source) AS sourced
ORDER BY created_at

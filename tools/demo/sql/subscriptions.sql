-- Storage subscriptions.
SELECT user_id, plan, monthly_amount, status,
    'sub_season' || n AS stripe_subscription_id, started_at, started_at AS created_at, now() AS updated_at,
    'visa' AS card_brand, '4242' AS card_last4,
    CASE WHEN status <> 'canceled' THEN now() + interval '30 days' * chance END AS current_period_end,
    CASE status WHEN 'canceling' THEN now() + interval '30 days' * chance
        WHEN 'canceled' THEN started_at + (now() - started_at) * chance END AS ends_at
FROM (SELECT n, user_id, random() AS chance, now() - interval '480 days' * random() AS started_at,
        CASE WHEN n * 37 % 100 < 85 THEN 'active' WHEN n * 37 % 100 < 88 THEN 'past_due'
            WHEN n * 37 % 100 < 92 THEN 'canceling' ELSE 'canceled' END AS status,
        CASE WHEN n % 100 < 70 THEN 'consumer' WHEN n % 100 < 92 THEN 'business' ELSE 'enterprise' END AS plan
    FROM people WHERE n <= :subscriptions) AS subscribers
JOIN (VALUES :storage_plans) AS plans (plan, monthly_amount) USING (plan)

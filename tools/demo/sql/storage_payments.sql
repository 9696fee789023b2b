-- The monthly card payments of the storage subscriptions.
SELECT uuidv7(paid_at - now()) AS id, user_id, 'storage' AS purpose, id AS reference,
    initcap(plan) || ' storage' AS description, monthly_amount AS amount, monthly_amount AS amount_received,
    'succeeded' AS status, 'pi_season' || replace(id::text, '-', '') || '_' || month AS stripe_payment_intent_id,
    'visa' AS card_brand, '4242' AS card_last4, paid_at AS succeeded_at, paid_at AS created_at, now() AS updated_at
FROM storage_storagesubscription,
    generate_series(started_at, least(ends_at, now()), interval '1 month') WITH ORDINALITY AS months (paid_at, month)
WHERE stripe_subscription_id LIKE 'sub_season%' ORDER BY paid_at

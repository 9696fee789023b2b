-- What Stripe told about the card payments; one in a thousand could not be processed.
SELECT uuidv7(succeeded_at - now()) AS id, 'evt_season' || replace(id::text, '-', '') AS stripe_id,
    'payment_intent.succeeded' AS type, stripe_payment_intent_id AS object_id, stripe_payment_intent_id AS subject_id,
    CASE WHEN abs(hashtext(id::text)) % 1000 = 7 THEN 'failed' ELSE 'processed' END AS state,
    succeeded_at AS processed_at, succeeded_at AS created_at, succeeded_at AS updated_at
FROM payments_payment WHERE stripe_payment_intent_id LIKE 'pi_season%' ORDER BY succeeded_at

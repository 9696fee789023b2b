-- The card payments of the invoices: one in fifty was refunded, one in two hundred is disputed.
WITH paid AS (
    SELECT *, abs(hashtext(id::text)) AS draw FROM invoices_invoice
    WHERE status = 'paid' AND bill_to_email ~ :made_up
)
SELECT uuidv7(paid_date - now()) AS id, user_id, 'invoice' AS purpose, id AS reference,
    'Invoice ' || invoice_number AS description, amount, amount AS amount_received,
    CASE WHEN draw % 50 = 1 THEN amount ELSE 0 END AS amount_refunded, 'succeeded' AS status,
    draw % 200 = 2 AS disputed, CASE WHEN draw % 200 = 2 THEN 'fraudulent' ELSE '' END AS dispute_reason,
    CASE WHEN draw % 200 = 2 THEN paid_date + interval '20 days' END AS bank_deadline,
    'pi_season' || replace(id::text, '-', '') AS stripe_payment_intent_id, 'visa' AS card_brand,
    '4242' AS card_last4, paid_date AS succeeded_at, paid_date AS created_at, now() AS updated_at
FROM paid WHERE draw % 3 > 0 ORDER BY paid_date

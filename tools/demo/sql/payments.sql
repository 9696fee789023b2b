-- Payments of the invoices, by card or by check.
SELECT i.id AS invoice_id, CASE WHEN p.id IS NULL THEN 'check' ELSE 'card' END AS method, i.amount,
    p.id AS payment_id, coalesce(p.amount_refunded, 0) AS amount_refunded,
    i.paid_date AS created_at, now() AS updated_at
FROM invoices_invoice i
LEFT JOIN payments_payment p ON p.reference = i.id AND p.purpose = 'invoice'
WHERE i.status = 'paid' AND i.bill_to_email ~ :made_up ORDER BY i.paid_date

-- Payments of the invoices.
SELECT id AS invoice_id, CASE WHEN hashtext(id::text) % 3 = 0 THEN 'check' ELSE 'card' END AS method, amount,
    paid_date AS created_at, now() AS updated_at
FROM invoices_invoice i WHERE status = 'paid' AND bill_to_email ~ :made_up ORDER BY paid_date

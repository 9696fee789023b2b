-- The next invoice gets the next number.
INSERT INTO invoices_invoicecounter (year, last)
SELECT split_part(invoice_number, '-', 2)::int, max(split_part(invoice_number, '-', 3)::int)
FROM invoices_invoice GROUP BY 1
ON CONFLICT (year) DO UPDATE SET last = excluded.last

-- An email about each quote: its price, or that we have the request. One in a thousand could not be delivered.
SELECT 'email' AS channel, CASE WHEN answered_at IS NULL THEN 'quote-requested' ELSE 'quote-priced' END AS kind,
    CASE WHEN answered_at IS NULL THEN 'stranger' ELSE 'staff' END AS cause,
    jsonb_build_array(email) AS recipients, lower(email) AS recipient_key,
    CASE WHEN answered_at IS NULL THEN 'We have your request' ELSE 'Your quote is ready' END AS subject,
    CASE WHEN failed THEN 'failed' ELSE 'sent' END AS status,
    CASE WHEN failed THEN 'Mailbox unavailable' ELSE '' END AS error, 1 AS attempts, at AS attempted_at,
    CASE WHEN failed THEN at END AS failed_at, CASE WHEN NOT failed THEN at END AS sent_at,
    'quote' AS about_kind, id AS about_id, at AS created_at, at AS updated_at
FROM (
    SELECT *, coalesce(answered_at, created_at) AS at, hashtext(id::text) % 1000 = 3 AS failed FROM quotes_quote
    WHERE email ~ :made_up
) AS asked ORDER BY at

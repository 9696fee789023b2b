-- Their email addresses are verified.
INSERT INTO account_emailaddress (email, verified, "primary", user_id)
SELECT u.email, true, true, u.id FROM accounts_user u JOIN people USING (email)

-- Customers with an account.
SELECT email, '!' AS password, first_name, last_name, now() - interval '500 days' * random() AS created_at,
    now() AS updated_at
FROM people WHERE n <= :users

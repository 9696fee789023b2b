-- Customers. Squaring the random number makes the first names of each list more common.
CREATE TEMP TABLE people AS
WITH words AS (SELECT
    ARRAY['James', 'Mary', 'John', 'Patricia', 'Robert', 'Jennifer', 'Michael', 'Linda', 'David', 'Elizabeth',
          'William', 'Barbara', 'Susan', 'Thomas', 'Jessica', 'Sarah', 'Karen', 'Daniel', 'Nancy', 'Mark', 'Eleanor',
          'Priya', 'Wei', 'José', 'Aisha', 'Liam', 'Olivia', 'Noah', 'Siobhán', 'Tom'] AS first,
    ARRAY['Smith', 'Johnson', 'Williams', 'Brown', 'Jones', 'Miller', 'Davis', 'Martin', 'Thompson', 'White', 'Clark',
          'Lewis', 'Walker', 'Hall', 'Young', 'King', 'Wright', 'Hill', 'Scott', 'Green', 'Adams', 'Baker', 'Nelson',
          'Carter', 'Roberts', 'Turner', 'Phillips', 'Campbell', 'Parker', 'Evans', 'Hayes', 'Okafor', 'Nguyen',
          'Patel', 'Garcia', 'O''Brien', 'Pelletier', 'Bouchard', 'Levesque', 'Whitcomb', 'van der Berg'] AS last,
    ARRAY['Portsmouth', 'Dover', 'Exeter', 'Hampton', 'Other', 'Rye', 'Stratham', 'Newmarket', 'North Hampton',
          'Greenland', 'New Castle', 'Durham', 'Kittery', 'Seabrook', 'Rochester', 'Somersworth', 'Epping', 'Newington',
          'Hampton Falls', 'Kensington', 'Barrington', 'Lee', 'Madbury', 'York', 'Eliot'] AS city,
    ARRAY['03801', '03820', '03833', '03842', '03801', '03870', '03885', '03857', '03862', '03840', '03854', '03824',
          '03904', '03874', '03867', '03878', '03042', '03801', '03844', '03833', '03825', '03861', '03823', '03909',
          '03903'] AS zip,
    ARRAY['Marcy Street', 'Islington Street', 'Maple Avenue', 'Ocean Boulevard', 'Central Avenue', 'Lafayette Road',
          'High Street', 'Elm Street', 'Water Street', 'Winnacunnet Road'] AS street
), drawn AS (
    SELECT n, random() AS a, random() AS b, random() AS c, random() AS d, floor(random() * 900 + 1)::int AS house
    FROM generate_series(1, :people) AS n
)
SELECT n, NULL::uuid AS user_id, first[f] AS first_name, last[l] AS last_name,
    first[f] || ' ' || last[l] AS full_name,
    lower(regexp_replace(translate(first[f] || '.' || last[l], 'éá''', 'ea'), ' ', '', 'g')) || n || '@example.com'
        AS email,
    '603-555-' || lpad((n::bigint * 7919 % 10000)::text, 4, '0') AS phone,
    city[t] AS city, zip[t] AS zip_code, house || ' ' || street[1 + n % 10] AS street,
    CASE WHEN d < 0.6 THEN 'email' WHEN d < 0.8 THEN 'sms' ELSE 'phone' END AS preference
FROM words, drawn, LATERAL (SELECT 1 + floor(30 * a * a)::int, 1 + floor(41 * b * b)::int,
    1 + floor(25 * c * c * c)::int) AS pick (f, l, t)

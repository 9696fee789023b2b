-- Creation times: last season around the start of November, this season more each week until now, and more by day
-- than by night. The random numbers are for the other columns.
CREATE TEMP TABLE moments AS
SELECT *, least(
    CASE WHEN season_draw < 0.55
        THEN (:last_season + (124 + 80 * (a + b + c - 1.5))::int) + time '07:00' + interval '15 hours' * (d + e) / 2
        ELSE (now() AT TIME ZONE 'America/New_York')
            - (1 - greatest(a, b)) * ((now() AT TIME ZONE 'America/New_York') - :this_season)
    END AT TIME ZONE 'America/New_York', now() - interval '1 minute' * e) AS created_at
FROM (SELECT random() AS season_draw, random() AS a, random() AS b, random() AS c, random() AS d, random() AS e,
        random() AS chance, random() AS other_chance, 1 + floor(random() * :people)::int AS n
    FROM generate_series(1, :rows)) AS drawn

"""Recompute who got a response and who waits for what, where earlier versions took a try for a response.

A call that reached no one used to mark its quote or tree order as answered. A response is a price that the customer was
told, a staff comment or a contact that reached them. The questions in threads, which had no deadline, get their rows,
and quotes learn when their customer accepted, what visits they have and when the last word was said.
"""

from django.db import migrations

CALLS = """
    SELECT min(created_at) FILTER (WHERE outcome = 'reached') AS reached_at,
        max(created_at) FILTER (WHERE outcome = 'reached') AS last_reached_at,
        min(created_at) FILTER (WHERE outcome <> 'reached') AS tried_at,
        max(created_at) FILTER (WHERE outcome <> 'reached') AS last_tried_at,
        count(*) FILTER (WHERE outcome <> 'reached') AS tries,
        -- A mark at the moment of a call that reached no one came from it.
        coalesce(bool_or(outcome IN ('voicemail', 'no_answer')
            AND answered_at BETWEEN created_at - interval '1 minute' AND created_at + interval '1 minute'), false)
            AS marked
    FROM desk_call WHERE {subject}
"""
QUOTES = f"""
UPDATE quotes_quote q SET
    answered_at = least(r.priced_at, r.replied_at, r.reached_at, CASE WHEN NOT r.marked THEN q.answered_at END),
    tried_at = CASE WHEN r.tried_at < coalesce(least(r.priced_at, r.replied_at, r.reached_at), 'infinity')
        THEN r.tried_at END,
    tries = CASE WHEN r.last_tried_at > coalesce(r.heard_at, '-infinity') THEN r.tries ELSE 0 END,
    last_tried_at = CASE WHEN r.last_tried_at > coalesce(r.heard_at, '-infinity') THEN r.last_tried_at END,
    clock_at = r.heard_at,
    last_word_at = coalesce(greatest(r.last_word_at, r.heard_at), q.answered_at),
    accepted_at = r.accepted_at, has_visit = r.has_visit, takedown_from = r.takedown_from
FROM (
    SELECT quote.id, said.*, called.*, visits.*, greatest(said.last_replied_at, called.last_reached_at) AS heard_at
    FROM quotes_quote quote
    CROSS JOIN LATERAL (
        SELECT min(created_at) FILTER (WHERE is_price) AS priced_at,
            min(created_at) FILTER (WHERE is_reply) AS replied_at,
            max(created_at) FILTER (WHERE is_reply) AS last_replied_at,
            max(created_at) FILTER (WHERE is_price OR comment_type = 'comment') AS last_word_at,
            max(created_at) FILTER (WHERE comment = 'Status changed to Approved' AND comment_type = 'status_update')
                AS accepted_at
        FROM (
            SELECT *, comment_type = 'status_update' AND comment LIKE 'Quote amount set to %' AS is_price,
                comment_type = 'comment' AND is_staff_comment AS is_reply
            FROM quotes_quotecomment WHERE quote_id = quote.id
        ) AS thread
    ) AS said
    CROSS JOIN LATERAL ({CALLS.format(subject="quote_id = quote.id")}) AS called
    CROSS JOIN LATERAL (
        SELECT coalesce(bool_or(is_planned), false) AS has_visit,
            CASE WHEN NOT bool_or(kind = 'takedown' AND is_planned) THEN max(
                greatest(make_timestamp(extract(year FROM at)::int, 12, 26, 0, 0, 0), at) AT TIME ZONE 'America/New_York'
            ) FILTER (WHERE kind = 'installation' AND status = 'completed') END AS takedown_from
        FROM (
            SELECT *, coalesce(scheduled_date, updated_at) AT TIME ZONE 'America/New_York' AS at,
                scheduled_date IS NOT NULL OR status = 'completed' AS is_planned
            FROM jobs_job WHERE quote_id = quote.id AND status <> 'cancelled'
        ) AS jobs
    ) AS visits
) AS r WHERE r.id = q.id;

UPDATE quotes_quote SET closed_at = updated_at
WHERE answered_at IS NULL AND status NOT IN ('pending', 'quoting', 'reviewed');
"""
# A question begins with the customer's first comment since staff last wrote or reached them. What they do next answers
# it, so the comments with the same answer, or still without one, are one question.
QUESTIONS = """
INSERT INTO quotes_question (quote_id, created_at, updated_at, answered_at)
SELECT quote_id, min(created_at), now(), answered_at FROM (
    SELECT asked.quote_id, asked.created_at, least(
        (SELECT min(created_at) FROM quotes_quotecomment WHERE quote_id = asked.quote_id
            AND created_at > asked.created_at AND comment_type = 'comment' AND is_staff_comment),
        (SELECT min(created_at) FROM desk_call WHERE quote_id = asked.quote_id
            AND created_at > asked.created_at AND outcome = 'reached')
    ) AS answered_at
    FROM quotes_quotecomment asked WHERE comment_type = 'comment' AND NOT is_staff_comment
) AS comments
GROUP BY quote_id, answered_at;

UPDATE quotes_quote q SET question_at = open.created_at FROM quotes_question open
WHERE open.quote_id = q.id AND open.answered_at IS NULL AND open.closed_at IS NULL;
"""
ORDERS = f"""
UPDATE trees_treeorder o SET
    answered_at = least(r.reached_at, CASE WHEN NOT r.marked THEN o.answered_at END),
    reached_at = r.last_reached_at,
    tried_at = CASE WHEN r.tried_at < coalesce(r.reached_at, 'infinity') THEN r.tried_at END,
    tries = CASE WHEN r.last_tried_at > coalesce(r.last_reached_at, '-infinity') THEN r.tries ELSE 0 END,
    last_tried_at = CASE WHEN r.last_tried_at > coalesce(r.last_reached_at, '-infinity') THEN r.last_tried_at END
FROM (
    SELECT ordered.id, called.* FROM trees_treeorder ordered
    CROSS JOIN LATERAL ({CALLS.format(subject="tree_order_id = ordered.id")}) AS called
) AS r WHERE r.id = o.id;

UPDATE trees_treeorder SET closed_at = updated_at WHERE answered_at IS NULL AND status <> 'pending';
"""


class Migration(migrations.Migration):
    dependencies = [("desk", "0001_initial"), ("jobs", "0001_initial")]
    operations = [migrations.RunSQL(sql, migrations.RunSQL.noop) for sql in (QUOTES, QUESTIONS, ORDERS)]

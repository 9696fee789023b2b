-- Some quotes that are not settled have a question without a reply.
WITH asked AS (
    UPDATE quotes_quote SET question_at = least(now(), created_at + interval '2 days')
    WHERE email ~ :made_up AND status IN ('pending', 'quoting', 'reviewed', 'approved') AND let_go_at IS NULL
        AND hashtext(id::text) % 20 = 0
    RETURNING id, question_at
), said AS (
    INSERT INTO quotes_quotecomment (
        quote_id, comment_type, is_staff_comment, comment, attachment_url, created_at, updated_at
    )
    SELECT id, 'comment', false, 'Does that include the dormers?', '', question_at, question_at FROM asked
)
INSERT INTO quotes_question (quote_id, created_at, updated_at) SELECT id, question_at, question_at FROM asked

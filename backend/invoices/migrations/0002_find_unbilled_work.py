"""Find the work that is done and on no invoice, by the rule of ``invoices.unbilled``.

Nothing stored when the work was done, so it counts from the last change of the visits that were completed, or else of
the quote.
"""

from django.db import migrations

FORWARD = """
UPDATE quotes_quote q SET unbilled_since = coalesce(work.done_at, q.updated_at)
FROM (
    SELECT quote.id, max(job.updated_at) FILTER (WHERE job.status = 'completed') AS done_at
    FROM quotes_quote quote LEFT JOIN jobs_job job ON job.quote_id = quote.id AND job.kind = 'installation'
    WHERE quote.status IN ('approved', 'service_scheduled', 'complete', 'complete_storage')
        AND quote.quote_amount IS DISTINCT FROM 0 AND NOT EXISTS (
        SELECT FROM invoices_invoice invoice WHERE invoice.quote_id = quote.id AND invoice.status <> 'cancelled'
    )
    GROUP BY quote.id
    HAVING quote.status IN ('complete', 'complete_storage')
        OR bool_or(job.status = 'completed') AND NOT bool_or(job.status IN ('scheduled', 'in_progress'))
) AS work WHERE work.id = q.id
"""


class Migration(migrations.Migration):
    dependencies = [("invoices", "0001_initial"), ("jobs", "0001_initial"), ("quotes", "0003_unbilled")]
    operations = [migrations.RunSQL(FORWARD, migrations.RunSQL.noop)]

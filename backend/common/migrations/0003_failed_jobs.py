"""An index on the queue's failed jobs, so that /readyz does not read all jobs to count them."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("common", "0002_cache_table"), ("procrastinate", "0041_post_retry_failed_job")]
    operations = [
        migrations.RunSQL(
            "CREATE INDEX common_failed_jobs ON procrastinate_jobs (id) WHERE status = 'failed'",
            "DROP INDEX common_failed_jobs",
        )
    ]

"""The table of the cache, as ``createcachetable`` makes it, so that `migrate` is all that an installation has to run."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("common", "0001_initial")]
    operations = [
        migrations.RunSQL(
            """
            CREATE TABLE common_cache (
                cache_key varchar(255) NOT NULL PRIMARY KEY, value text NOT NULL, expires timestamptz NOT NULL
            );
            CREATE INDEX common_cache_expires ON common_cache (expires);
            """,
            "DROP TABLE common_cache",
        )
    ]

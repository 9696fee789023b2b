"""Counters over all rows, maintained by PostgreSQL triggers (``docs/decisions/0010-counters-kept-by-the-database.md``).

Triggers on the counted tables append to ``CounterDelta``; the worker adds the deltas to ``CounterTotal``. A count is
the sum of both, so writers never wait for each other and counts are always exact. No other code writes to these tables.
"""

from django.db import models


class _Counter(models.Model):
    """The number of rows (``number``) and the sum in US dollars (``amount``) of a metric for a day and a key.

    ``day`` is a day in Eastern time, the first day of a month or season, or None, depending on the metric.
    """

    metric = models.CharField(max_length=30)
    day = models.DateField(null=True)
    key = models.CharField(max_length=255)
    number = models.BigIntegerField()
    amount = models.DecimalField(max_digits=16, decimal_places=2)

    class Meta:
        abstract = True


class CounterTotal(_Counter):
    """The sum of the deltas compacted so far."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["metric", "day", "key"], nulls_distinct=False, name="one_total_per_metric_day_and_key"
            )
        ]

    def __str__(self) -> str:
        return f"{self.metric} {self.day or ''} {self.key}: {self.number}"


class CounterDelta(_Counter):
    """The change made by one statement. Numbers may be negative."""

    def __str__(self) -> str:
        return f"{self.metric} {self.day or ''} {self.key}: {self.number:+}"

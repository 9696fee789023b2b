"""Counters over all rows, kept by PostgreSQL itself (``docs/decisions/0010-counters-kept-by-the-database.md``).

Triggers on the counted tables append to ``CounterDelta``; the worker adds the deltas up in ``CounterTotal``. A counter
is the sum of both, so writers never wait for each other and a counter is exact at any moment. No other code writes to
these tables.
"""

from django.db import models


class _Counter(models.Model):
    """How many rows (``number``) and how much money in US dollars (``amount``) a metric has for a day and a key.

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
    """What one statement changed. Numbers may be negative."""

    def __str__(self) -> str:
        return f"{self.metric} {self.day or ''} {self.key}: {self.number:+}"

"""Counts over all rows, kept up by PostgreSQL itself (``docs/decisions/0010-counts-kept-by-the-database.md``).

Triggers on the counted tables append to ``Change``; the worker folds changes into ``Total``. A count is the sum of
both, so nobody who writes waits for anybody else, and it is exact at every moment. Nothing else writes here.
"""

from django.db import models


class _Count(models.Model):
    """``number`` rows, and their money (US dollars) where the figure has any, for a figure, a day and a key.

    ``day`` is a day where the business lives, the first day of a month or of a season, or none.
    """

    figure = models.CharField(max_length=30)
    day = models.DateField(null=True)
    key = models.CharField(max_length=100)
    number = models.BigIntegerField()
    amount = models.DecimalField(max_digits=16, decimal_places=2)

    class Meta:
        abstract = True


class Total(_Count):
    """What has been folded."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["figure", "day", "key"], nulls_distinct=False, name="one_total_per_figure_day_and_key"
            )
        ]

    def __str__(self) -> str:
        return f"{self.figure} {self.day or ''} {self.key}: {self.number}"


class Change(_Count):
    """What one statement changed, not folded yet; numbers may be negative."""

    def __str__(self) -> str:
        return f"{self.figure} {self.day or ''} {self.key}: {self.number:+}"

"""Phone calls to customers."""

from django.db import models
from django.db.models import Q

from accounts.models import User
from common.models import Record
from quotes.models import Quote
from trees.models import TreeOrder


class CallOutcome(models.TextChoices):
    REACHED = "reached"
    VOICEMAIL = "voicemail"
    NO_ANSWER = "no_answer"
    WRONG_NUMBER = "wrong_number"


class Call(Record):
    """A call about a quote or a tree order."""

    quote = models.ForeignKey(
        Quote, null=True, blank=True, on_delete=models.CASCADE, related_name="calls", db_index=False
    )
    tree_order = models.ForeignKey(
        TreeOrder, null=True, blank=True, on_delete=models.CASCADE, related_name="calls", db_index=False
    )
    author = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    outcome = models.CharField(max_length=20, choices=CallOutcome)
    note = models.TextField(blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["quote", "-created_at", "-id"], name="call_quote_new", condition=~Q(quote=None)),
            models.Index(
                fields=["tree_order", "-created_at", "-id"], name="call_tree_order_new", condition=~Q(tree_order=None)
            ),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(outcome__in=CallOutcome.values), name="call_outcome_known"),
            models.CheckConstraint(
                condition=Q(quote=None, tree_order__isnull=False) | Q(quote__isnull=False, tree_order=None),
                name="call_about_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_outcome_display()}: {self.note[:60]}"

    @property
    def author_name(self) -> str:
        """Who called; blank if their account was deleted."""
        return self.author.first_name or self.author.email if self.author else ""

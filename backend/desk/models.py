"""Calls to customers, saved replies, and the kinds of rows in the queue."""

from django.db import models
from django.db.models import Q

from accounts.models import User
from common.models import Record, newest_first
from common.statuses import SharedChoices
from quotes.models import Quote
from replies.models import Inquiry
from trees.models import TreeOrder


class QueueKind(SharedChoices):
    """Why someone is waiting. Rows with the same deadline are sorted in this order."""

    QUOTE = "quote"
    QUESTION = "question"
    ACCEPTED = "accepted"
    SILENT = "silent", "Follow up"
    TREE_ORDER = "tree_order", "Tree call"
    TREE_DAY = "tree_day", "Tree day"
    PAYMENT = "payment"
    MESSAGE = "message", "Message failed"


class CallOutcome(models.TextChoices):
    REACHED = "reached"
    VOICEMAIL = "voicemail"
    NO_ANSWER = "no_answer"
    WRONG_NUMBER = "wrong_number"


class CallChannel(models.TextChoices):
    PHONE = "phone"
    TEXT = "text"
    EMAIL = "email"


class Call(Record):
    """A call, text or email to a customer about a quote, a tree order or a question without a quote (``inquiry``). The
    next try is due at ``retry_at``, None if no other is needed.
    """

    quote = models.ForeignKey(
        Quote, null=True, blank=True, on_delete=models.CASCADE, related_name="calls", db_index=False
    )
    tree_order = models.ForeignKey(
        TreeOrder, null=True, blank=True, on_delete=models.CASCADE, related_name="calls", db_index=False
    )
    inquiry = models.ForeignKey(
        Inquiry, null=True, blank=True, on_delete=models.CASCADE, related_name="calls", db_index=False
    )
    author = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    outcome = models.CharField(max_length=20, choices=CallOutcome)
    channel = models.CharField(max_length=10, choices=CallChannel, default=CallChannel.PHONE)
    note = models.TextField(blank=True)
    retry_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["quote", "-created_at", "-id"], name="call_quote_new", condition=~Q(quote=None)),
            models.Index(
                fields=["tree_order", "-created_at", "-id"], name="call_tree_order_new", condition=~Q(tree_order=None)
            ),
            models.Index(fields=["inquiry", "-created_at", "-id"], name="call_inquiry_new", condition=~Q(inquiry=None)),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(outcome__in=CallOutcome.values), name="call_outcome_known"),
            models.CheckConstraint(condition=Q(channel__in=CallChannel.values), name="call_channel_known"),
            models.CheckConstraint(
                condition=Q(quote__isnull=False, tree_order=None, inquiry=None)
                | Q(quote=None, tree_order__isnull=False, inquiry=None)
                | Q(quote=None, tree_order=None, inquiry__isnull=False),
                name="call_about_one_thing",
            ),
        ]

    def __str__(self) -> str:
        outcome = self.get_outcome_display()
        return f"{outcome}: {self.note[:60]}" if self.note else outcome

    @property
    def author_name(self) -> str:
        """The staff member's name, blank if their account was deleted."""
        return self.author.first_name or self.author.email if self.author else ""


class SavedReply(Record):
    """A text that staff often send. The client replaces {name} and {price} in it with the customer's."""

    title = models.CharField(max_length=100)
    text = models.TextField()

    class Meta:
        indexes = [newest_first("savedreply_new")]
        verbose_name_plural = "saved replies"

    def __str__(self) -> str:
        return self.title

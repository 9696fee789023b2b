"""Incoming texts, emails and missed calls, and inquiries by people without an open quote."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from common.models import Record, newest_first
from common.response_deadlines import ResponseDeadline
from trees.models import TreeOrder


class InboundKind(models.TextChoices):
    TEXT = "text"
    EMAIL = "email"
    CALL = "call"


class InboundState(models.TextChoices):
    """``ignored``: staff don't need to see it, for the reason in ``note``."""

    RECEIVED = "received"
    PROCESSED = "processed"
    IGNORED = "ignored"


# Not processed by the worker yet.
WAITING_INBOUND = Q(state=InboundState.RECEIVED)
# Staff have neither responded nor marked it "no reply needed".
OPEN_INQUIRIES = Q(answered_at=None, closed_at=None)


class Inbound(Record):
    """A text, an email or a missed call as its provider reported it, stored before it is processed.

    ``provider_id`` is the provider's ID, so a repeated report does not create a second row. ``contents`` is the input
    of the worker (see ``replies.texts``, ``mailbox`` and ``calls``); it is emptied after 30 days, since the comment or
    inquiry made from it is kept. ``note`` says what became of it.
    """

    kind = models.CharField(max_length=10, choices=InboundKind)
    provider_id = models.CharField(max_length=100)
    sender = models.CharField(max_length=320)
    contents = models.JSONField()
    state = models.CharField(max_length=10, choices=InboundState, default=InboundState.RECEIVED)
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name_plural = "inbound"
        indexes = [
            newest_first("inbound_new"),
            models.Index(fields=["sender", "created_at"], name="inbound_sender"),
            models.Index(fields=["created_at"], name="inbound_waiting", condition=WAITING_INBOUND),
            models.Index(fields=["created_at"], name="inbound_contents", condition=~Q(contents={})),
        ]
        constraints = [
            models.UniqueConstraint(fields=["kind", "provider_id"], name="inbound_once"),
            models.CheckConstraint(condition=Q(kind__in=InboundKind.values), name="inbound_kind_known"),
            models.CheckConstraint(condition=Q(state__in=InboundState.values), name="inbound_state_known"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} from {self.sender}"


class Inquiry(Record, ResponseDeadline):
    """A text, email or missed call by someone without an open quote: a question on the desk until staff respond. Each
    sender has at most one open inquiry, and everything they write until then is added to it.

    ``sender`` is their number (E.164) or the key of their email address. ``name``, ``email``, ``phone`` and ``user``
    are copied from the newest quote or order with that number or address; without one, they are blank and
    ``is_customer`` is False. ``tree_order`` is the one whose email they last replied to, otherwise their open order,
    ``retry_at`` when to contact them again, and ``closed_by`` who decided that no reply is needed.
    """

    sender = models.CharField(max_length=320)
    is_customer = models.BooleanField(default=False)
    name = models.CharField(max_length=200, blank=True)
    email = models.CharField(max_length=254, blank=True)
    phone = models.CharField(max_length=40, blank=True)
    user = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    tree_order = models.ForeignKey(
        TreeOrder, null=True, blank=True, on_delete=models.SET_NULL, related_name="inquiries"
    )
    retry_at = models.DateTimeField(null=True, blank=True, editable=False)
    closed_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        verbose_name_plural = "inquiries"
        indexes = [models.Index(fields=["created_at", "id"], name="inquiry_open", condition=OPEN_INQUIRIES)]
        constraints = [
            models.UniqueConstraint(fields=["sender"], name="one_open_inquiry", condition=OPEN_INQUIRIES),
        ]

    def __str__(self) -> str:
        return f"{self.sender}, {timezone.localdate(self.created_at)}"

    @property
    def number(self) -> str:
        """The number (E.164) of a text or call, "" for an email."""
        return self.sender if self.sender.startswith("+") else ""

    @property
    def thread(self) -> list["InquiryEntry"]:
        """The entries, oldest first."""
        return list(self.entries.order_by("created_at", "id"))


class InquiryEntry(Record):
    """One text, email or missed call of an inquiry; ``words`` is what the desk shows."""

    inquiry = models.ForeignKey(Inquiry, on_delete=models.CASCADE, related_name="entries", db_index=False)
    kind = models.CharField(max_length=10, choices=InboundKind)
    words = models.TextField()

    class Meta:
        verbose_name_plural = "inquiry entries"
        indexes = [models.Index(fields=["inquiry", "created_at", "id"], name="inquiryentry_thread")]
        constraints = [models.CheckConstraint(condition=Q(kind__in=InboundKind.values), name="inquiryentry_kind_known")]

    def __str__(self) -> str:
        return self.words[:60]

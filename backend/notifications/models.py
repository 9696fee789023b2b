"""The outbox: every message to a person is stored first and then delivered by the worker."""

from django.db import models
from django.db.models import Q

from common.email_kinds import Cause
from common.models import Record, newest_first
from common.statuses import Badge, Mark, Status, Tone, group


class Channel(models.TextChoices):
    EMAIL = "email"
    SMS = "sms"


class MessageStatus(Status):
    """``failed``: the last attempt failed. ``skipped``: not attempted, since strangers had caused too many of its kind
    for one recipient.
    """

    QUEUED = "queued", Badge(Tone.BLUE, Mark.RING)
    SENT = "sent", Badge(Tone.EVERGREEN)
    FAILED = "failed", Badge(Tone.RED)
    SKIPPED = "skipped", Badge(Tone.DIM)

    # No more attempts, unless staff sends it again.
    FINAL = group(SENT, FAILED, SKIPPED)


class Message(Record):
    """A message to a person. ``raw`` is the whole email (RFC 5322), or the text of a text message; it is emptied after
    ``content_until``, which is None from then on. The rest stays, for the history of what was sent.

    ``recipient_key`` is the address in the form that limits compare. ``composed_by`` is the job of the queue that
    composed the message, if one did. ``attempted_at`` is the moment of the first
    attempt and stays the same for the next ones. ``claimed_until`` is set while a worker sends the message, and no
    other worker touches it before that moment. ``error`` is the reason of the last failure, or of a skip.
    """

    channel = models.CharField(max_length=10, choices=Channel)
    kind = models.SlugField(max_length=60, db_index=False)
    cause = models.CharField(max_length=10, choices=Cause)
    sender = models.CharField(max_length=320, blank=True)
    recipients = models.JSONField()
    recipient_key = models.CharField(max_length=320)
    subject = models.CharField(max_length=998, blank=True)
    raw = models.BinaryField()
    content_until = models.DateTimeField(null=True, blank=True)
    status = models.CharField(max_length=10, choices=MessageStatus, default=MessageStatus.QUEUED)
    error = models.TextField(blank=True)
    composed_by = models.BigIntegerField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    attempted_at = models.DateTimeField(null=True, blank=True)
    claimed_until = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            newest_first("message_new"),
            # For counting what strangers recently caused for a recipient.
            models.Index(
                fields=["recipient_key", "kind", "created_at"],
                condition=Q(cause=Cause.STRANGER) & ~Q(status=MessageStatus.SKIPPED),
                name="message_limits",
            ),
            models.Index(fields=["composed_by"], condition=Q(composed_by__isnull=False), name="message_composed_by"),
            models.Index(fields=["created_at"], condition=Q(status=MessageStatus.QUEUED), name="message_queued"),
            models.Index(fields=["content_until"], condition=~Q(content_until=None), name="message_content"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(channel__in=Channel.values), name="message_channel_known"),
            models.CheckConstraint(condition=Q(status__in=MessageStatus.values), name="message_status_known"),
            models.CheckConstraint(condition=Q(cause__in=Cause.values), name="message_cause_known"),
        ]

    def __str__(self) -> str:
        return f"{self.subject} ({self.status})"

"""The outbox: every message to a person is a row first, then delivered by the worker."""

from django.db import models
from django.db.models import Q

from common.models import Record, newest_first


class Channel(models.TextChoices):
    """How a message travels."""

    EMAIL = "email"
    SMS = "sms"


class MessageStatus(models.TextChoices):
    """Whether it has left. ``failed`` means that it was tried for the last time."""

    QUEUED = "queued"
    SENT = "sent"
    FAILED = "failed"


class Message(Record):
    """A message to a person. ``raw`` is the whole e-mail (RFC 5322), or the text of a text message."""

    channel = models.CharField(max_length=10, choices=Channel)
    sender = models.CharField(max_length=320, blank=True)
    recipients = models.JSONField()
    subject = models.CharField(max_length=998, blank=True)
    raw = models.BinaryField()
    status = models.CharField(max_length=10, choices=MessageStatus, default=MessageStatus.QUEUED)
    error = models.TextField(blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [newest_first("message_new")]
        constraints = [
            models.CheckConstraint(condition=Q(channel__in=Channel.values), name="message_channel_known"),
            models.CheckConstraint(condition=Q(status__in=MessageStatus.values), name="message_status_known"),
        ]

    def __str__(self) -> str:
        return f"{self.subject} ({self.status})"

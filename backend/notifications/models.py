"""The outbox: every message is stored first and then delivered by the worker."""

from uuid import UUID

from django.db import models
from django.db.models import Q
from django.db.models.functions import Coalesce, Collate, Now

from common.email_kinds import Cause
from common.models import Record, newest_first
from common.statuses import Badge, Mark, Status, Tone, group


class Channel(models.TextChoices):
    EMAIL = "email"
    SMS = "sms"


class MessageStatus(Status):
    """``failed``: the last attempt failed. ``skipped``: deliberately not sent, for the reason in ``error``."""

    QUEUED = "queued", Badge(Tone.BLUE, Mark.RING)
    SENT = "sent", Badge(Tone.EVERGREEN)
    FAILED = "failed", Badge(Tone.RED)
    SKIPPED = "skipped", Badge(Tone.DIM)

    # No more attempts, unless staff send it again.
    FINAL = group(SENT, FAILED, SKIPPED)


class Delivery(models.TextChoices):
    """The delivery status of a text, as Twilio reported it. ``sent``: the carrier accepted it."""

    SENT = "sent"
    DELIVERED = "delivered"
    FAILED = "failed"


class AboutKind(models.TextChoices):
    """The kind of row that a message is about. Account emails, such as sign-in codes, have none."""

    QUOTE = "quote"
    TREE_ORDER = "tree_order"
    INVOICE = "invoice"
    PAYMENT = "payment"
    SUBSCRIPTION = "subscription"
    QUESTION = "question"


# Emails about a row that failed, and whose recipients have not been reached in another way since (see common.literals).
# Failed texts don't count, since the email is sent instead.
FAILED_MESSAGES = Q(status=MessageStatus.FAILED, reached_at=None, channel=Channel.EMAIL) & ~Q(about_kind="")


class Message(Record):
    """An email or text to a person. ``raw`` is the whole email (RFC 5322) or the body of a text. It is emptied after
    ``content_until``, which is then set to None; the rest stays as a record of what was sent.

    A planned message has an ``occasion``: there is only one message per kind, channel, row and occasion. It is composed
    at each attempt, the first not before ``not_before``; until then it has no recipient and no content. ``tells`` has
    the facts that later messages depend on, such as the day of a visit. Account emails have no occasion and are
    composed at once.

    ``recipient_key`` is the normalized address (``notifications.limits``). ``attempted_at`` is the time of the first
    attempt. While ``claimed_until`` is in the future, a worker is sending the message and no other worker touches it.
    ``error`` is the reason for the last failure or for skipping. ``reached_at`` is when staff reached the recipient of
    a failed message in another way.

    A text is planned while the email beside it is composed (``notifications.texting``). ``not_texted`` is why the
    recipient of an email, who wants texts, got none. ``provider_id`` is Twilio's ID of a text, and ``delivery`` its
    last reported status.
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
    attempts = models.PositiveSmallIntegerField(default=0)
    attempted_at = models.DateTimeField(null=True, blank=True)
    claimed_until = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    failed_at = models.DateTimeField(null=True, blank=True)
    reached_at = models.DateTimeField(null=True, blank=True)
    about_kind = models.CharField(max_length=20, choices=AboutKind, blank=True, db_default="")
    about_id = models.UUIDField(null=True, blank=True)
    occasion = models.CharField(max_length=120, blank=True, db_default="")
    not_before = models.DateTimeField(null=True, blank=True)
    tells = models.JSONField(null=True, blank=True)
    not_texted = models.TextField(blank=True, db_default="")
    provider_id = models.CharField(max_length=64, blank=True, db_default="")
    delivery = models.CharField(max_length=10, choices=Delivery, blank=True, db_default="")
    reported_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            newest_first("message_new"),
            newest_first("message_status_new", "status"),
            models.Index(fields=["kind", "status", "-created_at", "-id"], name="message_kind_new"),
            # For searching by person: an address or its beginning, or the row a message is about.
            models.Index(Collate("recipient_key", "C"), name="message_recipient"),
            models.Index(fields=["about_id"], condition=~Q(about_id=None), name="message_about"),
            models.Index(fields=["failed_at", "id"], condition=FAILED_MESSAGES, name="message_failed"),
            # For the limits on messages that strangers cause.
            models.Index(
                fields=["recipient_key", "kind", "created_at"],
                condition=Q(cause=Cause.STRANGER) & ~Q(status=MessageStatus.SKIPPED),
                name="message_limits",
            ),
            models.Index(
                Coalesce("not_before", "created_at"), condition=Q(status=MessageStatus.QUEUED), name="message_queued"
            ),
            models.Index(fields=["content_until"], condition=~Q(content_until=None), name="message_content"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "about_kind", "about_id", "occasion", "channel"],
                condition=~Q(occasion=""),
                nulls_distinct=False,
                name="message_once",
            ),
            models.CheckConstraint(condition=Q(channel__in=Channel.values), name="message_channel_known"),
            models.CheckConstraint(condition=Q(status__in=MessageStatus.values), name="message_status_known"),
            models.CheckConstraint(condition=Q(delivery__in=["", *Delivery.values]), name="message_delivery_known"),
            models.CheckConstraint(condition=Q(cause__in=Cause.values), name="message_cause_known"),
            models.CheckConstraint(
                condition=Q(about_kind="", about_id=None) | Q(about_kind__in=AboutKind.values, about_id__isnull=False),
                name="message_about_one_thing",
            ),
            models.CheckConstraint(
                condition=~Q(status=MessageStatus.FAILED) | Q(failed_at__isnull=False),
                name="message_failed_has_its_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.subject} ({self.status})"

    @property
    def recipient(self) -> str:
        """The address or number that it goes to, "" before it is composed."""
        return str(self.recipients[0]) if self.recipients else ""

    @property
    def is_planned(self) -> bool:
        """Whether it is composed when it is sent, from the current rows."""
        return bool(self.occasion)

    @property
    def can_be_sent(self) -> bool:
        """Whether its content is still stored or can be composed again."""
        return self.is_planned or self.content_until is not None

    @property
    def row_id(self) -> UUID:
        """The ID of the row that it is about. Raises ValueError if there is none."""
        if self.about_id is None:
            raise ValueError("The message is about no row")
        return self.about_id

    @property
    def quote_id(self) -> UUID | None:
        return self._about(AboutKind.QUOTE)

    @property
    def tree_order_id(self) -> UUID | None:
        return self._about(AboutKind.TREE_ORDER)

    @property
    def invoice_id(self) -> UUID | None:
        return self._about(AboutKind.INVOICE)

    @property
    def payment_id(self) -> UUID | None:
        return self._about(AboutKind.PAYMENT)

    @property
    def subscription_id(self) -> UUID | None:
        return self._about(AboutKind.SUBSCRIPTION)

    def _about(self, kind: AboutKind) -> UUID | None:
        return self.about_id if self.about_kind == kind else None


class Unsubscription(models.Model):
    """A recipient who gets no offers, only messages about their own orders (``notifications.unsubscribing``)."""

    recipient_key = models.CharField(max_length=320, primary_key=True)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    def __str__(self) -> str:
        return self.recipient_key

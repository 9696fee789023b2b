"""Alerts, the messages about them, and the errors they are based on."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from notifications.models import Channel


class Alert(models.Model):
    """A failing check (``name``), from its first failure until it has passed for a while.

    A check has at most one open alert. ``fine_since`` is set while the check passes. ``has_end`` is False for something
    that only happens, such as an error in a visitor's browser: the alert ends at once, without a second message.
    """

    name = models.CharField(max_length=60)
    title = models.CharField(max_length=100)
    sentence = models.TextField()
    what_to_do = models.TextField(blank=True)
    has_end = models.BooleanField(default=True)
    opened_at = models.DateTimeField(default=timezone.now, db_index=True)
    fine_since = models.DateTimeField(null=True, blank=True)
    over_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["name"], condition=Q(over_at=None), name="alert_open_once"),
        ]

    def __str__(self) -> str:
        return f"{self.title} ({'over' if self.over_at else 'open'})"


class Moment(models.TextChoices):
    """When a message about an alert is sent."""

    START = "start"
    END = "end"


class AlertMessage(models.Model):
    """A message about an alert, one for each channel.

    ``claimed_until`` is set while a process sends it and, after a failure, until the next attempt. ``error`` says why
    the last attempt failed.
    """

    alert = models.ForeignKey(Alert, on_delete=models.CASCADE, related_name="messages")
    moment = models.CharField(max_length=10, choices=Moment)
    channel = models.CharField(max_length=10, choices=Channel)
    created_at = models.DateTimeField(default=timezone.now)
    claimed_until = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    dropped_at = models.DateTimeField(null=True, blank=True)
    error = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["alert", "moment", "channel"], name="alert_message_once"),
            models.CheckConstraint(condition=Q(moment__in=Moment.values), name="alert_message_moment_known"),
            models.CheckConstraint(condition=Q(channel__in=Channel.values), name="alert_message_channel_known"),
        ]
        indexes = [
            models.Index(fields=["created_at"], condition=Q(sent_at=None, dropped_at=None), name="alert_message_open"),
        ]

    def __str__(self) -> str:
        return f"{self.alert} {self.moment} {self.channel}"


class ServerError(models.Model):
    """A request that failed because of an error in our code. Kept for a day."""

    at = models.DateTimeField(default=timezone.now, db_index=True)
    reference = models.CharField(max_length=64)
    error = models.CharField(max_length=100)

    def __str__(self) -> str:
        return f"{self.error} ({self.reference})"


class BrowserError(models.Model):
    """A kind of error that visitors' browsers reported.

    ``fingerprint`` is the same for errors in the same place of the code. ``told_at`` is when the owner was alerted.
    """

    fingerprint = models.CharField(max_length=64, primary_key=True)
    message = models.CharField(max_length=500)
    path = models.CharField(max_length=200)
    build = models.CharField(max_length=64, blank=True)
    reports = models.PositiveIntegerField(default=1)
    first_at = models.DateTimeField(default=timezone.now)
    last_at = models.DateTimeField(default=timezone.now, db_index=True)
    told_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.message


class Watcher(models.Model):
    """A process that runs the checks: when it last did, and the disk and clock of its machine.

    ``machine`` is blank if there is only one. ``clock_behind`` is in seconds, relative to the database.
    """

    name = models.CharField(max_length=80, primary_key=True)
    seen_at = models.DateTimeField(default=timezone.now)
    machine = models.CharField(max_length=60, blank=True, default="", db_default="")
    disk_free = models.BigIntegerField(null=True)
    disk_size = models.BigIntegerField(null=True)
    clock_behind = models.FloatField(null=True)

    def __str__(self) -> str:
        return self.name

"""The notifications app."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules

from common.worker.state import count_late_messages_with


class NotificationsConfig(AppConfig):
    """Load every app's ``emails.py``, so that the worker knows the message kinds, and report late messages."""

    name = "notifications"

    def ready(self) -> None:
        from notifications.lateness import count_late

        autodiscover_modules("emails")
        count_late_messages_with(count_late)

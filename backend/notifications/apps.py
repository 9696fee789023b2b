"""The notifications app."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class NotificationsConfig(AppConfig):
    """Load the tasks in every app's ``emails.py``, so that the worker knows them."""

    name = "notifications"

    def ready(self) -> None:
        autodiscover_modules("emails")

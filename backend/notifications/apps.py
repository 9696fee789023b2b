"""The notifications app."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class NotificationsConfig(AppConfig):
    """Makes the worker know the tasks in every app's ``emails.py``."""

    name = "notifications"

    def ready(self) -> None:
        autodiscover_modules("emails")

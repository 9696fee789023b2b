"""The backups app."""

from django.apps import AppConfig


class BackupsConfig(AppConfig):
    name = "backups"

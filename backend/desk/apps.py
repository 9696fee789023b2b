"""The desk app."""

from django.apps import AppConfig


class DeskConfig(AppConfig):
    """Keeps the audit trail of what the desk works on."""

    name = "desk"

    def ready(self) -> None:
        from desk import audit

        audit.register()

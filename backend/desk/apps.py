"""The desk app."""

from django.apps import AppConfig


class DeskConfig(AppConfig):
    """Start the audit trail of quotes, jobs, tree orders and invoices."""

    name = "desk"

    def ready(self) -> None:
        from desk import audit

        audit.register()

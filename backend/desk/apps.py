"""The desk app."""

from django.apps import AppConfig


class DeskConfig(AppConfig):
    """Start the audit trail of quotes, jobs, tree orders and invoices, and log acceptances by phone as calls."""

    name = "desk"

    def ready(self) -> None:
        from desk import audit
        from desk.services import log_acceptance
        from quotes.signals import quote_accepted

        audit.register()
        quote_accepted.connect(log_acceptance, dispatch_uid="desk")

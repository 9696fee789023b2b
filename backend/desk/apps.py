"""The desk app."""

from typing import Any

from django.apps import AppConfig


class DeskConfig(AppConfig):
    """Start the audit trail of quotes, jobs, tree orders and invoices. What was paid for a guest's quote or order joins
    the account that claims it.
    """

    name = "desk"

    def ready(self) -> None:
        from accounts.signals import guest_rows_may_be_claimed
        from desk import audit
        from desk.payments import join_assigned

        audit.register()

        def join(user: Any, email: str, **kwargs: Any) -> None:
            join_assigned(user, email)

        guest_rows_may_be_claimed.connect(join, weak=False, dispatch_uid="desk")

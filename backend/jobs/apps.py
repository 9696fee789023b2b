"""The jobs app."""

from typing import Any

from django.apps import AppConfig


class JobsConfig(AppConfig):
    """Give a customer's account the jobs of the quotes that it claims, and call off the visits of declined ones."""

    name = "jobs"

    def ready(self) -> None:
        from accounts.signals import guest_rows_may_be_claimed
        from jobs.models import Job
        from jobs.services import call_off_visits
        from quotes.signals import quote_closed

        def take_over(user: Any, email: str, **kwargs: Any) -> None:
            # The account has just claimed the quotes: receivers run in the order of INSTALLED_APPS.
            Job.objects.filter(user=None, quote__user=user).update(user=user)

        guest_rows_may_be_claimed.connect(take_over, weak=False, dispatch_uid="jobs")

        def call_off(quote: Any, **kwargs: Any) -> None:
            call_off_visits(quote)

        quote_closed.connect(call_off, weak=False, dispatch_uid="jobs")

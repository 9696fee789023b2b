"""The jobs app."""

from typing import Any

from django.apps import AppConfig


class JobsConfig(AppConfig):
    """Let accounts claim the jobs of their quotes, and cancel the visits of declined quotes."""

    name = "jobs"

    def ready(self) -> None:
        from accounts.signals import guest_rows_may_be_claimed
        from jobs.models import Job
        from jobs.services import call_off_visits
        from quotes.signals import quote_closed

        def claim_jobs(user: Any, email: str, **kwargs: Any) -> None:
            # The receiver of quotes has run before: receivers run in the order of INSTALLED_APPS.
            Job.objects.filter(user=None, quote__user=user).update(user=user)

        guest_rows_may_be_claimed.connect(claim_jobs, weak=False, dispatch_uid="jobs")
        quote_closed.connect(lambda quote, **kwargs: call_off_visits(quote), weak=False, dispatch_uid="jobs")

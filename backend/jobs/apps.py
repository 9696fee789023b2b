"""The jobs app."""

from typing import Any

from django.apps import AppConfig


class JobsConfig(AppConfig):
    """Gives a customer's account the visits for the quotes that it takes over."""

    name = "jobs"

    def ready(self) -> None:
        from accounts.signals import guest_rows_may_be_claimed
        from jobs.models import Job

        def take_over(user: Any, email: str, **kwargs: Any) -> None:
            # The quotes have been taken over just before: apps hear in the order they are installed.
            Job.objects.filter(user=None, quote__user=user).update(user=user)

        guest_rows_may_be_claimed.connect(take_over, weak=False, dispatch_uid="jobs")

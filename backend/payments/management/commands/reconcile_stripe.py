"""``manage.py reconcile_stripe``: bring everything in step with Stripe now, as the worker does every five minutes."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from payments.client import PaymentsUnavailable
from payments.models import EventState, StripeEvent
from payments.reconciliation import reconcile


class Command(BaseCommand):
    """Reconcile, and report how many events still fail. What can't be repaired makes it exit with an error."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            not_repaired = reconcile()
        except PaymentsUnavailable as error:
            raise CommandError(error.message) from error
        if not_repaired:
            raise CommandError(f"{not_repaired} rows could not be repaired; the log above says which, and why")
        failed = StripeEvent.objects.filter(state=EventState.FAILED).count()
        self.stdout.write(f"In step with Stripe; {failed} events fail" if failed else "In step with Stripe")

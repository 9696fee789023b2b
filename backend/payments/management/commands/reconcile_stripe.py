"""``manage.py reconcile_stripe``: reconcile everything with Stripe now, as the worker does every five minutes."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from payments.client import PaymentsUnavailable
from payments.models import EventState, StripeEvent
from payments.reconciliation import reconcile


class Command(BaseCommand):
    """Reconcile, and report how many events still fail. Exits with an error if a row can't be repaired."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            not_repaired = reconcile()
        except PaymentsUnavailable as error:
            raise CommandError(error.message) from error
        if not_repaired:
            raise CommandError(f"{not_repaired} rows could not be repaired; see the log above")
        failed = StripeEvent.objects.filter(state=EventState.FAILED).count()
        self.stdout.write(
            f"Reconciled with Stripe; events that still fail: {failed}" if failed else "Reconciled with Stripe"
        )

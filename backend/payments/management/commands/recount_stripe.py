"""``manage.py recount_stripe``: compare our rows with Stripe's list now, as the worker does every morning."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from payments.client import PaymentsUnavailable
from payments.recount import recount


class Command(BaseCommand):
    """Compare the last six months, by month and by payout. Prints the differences, and exits with an error if any."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            result = recount()
        except PaymentsUnavailable as error:
            raise CommandError(error.message) from error
        for one in result.differences:
            self.stdout.write(f"{one['what']} {one['name']} {one['id']}: Stripe {one['stripe']}, here {one['ours']}")
        if not result.matches:
            raise CommandError(f"{len(result.differences)} differences")
        self.stdout.write("Matches Stripe to the cent")

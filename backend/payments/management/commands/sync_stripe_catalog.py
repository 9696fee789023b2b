"""``manage.py sync_stripe_catalog``: create the storage plans' missing products and prices at Stripe."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from common.errors import DomainError
from payments.prices import sync_catalog


class Command(BaseCommand):
    """A second run changes nothing. A changed price in the catalog becomes a new price at Stripe, which takes over the
    lookup key; existing subscribers keep paying the old one.
    """

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            prices = sync_catalog()
        except DomainError as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"Up to date: {', '.join(prices)}")

"""``manage.py sync_stripe_catalog``: the storage plans' products and prices at Stripe, made where they are missing."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from common.errors import DomainError
from payments.prices import sync_catalog


class Command(BaseCommand):
    """Done twice it changes nothing. After a change of price in the catalogue it makes a new price, which takes the
    lookup key over; whoever has subscribed goes on paying the former one."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            prices = sync_catalog()
        except DomainError as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"In step with the catalogue: {', '.join(prices)}")

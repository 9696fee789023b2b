"""``manage.py load_season``: two seasons of a large business, for benchmarks. Only in DEBUG."""

import time
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, transaction

from demo import bulk
from storage.models import StorageSubscription

SIZES = {"quotes": 1_000_000, "jobs": 100_000, "tree_orders": 50_000, "subscriptions": 5_000}


class Command(BaseCommand):
    """Load made-up customers with their quotes, visits, tree orders, subscriptions and invoices, once."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """The number of rows of each kind."""
        for name, count in SIZES.items():
            parser.add_argument(f"--{name.replace('_', '-')}", type=int, default=count)

    def handle(self, *args: Any, **options: Any) -> None:
        """Load the rows and update PostgreSQL's statistics."""
        if not settings.DEVELOPMENT:
            raise CommandError("A made-up season is never loaded outside DEBUG")
        if StorageSubscription.objects.filter(stripe_subscription_id__startswith="sub_season").exists():
            raise CommandError("A season is loaded already")
        started = time.monotonic()
        with transaction.atomic():
            bulk.Season(bulk.Size(**{name: options[name] for name in SIZES})).load()
        with connection.cursor() as cursor:
            cursor.execute("VACUUM (ANALYZE)")
        self.stdout.write(f"A season loaded in {time.monotonic() - started:.0f} s")

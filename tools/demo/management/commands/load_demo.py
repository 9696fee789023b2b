"""``manage.py load_demo``: the demo's data, once. Only in DEBUG."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from accounts.models import User
from demo import card_issues, paid_trees, payouts, people, season, storage


class Command(BaseCommand):
    """Load the demo's data unless it is there already."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEVELOPMENT:
            raise CommandError("The demo's accounts have a public password and are never loaded outside DEBUG")
        with transaction.atomic():
            # Users of the demo may change or erase some of its accounts.
            if not User.objects.filter(email__in=[season.ADMIN, season.CUSTOMER, *people.EMAILS]).exists():
                season.load()
                self.stdout.write("Demo data loaded")
        storage.load()  # this and the next call Stripe, which no transaction can include
        payouts.load(payouts.ARRIVED)
        card_issues.load()
        paid_trees.load()
        payouts.load(payouts.ON_ITS_WAY)

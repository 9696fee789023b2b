"""``manage.py load_demo``: the demo's data, once. Refused outside DEBUG."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from accounts.models import User
from demo import season, storage, trouble


class Command(BaseCommand):
    """Load the demo's data unless it is there already."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEVELOPMENT:
            raise CommandError("The demo's accounts have a public password: they are never loaded outside DEBUG")
        with transaction.atomic():
            if not User.objects.filter(email=season.ADMIN).exists():
                season.load()
                self.stdout.write("Demo data loaded")
        storage.load()  # asks Stripe, as the next does, so it can't be part of the transaction
        trouble.load()

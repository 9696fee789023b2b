"""``manage.py prepare_bench``: a signed-in customer with 20 quotes, 100,000 of others, and a signed-in administrator.

Prints JSON: ``{"cookie", "user"}`` of both, the session key and the user ID.
"""

import json
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction
from django.test import Client

from accounts.models import User
from analytics.counters import compact_deltas
from demo import bulk
from quotes.models import Quote

OTHERS, OWN = 100_000, 20
OWNER, ADMIN = "bench@example.com", "bench-admin@example.com"


class Command(BaseCommand):
    """Fill the benchmark's database."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEVELOPMENT:
            raise CommandError("Only for benchmarks")
        owner, created = User.objects.get_or_create(email=OWNER)
        if created:
            self._fill(owner)
        admin = User.objects.filter(email=ADMIN).first() or User.objects.create_superuser(ADMIN)
        self.stdout.write(json.dumps([self._sign_in(owner), self._sign_in(admin)]))

    def _fill(self, owner: User) -> None:
        with transaction.atomic():
            bulk.Season(bulk.Size(quotes=OTHERS, jobs=OTHERS // 10, tree_orders=OTHERS // 20, subscriptions=0)).load()
            Quote.objects.bulk_create(
                Quote(
                    user=owner, full_name="Eleanor Hayes", email=OWNER, phone="603-555-0100", city="Dover",
                    service_package="basic",
                )
                for _ in range(OWN)
            )  # fmt: skip
        compact_deltas()
        with connection.cursor() as cursor:
            cursor.execute("VACUUM (ANALYZE)")

    def _sign_in(self, user: User) -> dict[str, str]:
        client = Client()
        client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
        key = client.session.session_key
        UserSession.objects.get_or_create(session_key=key, defaults={"user": user, "ip": "127.0.0.1"})
        return {"cookie": str(key), "user": str(user.pk)}

"""``manage.py prepare_bench``: a signed-in customer with 20 of 20,000 quotes.

Prints the session key and the user ID.
"""

from importlib import import_module
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from quotes.models import Quote

ROWS, OWN = 20_000, 20


class Command(BaseCommand):
    """Fill the benchmark's database."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEVELOPMENT:
            raise CommandError("Only for benchmarks")
        user, created = User.objects.get_or_create(email="bench@example.com")
        if created:
            self._fill(user)
        session = import_module(settings.SESSION_ENGINE).SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.save()
        UserSession.objects.create(user=user, session_key=session.session_key, ip="127.0.0.1")  # as signing in does
        self.stdout.write(f"{session.session_key} {user.pk}")

    def _fill(self, user: User) -> None:
        Quote.objects.bulk_create(
            (
                Quote(
                    user=user if number % (ROWS // OWN) == 0 else None, full_name=f"Person {number}",
                    email=f"person{number}@example.com", phone="603-555-0100", city="Dover", service_package="basic",
                )
                for number in range(ROWS)
            ),
            batch_size=1000,  # a statement has at most 65,535 parameters
        )  # fmt: skip

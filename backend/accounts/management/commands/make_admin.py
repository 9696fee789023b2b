"""``manage.py make_admin EMAIL``: give somebody the administrator's rights."""

from argparse import ArgumentParser
from typing import Any

from allauth.account.models import EmailAddress
from django.core.management.base import BaseCommand
from django.db import transaction

from accounts.models import User


class Command(BaseCommand):
    """An account that is not there yet is made without a password: its owner signs in with a code by e-mail."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        email = options["email"].strip().lower()
        user = User.objects.filter(email=email).first()
        if user is None:
            user = User.objects.create_user(email)
            # Whoever runs this answers for the address; without it the first code would only lead to a second.
            EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
        user.is_admin = True
        user.save(update_fields=["is_admin", "updated_at"])
        self.stdout.write(f"{user.email} is an administrator")

"""``manage.py make_admin EMAIL``: give someone administrator rights."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from accounts import security_log
from accounts.models import User
from accounts.services import end_sessions
from accounts.verification import claim_address, find_account
from common.email_addresses import email_key, is_email_address


class Command(BaseCommand):
    """Give someone administrator rights, creating the account if needed.

    A new account has no password: its owner signs in with a code by email. So does the owner of an account that was
    never verified, because anyone could have set its password. Open sessions end, since an administrator's session must
    begin as one.
    """

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        email = email_key(options["email"].strip())
        if not is_email_address(email):
            raise CommandError(f"{options['email']} is not an email address this site accepts")
        user = find_account(email)
        if user is None:
            reset = User.objects.filter(email=email).exists()
            user = claim_address(email)  # the operator vouches for the address
            if reset:
                self.stdout.write(f"{email} was never verified: its password and other ways to sign in were removed")
        if not user.has_admin_role:
            user.has_admin_role = True
            user.save(update_fields=["has_admin_role", "updated_at"])
            end_sessions(user=user)
            security_log.record_administrator(user)
        self.stdout.write(f"{user.email} is an administrator")

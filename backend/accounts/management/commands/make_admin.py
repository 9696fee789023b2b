"""``manage.py make_admin EMAIL``: give someone administrator rights."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from accounts.management.account_command import AccountCommand
from accounts.models import Role, User
from accounts.staff.services import set_role
from accounts.verification import claim_address, find_account
from common.email_addresses import is_email_address
from common.errors import Conflict


class Command(AccountCommand):
    """Make someone an owner, or with --office a member of the office, creating the account if needed.

    A new account has no password; its owner signs in with an emailed code. An account that was never verified loses
    its password, because anyone could have set it. Open sessions end, since a session that was opened as a customer
    must not become an administrator's.
    """

    help = __doc__
    role = Role.OWNER

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--office", action="store_true", help="the role office instead of owner")

    def handle(self, *args: Any, **options: Any) -> None:
        self.role = Role.OFFICE if options["office"] else Role.OWNER
        super().handle(*args, **options)

    def change(self, email: str) -> None:
        if not is_email_address(email):
            raise CommandError(f"{email} is not an email address this site accepts")
        user = find_account(email)
        if user is None:
            reset = User.objects.filter(email=email).exists()
            user = claim_address(email)  # no proof needed: the person who runs this command vouches for the address
            if reset:
                self.stdout.write(f"{email} was never verified: its password and other ways to sign in were removed")
        try:
            set_role(user=user, role=self.role)
        except Conflict as conflict:
            raise CommandError(conflict.message) from None
        self.stdout.write(f"{user.email} is an administrator ({self.role.label.lower()})")

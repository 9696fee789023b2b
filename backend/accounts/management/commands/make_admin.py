"""``manage.py make_admin EMAIL``: give someone administrator rights."""

from django.core.management.base import CommandError

from accounts import security_log
from accounts.management.account_command import AccountCommand
from accounts.models import User
from accounts.services import end_sessions
from accounts.verification import claim_address, find_account
from common.email_addresses import is_email_address


class Command(AccountCommand):
    """Give someone administrator rights, creating the account if needed.

    A new account has no password: its owner signs in with a code by email. So does the owner of an account that was
    never verified, because anyone could have set its password. Open sessions end, since an administrator's session must
    begin as one.
    """

    help = __doc__

    def change(self, email: str) -> None:
        if not is_email_address(email):
            raise CommandError(f"{email} is not an email address this site accepts")
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

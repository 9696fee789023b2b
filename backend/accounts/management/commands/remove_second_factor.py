"""``manage.py remove_second_factor EMAIL``: for someone who lost their passkey, phone and recovery codes."""

from django.core.management.base import CommandError

from accounts.management.account_command import AccountCommand
from accounts.models import User
from accounts.staff.services import remove_second_factor as remove_factors


class Command(AccountCommand):
    """Remove all second factors and end all sessions. An administrator sets up a new factor at the next sign-in.

    First verify who is asking: afterward, the password or an emailed code is enough to sign in.
    """

    help = __doc__

    def change(self, email: str) -> None:
        user = User.objects.filter(email=email).first()
        if user is None:
            raise CommandError(f"There is no account with the address {email}")
        remove_factors(user=user)
        self.stdout.write(f"{email} no longer has a second factor and is signed out everywhere")

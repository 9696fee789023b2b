"""``manage.py remove_second_factor EMAIL``: for someone who lost their passkey, phone and recovery codes."""

from allauth.mfa.models import Authenticator
from django.core.management.base import CommandError

from accounts.management.account_command import AccountCommand
from accounts.models import User
from accounts.services import end_sessions


class Command(AccountCommand):
    """Remove all second factors and end all sessions. An administrator sets up a new factor at the next sign-in.

    Verify who is asking first: afterward the password or an emailed code is enough to sign in.
    """

    help = __doc__

    def change(self, email: str) -> None:
        user = User.objects.filter(email=email).first()
        if user is None:
            raise CommandError(f"There is no account with the address {email}")
        Authenticator.objects.filter(user=user).delete()
        end_sessions(user=user)
        self.stdout.write(f"{email} no longer has a second factor and is signed out everywhere")
